// Whether an action can have the keys that were pressed for it. Pure: what is bound now comes in.

export interface Bound {
  id: string;
  /** As in `mod+shift+p`. */
  shortcut: string | undefined;
}

export type Refusal = { why: "needs_modifier" | "reserved" } | { why: "conflict"; holder: string };

// What text fields, browsers and systems use themselves.
const RESERVED = new Set([
  ...["a", "c", "v", "x", "z", "w", "q", "t", "r", "left", "right"].map((key) => `mod+${key}`),
  ...["arrowleft", "arrowright", "arrowup", "arrowdown", "backspace", "enter"].map((key) => `mod+${key}`),
  "mod+shift+z",
  "alt+f4",
]);

/** What a browser gives to no page. */
const BROWSERS = new Set(["mod+n", "mod+shift+n", "mod+shift+t", "mod+shift+w", "mod+tab", "mod+shift+tab", "f11"]);

/** Why it cannot, if it cannot. */
export function refusalOf(
  id: string,
  shortcut: string,
  bound: readonly Bound[],
  kind: "desktop" | "browser" = "desktop",
): Refusal | undefined {
  if (RESERVED.has(shortcut) || (kind === "browser" && BROWSERS.has(shortcut))) return { why: "reserved" };
  if (!canStandAlone(shortcut)) return { why: "needs_modifier" };
  const holder = bound.find((other) => other.id !== id && other.shortcut === shortcut);
  return holder && { why: "conflict", holder: holder.id };
}

function canStandAlone(shortcut: string): boolean {
  const keys = shortcut.split("+");
  const key = keys.at(-1) ?? "";
  return keys.includes("mod") || keys.includes("alt") || /^f\d{1,2}$/.test(key) || shortcut === "?";
}
