import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { SessionContextReply } from "../../bindings/protocol";
import { fakeHost, refuse } from "../../test/fake-host";
import { expectAccessible, show } from "../../test/show";
import { ContextOf } from "./ContextPanel";

const reply: SessionContextReply = {
  parts: [
    { kind: "system", count: 1, bytes: 8000, tokens: 2000, preview: "You are" },
    { kind: "results", turn: 3, count: 2, bytes: 4096, tokens: 1000, preview: "a file" },
  ],
  window: 12000,
  newest: { fresh_input: 500, cached_input: 1500, output: 40 },
  total: { fresh_input: 900, cached_input: 1500, output: 80 },
};

it("shows the share of the window, marked as an estimate, and the cached share", async () => {
  fakeHost({ session_context: reply });
  show(<ContextOf session="s" workspace="/w" />);
  expect(await screen.findByText("25 % of 12k tokens")).toBeVisible();
  expect(screen.getByText("≈ 3k tokens")).toBeVisible();
  expect(screen.getByText("75 %")).toBeVisible();
  await expectAccessible();
});

it("a provider that does not tell of its cache is not shown as zero", async () => {
  fakeHost({ session_context: { ...reply, newest: { fresh_input: 5, output: 1 }, window: null } });
  show(<ContextOf session="s" workspace="/w" />);
  expect(await screen.findByText("not told by the provider")).toBeVisible();
  expect(screen.getByText("The size of the model's window is not known.")).toBeVisible();
});

it("a part tells what it says when it is opened", async () => {
  fakeHost({ session_context: reply });
  const { user } = show(<ContextOf session="s" workspace="/w" />);
  await user.click(await screen.findByRole("button", { name: /Results of calls · turn 3/ }));
  expect(screen.getByText("a file")).toBeVisible();
  expect(screen.getByText("Only the beginning is shown.")).toBeVisible();
  await expectAccessible();
});

it("says when nothing is sent yet, and why it cannot be told", async () => {
  const host = fakeHost({ session_context: { parts: [], total: { fresh_input: 0, output: 0 } } });
  const { unmount } = show(<ContextOf session="s" workspace="/w" />);
  expect(await screen.findByText("Nothing is sent yet. Write a message first.")).toBeVisible();
  unmount();
  host.answer({ session_context: refuse("session_closed", { session: "s" }) });
  show(<ContextOf session="t" workspace="/w" />);
  expect(await screen.findByText("The session s is not open.")).toBeVisible();
});
