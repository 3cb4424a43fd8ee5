import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { SessionSummary } from "../../bindings/protocol";
import { useActions } from "../../app/actions";
import { useViewedFile } from "../../app/file-viewer";
import { useShortcuts } from "../../app/shortcuts";
import { type FakeHost, fakeHost } from "../../test/fake-host";
import { expectAccessible, show } from "../../test/show";
import Palette from "./Palette";
import SearchDialog from "./SearchDialog";
import ShortcutSheet from "./ShortcutSheet";

const session = (id: string, title: string): SessionSummary => ({
  id,
  title,
  workspace: "/home/you/project",
  model: "a/b",
  started_at: 0,
  changed_at: 0,
  turns: 1,
  in_use: false,
  status: { type: "resting" },
});

const run = vi.fn();
let host: FakeHost;
beforeEach(() => {
  run.mockReset();
  location.hash = "#/";
  useShortcuts.setState({ own: {} });
  const action = {
    id: "sidebar.toggle",
    title: "ui.action.toggle_sidebar",
    group: "ui.group.view",
    shortcut: "mod+b",
    run,
  };
  useActions.setState({ actions: new Map([[action.id, action]]), known: new Map([[action.id, action]]) });
  host = fakeHost({
    sessions_list: { sessions: [session("one", "Mend the parser")], unreadable: [] },
    workspaces: { workspaces: [{ path: "/home/you/side", name: "side", exists: true }] },
    sessions_search: { hits: [{ summary: session("two", "Other"), excerpt: "… sidecar …" }], more: false },
    files_find: { files: [{ path: "src/side.rs" }, { path: "src/side/" }], more: false },
  });
});

const palette = (props = {}) => show(<Palette open onOpenChange={() => {}} {...props} />);

it("runs a command that is typed in part, with the keyboard alone", async () => {
  const { user } = palette();
  await user.keyboard("hide side{Enter}");
  await waitFor(() => expect(run).toHaveBeenCalledOnce());
});

it("reaches sessions, conversations, files and workspaces", async () => {
  const { user } = palette();
  await user.keyboard("side");
  expect(await screen.findByText("… sidecar …")).toBeVisible();
  expect(screen.getByRole("option", { name: /src\/side\.rs/ })).toBeVisible();
  expect(screen.queryByRole("option", { name: "src/side/" })).toBeNull();
  expect(screen.getByRole("option", { name: /^side/ })).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("option", { name: /src\/side\.rs/ }));
  await waitFor(() => expect(useViewedFile.getState().file?.path).toBe("src/side.rs"));
});

it("opens a session by its title", async () => {
  const { user } = palette();
  await user.keyboard("parser");
  await user.click(await screen.findByRole("option", { name: "Mend the parser" }));
  await waitFor(() => expect(location.hash).toBe("#/session/one"));
});

it("says when nothing fits", async () => {
  host.answer({ sessions_search: { hits: [], more: false }, files_find: { files: [], more: false } });
  const { user } = palette();
  await user.keyboard("zzz");
  expect(await screen.findByText("Nothing fits “zzz”.")).toBeVisible();
});

it("looks for files alone where that was asked", async () => {
  palette({ filesOnly: true });
  expect(await screen.findByRole("option", { name: "src/side.rs" })).toBeVisible();
  expect(screen.queryByRole("option", { name: /sidebar/ })).toBeNull();
});

it("the search shows what was said around a word, and says that there is more", async () => {
  host.answer({
    sessions_search: { hits: [{ summary: session("two", "Other"), excerpt: "… the sidecar …" }], more: true },
  });
  const { user } = show(<SearchDialog onClose={() => {}} />);
  expect(screen.getByText("Type at least two letters.")).toBeVisible();
  await user.keyboard("sidecar");
  expect(await screen.findByText("… the sidecar …")).toBeVisible();
  expect(screen.getByText("There are more; add a word.")).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("switch", { name: "All workspaces" }));
  await waitFor(() =>
    expect(host.asked.at(-1)).toMatchObject({
      command: "sessions_search",
      params: { all_workspaces: true, query: "sidecar" },
    }),
  );
});

it("the search is gone through and opened with the keyboard alone", async () => {
  host.answer({
    sessions_search: {
      hits: ["two", "three"].map((id) => ({ summary: session(id, `Title ${id}`), excerpt: "" })),
      more: false,
    },
  });
  const onClose = vi.fn();
  const { user } = show(<SearchDialog onClose={onClose} />);
  await user.keyboard("sidecar");
  await screen.findByText("Title two");
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(screen.getByRole("button", { name: /Title three/ })).toHaveFocus();
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(screen.getByRole("textbox")).toHaveFocus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(location.hash).toBe("#/session/two"));
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await waitFor(() => expect(location.hash).toBe("#/session/three"));
  expect(onClose).toHaveBeenCalledTimes(2);
});

it("the list of keys shows keys as they are bound now", async () => {
  useShortcuts.setState({ own: { "sidebar.toggle": "mod+e" } });
  show(<ShortcutSheet onClose={() => {}} />);
  const view = screen.getByRole("region", { name: "View" });
  expect(within(view).getByText("Ctrl+E")).toBeVisible();
  expect(
    within(screen.getByRole("region", { name: "While an approval has the focus" })).getByText("Esc"),
  ).toBeVisible();
  await expectAccessible();
});
