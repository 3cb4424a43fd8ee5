import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { SessionSummary } from "../../bindings/protocol";
import { useActions } from "../../app/actions";
import { fakeHost } from "../../test/fake-host";
import { expectAccessible, show } from "../../test/show";
import { SessionTitle } from "./SessionTitle";

const session: SessionSummary = {
  id: "one",
  title: "Mend the parser",
  workspace: "/w",
  model: "a/b",
  started_at: 0,
  changed_at: 0,
  turns: 1,
  in_use: false,
  status: { type: "resting" },
};

it("the shown session is renamed in place, by its menu or by an action", async () => {
  const host = fakeHost({ sessions_list: { sessions: [session], unreadable: [] }, session_edit: session });
  const { user } = show(<SessionTitle session="one" fallback="first line" workspace="/w" />);
  await screen.findByRole("heading", { name: "Mend the parser" });
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "More for Mend the parser" }));
  await user.click(await screen.findByRole("menuitem", { name: /Rename/ }));
  await user.keyboard("Other{Enter}");
  await waitFor(() =>
    expect(host.asked).toContainEqual({
      command: "session_edit",
      params: { session: "one", title: "Other" },
      workspace: "/w",
    }),
  );
  expect([...useActions.getState().actions.keys()]).toEqual(
    expect.arrayContaining([
      "session.rename",
      "session.archive",
      "session.delete",
      "session.copy_id",
      "session.copy_journal",
    ]),
  );
});

it("the journal's path is copied, not shown", async () => {
  const shown = {
    summary: session,
    settings: { model: "a/b", mode: "normal", posture: "ask" } as const,
    usage: { fresh_input: 0, output: 0 },
  };
  const host = fakeHost({
    sessions_list: { sessions: [session], unreadable: [] },
    sessions_show: { ...shown, journal: "/s/one.jsonl", events: [] },
  });
  const { user } = show(<SessionTitle session="one" fallback="" workspace="/w" />);
  await user.click(await screen.findByRole("button", { name: /More for/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Copy path of the journal" }));
  await waitFor(() => expect(host.copied).toEqual(["/s/one.jsonl"]));
});
