import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { SessionSummary } from "../../bindings/protocol";
import { markStale } from "../../data";
import { take } from "../../data/signals";
import { type FakeHost, fakeHost, refuse } from "../../test/fake-host";
import { expectAccessible, show } from "../../test/show";
import Sidebar from "./Sidebar";

function session(id: string, more: Partial<SessionSummary> = {}): SessionSummary {
  const base = {
    title: `Task ${id}`,
    workspace: "/home/you/project",
    model: "a/b",
    started_at: 0,
    turns: 1,
    in_use: false,
  };
  return { ...base, id, changed_at: Date.now(), status: { type: "resting" }, ...more };
}

let host: FakeHost;

beforeEach(() => {
  location.hash = "#/";
  host = fakeHost({
    sessions_list: { sessions: [session("one"), session("two"), session("three", { pinned: true })], unreadable: [] },
    workspaces: { workspaces: [{ path: "/home/you/project", name: "project", exists: true }] },
    models: { models: [], default_model: "a/b", default_origin: { from: "default" } },
    config_show: { values: [], errors: [], warnings: [] },
    sessions_search: { hits: [], more: false },
    session_delete: undefined,
    session_restore: (params) => session(params.session),
    session_edit: (params) => session(params.session),
  });
});

const row = (name: RegExp) => screen.findByRole("button", { name });

it("shows sessions under their headings", async () => {
  show(<Sidebar />);
  await row(/^Task one/);
  const pinned = screen.getByRole("region", { name: "Pinned" });
  expect(within(pinned).getByRole("button", { name: /^Task three/ })).toBeVisible();
  await expectAccessible();
});

it("a deleted session can be brought back", async () => {
  const { user } = show(<Sidebar />);
  (await row(/^Task one/)).focus();
  await user.keyboard("{Delete}");
  await waitFor(() =>
    expect(host.asked).toContainEqual(
      expect.objectContaining({ command: "session_delete", params: { session: "one" } }),
    ),
  );
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(host.asked).toContainEqual(
      expect.objectContaining({ command: "session_restore", params: { session: "one" } }),
    ),
  );
});

it("a session that is pinned keeps the focus, and one that is archived leaves it to the next", async () => {
  const { user } = show(<Sidebar />);
  await user.click(await screen.findByRole("button", { name: "More for Task one" }));
  host.answer({
    sessions_list: { sessions: [session("one", { pinned: true }), session("two")], unreadable: [] },
  });
  await user.click(await screen.findByRole("menuitem", { name: "Pin" }));
  const pinned = await screen.findByRole("region", { name: "Pinned" });
  await waitFor(() => expect(within(pinned).getByRole("button", { name: /^Task one/ })).toHaveFocus());
  host.answer({ sessions_list: { sessions: [session("two")], unreadable: [] } });
  act(() => markStale(["sessions_list"]));
  await waitFor(() => expect(screen.getByRole("button", { name: /^Task two/ })).toHaveFocus());
});

it("a refused deletion is told, and nothing is offered to undo", async () => {
  host.answer({ session_delete: refuse("session_in_use_somewhere") });
  const { user } = show(<Sidebar />);
  (await row(/^Task one/)).focus();
  await user.keyboard("{Delete}");
  expect(await screen.findByText("The session is in use by another process.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("arrow keys move, F2 renames in place, Escape leaves it as it was", async () => {
  const { user } = show(<Sidebar />);
  (await row(/^Task three/)).focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toHaveAccessibleName(/^Task one/);
  await user.keyboard("{F2}New name{Enter}");
  await waitFor(() =>
    expect(host.asked).toContainEqual(
      expect.objectContaining({ command: "session_edit", params: { session: "one", title: "New name" } }),
    ),
  );
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Task one/));
  const edits = host.asked.filter(({ command }) => command === "session_edit").length;
  await user.keyboard("{F2}Other{Escape}");
  expect(host.asked.filter(({ command }) => command === "session_edit")).toHaveLength(edits);
});

it("Enter that an input method uses does not end a rename", async () => {
  const { user } = show(<Sidebar />);
  (await row(/^Task one/)).focus();
  await user.keyboard("{F2}");
  const field = screen.getByRole("textbox", { name: "New title" });
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  expect(field).toBeInTheDocument();
});

it("a search filters titles at once and asks for conversations after a pause", async () => {
  host.answer({ sessions_search: { hits: [{ summary: session("two"), excerpt: "… the parser …" }], more: false } });
  const { user } = show(<Sidebar />);
  await row(/^Task one/);
  await user.type(screen.getByRole("searchbox"), "three");
  expect(screen.queryByRole("button", { name: /^Task one/ })).toBeNull();
  const found = await screen.findByRole("region", { name: "In the conversation" });
  expect(within(found).getByText("… the parser …")).toBeVisible();
});

it("says when a search finds nothing", async () => {
  const { user } = show(<Sidebar />);
  await row(/^Task one/);
  await user.type(screen.getByRole("searchbox"), "zzz");
  expect(await screen.findByText(/No session has “zzz”/)).toBeVisible();
});

it("a session that waits says how often, as soon as a signal tells", async () => {
  show(<Sidebar />);
  await row(/^Task one/);
  act(() => take({ type: "session_status", session: "one", status: { type: "waiting", waits: 2 } }));
  expect(await row(/^Task one.*Needs you: 2/)).toBeVisible();
});

it("sessions that cannot be read are listed with the reason", async () => {
  const problem = { code: "session_corrupt", params: { path: "/s/x.jsonl", line: "3", reason: "no JSON" } };
  host.answer({ sessions_list: { sessions: [], unreadable: [{ path: "/s/x.jsonl", problem }] } });
  show(<Sidebar />);
  expect(await screen.findByText(/line 3: the session cannot be read: no JSON/)).toBeInTheDocument();
  expect(screen.getByText("No sessions in this folder yet.")).toBeVisible();
  await expectAccessible();
});

it("a list that cannot be had says why and offers to try again", async () => {
  host.answer({ sessions_list: refuse("session_closed", { session: "x" }) });
  show(<Sidebar />);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
});

it("a missing key is named and leads to the settings", async () => {
  host.answer({
    models: {
      models: [{ reference: "a/b", provider: "a", provider_title: "A", model: "b", missing_key: "A_API_KEY" }],
      default_model: "a/b",
      default_origin: { from: "default" },
    },
  });
  const { user } = show(<Sidebar />);
  await user.click(await screen.findByRole("button", { name: "Key missing: A_API_KEY" }));
  await waitFor(() => expect(location.hash).toBe("#/settings/models"));
});

it("other folders are not offered where the page may not open them, and the reason is told", async () => {
  host.answer({ about: { ...(await aboutWithout()) } });
  const { user } = show(<Sidebar />);
  await user.click(await screen.findByRole("button", { name: /Switch workspace/ }));
  const item = await screen.findByRole("menuitem", { name: /Open folder/ });
  expect(item).toHaveAttribute("aria-disabled", "true");
  expect(item).toHaveTextContent("Other folders cannot be opened from here.");
});

async function aboutWithout() {
  const { ABOUT } = await import("../../test/fake-host");
  return { ...ABOUT, exposed: [] };
}
