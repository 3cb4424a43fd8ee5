import { expect, it } from "vitest";
import { refusalOf } from "./rebind";

const bound = [
  { id: "palette", shortcut: "mod+k" },
  { id: "folder", shortcut: undefined },
];

it("keys of another action are refused, and the holder is named", () => {
  expect(refusalOf("folder", "mod+k", bound)).toEqual({ why: "conflict", holder: "palette" });
});

it("an action may keep its own keys", () => {
  expect(refusalOf("palette", "mod+k", bound)).toBeUndefined();
});

it("keys that type or edit text are refused", () => {
  expect(refusalOf("folder", "j", bound)).toEqual({ why: "needs_modifier" });
  expect(refusalOf("folder", "shift+j", bound)).toEqual({ why: "needs_modifier" });
  expect(refusalOf("folder", "mod+c", bound)).toEqual({ why: "reserved" });
});

it("a browser keeps some keys for itself", () => {
  expect(refusalOf("folder", "mod+n", bound)).toBeUndefined();
  expect(refusalOf("folder", "mod+n", bound, "browser")).toEqual({ why: "reserved" });
});

it("function keys and `?` need no modifier", () => {
  expect(refusalOf("folder", "f6", bound)).toBeUndefined();
  expect(refusalOf("folder", "?", bound)).toBeUndefined();
});
