import { expect, it } from "vitest";
import type { ConfigValue } from "../bindings/protocol";
import { useAppearance } from "../theme/appearance";
import { apply, clampSize, shortcutsIn } from "./desktop-settings";
import { useShortcuts } from "./shortcuts";

const user = { from: "user", file: "/h/config.toml", line: 1 } as const;
const row = (key: string, value: ConfigValue["value"], origin: ConfigValue["origin"] = user): ConfigValue => ({
  key,
  value,
  toml: null,
  origin,
});

it("what the configuration sets is taken over, its defaults are not", () => {
  useAppearance.setState({ theme: "dark", textScale: 1.25 });
  apply([row("desktop.theme", "auto", { from: "default" }), row("desktop.text_size", 130)]);
  expect(useAppearance.getState()).toMatchObject({ theme: "dark", textScale: 1.3 });
});

it("shortcuts come back under the names of their actions, whichever way they are listed", () => {
  expect(shortcutsIn([row("desktop.shortcuts", { "session-new": "Mod+J", "palette-open": "none" })])).toEqual({
    "session.new": "mod+j",
    "palette.open": "",
  });
  apply([row("desktop.shortcuts.session-new", "Mod+J")]);
  expect(useShortcuts.getState().own).toEqual({ "session.new": "mod+j" });
});

it("text stays between the smallest and the largest size", () => {
  expect([clampSize(10), clampSize(117.4), clampSize(400)]).toEqual([80, 117, 150]);
});
