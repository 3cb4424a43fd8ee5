import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { useActions } from "../../../app/actions";
import { useShortcuts } from "../../../app/shortcuts";
import { type FakeHost, fakeHost } from "../../../test/fake-host";
import { expectAccessible, show } from "../../../test/show";
import { ShortcutsPage } from "./ShortcutsPage";

let host: FakeHost;
beforeEach(() => {
  host = fakeHost({
    config_set: { file: "/h/config.toml", changed: true, before: EMPTY, now: EMPTY },
    config_unset: { file: "/h/config.toml", changed: true, before: EMPTY, now: EMPTY },
  });
  useShortcuts.setState({ own: {} });
  const palette = { id: "palette.open", title: "ui.action.palette", group: "ui.group.app", shortcut: "mod+k" };
  const folder = { id: "workspace.open", title: "ui.action.open_folder", group: "ui.group.go" };
  useActions.setState({ known: new Map([palette, folder].map((action) => [action.id, action])) });
});

const EMPTY = { key: "", value: null, toml: null, origin: { from: "default" } } as const;
const row = (name: RegExp) => screen.getByRole("row", { name });
const press = async (name: string, keys: object) => {
  const change = screen.getByRole("button", { name });
  fireEvent.click(change);
  fireEvent.keyDown(await screen.findByRole("button", { name: "Press keys…" }), keys);
};

it("new keys take effect and are written", async () => {
  show(<ShortcutsPage />);
  await waitFor(() => expect(host.asked.length).toBeGreaterThan(0));
  await press("Change the keys of Open folder", { key: "j", ctrlKey: true });
  expect(within(row(/^Open folder/)).getByText("Ctrl+J")).toBeVisible();
  await waitFor(() =>
    expect(host.asked).toContainEqual(
      expect.objectContaining({
        command: "config_set",
        params: { key: "desktop.shortcuts.workspace-open", value: "mod+j", layer: "user" },
      }),
    ),
  );
  await expectAccessible();
});

it("keys of another action are refused, and the other is named", async () => {
  show(<ShortcutsPage />);
  await press("Change the keys of Open folder", { key: "k", ctrlKey: true });
  expect(screen.getByRole("alert")).toHaveTextContent("Ctrl+K is taken by Open the command palette.");
  expect(useShortcuts.getState().own).toEqual({});
});

it("Escape leaves the keys as they were", async () => {
  show(<ShortcutsPage />);
  await press("Change the keys of Open folder", { key: "Escape" });
  expect(screen.queryByRole("button", { name: "Press keys…" })).toBeNull();
  expect(useShortcuts.getState().own).toEqual({});
});

it("a reset is refused while another action has the usual keys", async () => {
  useShortcuts.setState({ own: { "palette.open": "", "workspace.open": "mod+k" } });
  const { user } = show(<ShortcutsPage />);
  await user.click(screen.getByRole("button", { name: "Reset Open the command palette" }));
  expect(screen.getByRole("alert")).toHaveTextContent("Ctrl+K is taken by Open folder.");
  await user.click(screen.getByRole("button", { name: "Reset all" }));
  expect(useShortcuts.getState().own).toEqual({});
});
