import { afterEach, expect, it } from "vitest";
import { fakeHost } from "../test/fake-host";
import { pressed, shortcutOf, shortcutText, usualShortcut, useShortcuts } from "./shortcuts";

afterEach(() => useShortcuts.setState({ own: {} }));

const onHost = (kind: "browser" | "desktop") => Object.assign(fakeHost({}).platform, { kind });
const action = (id: string, shortcut: string) => ({ id, shortcut });

it.each([
  ["session.new", "mod+n", "alt+n"],
  ["workspace.open", "mod+o", "alt+o"],
  ["file.open", "mod+p", "alt+p"],
  ["composer.focus", "mod+l", "alt+m"],
  ["text.larger", "mod+=", undefined],
  ["palette.open", "mod+k", "mod+k"],
])("%s has %s in the app, and in a browser what that leaves to pages", (id, keys, inBrowser) => {
  onHost("desktop");
  expect(usualShortcut(action(id, keys))).toBe(keys);
  onHost("browser");
  expect(usualShortcut(action(id, keys))).toBe(inBrowser);
});

it("keys of one's own hold on every host, none included", () => {
  onHost("browser");
  useShortcuts.setState({ own: { "session.new": "mod+j", "file.open": "" } });
  expect(shortcutOf(action("session.new", "mod+n"))).toBe("mod+j");
  expect(shortcutOf(action("file.open", "mod+p"))).toBeUndefined();
});

it("keys are named as they stand on a keyboard", () => {
  expect(shortcutText("escape")).toBe("Esc");
  expect(shortcutText("mod+shift+p")).toBe("Ctrl+Shift+P");
});

it("with Alt it is the key that counts, and AltGr types", () => {
  const event = (init: KeyboardEventInit) => pressed(new KeyboardEvent("keydown", init));
  expect(event({ key: "˜", code: "KeyN", altKey: true })).toBe("alt+n");
  expect(event({ key: "B", code: "KeyB", altKey: true, ctrlKey: true })).toBe("mod+alt+b");
  expect(event({ key: "@", code: "KeyQ", altKey: true, ctrlKey: true, modifierAltGraph: true })).toBeUndefined();
});
