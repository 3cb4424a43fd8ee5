// Keys to actions: what is pressed, written the way actions write their shortcuts, and the user's own choice of keys.

import { useEffect } from "react";
import { create } from "zustand";
import { readKept, writeKept } from "../data";
import { host } from "../host";
import { type Action, useActions } from "./actions";

const KEY = "shortcuts";
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Action id to shortcut, for those that the user changed; empty text means none. */
export const useShortcuts = create<{ own: Readonly<Record<string, string>> }>(() => ({
  own: readKept<Record<string, string>>(KEY) ?? {},
}));

export function bindShortcut(id: string, shortcut: string | undefined): void {
  const own = { ...useShortcuts.getState().own };
  if (shortcut === undefined) delete own[id];
  else own[id] = shortcut;
  useShortcuts.setState({ own });
  writeKept(KEY, own);
}

/** What a browser does not give to pages, or what its users expect of it in every page, such as larger text and the
 * address bar: there these actions have other keys, or none. */
const PAGE = isMac ? "mod+alt+" : "alt+";
const IN_BROWSER: Readonly<Record<string, string>> = {
  "session.new": `${PAGE}n`,
  "workspace.open": `${PAGE}o`,
  "file.open": `${PAGE}p`,
  "composer.focus": `${PAGE}m`,
  "waits.focus": `${PAGE}a`,
  "settings.open": isMac ? "" : "mod+,",
  "text.larger": "",
  "text.smaller": "",
  "text.reset": "",
};

type Bindable = Pick<Action, "id" | "shortcut">;

/** The keys that an action has while nobody changed them. */
export function usualShortcut(action: Bindable): string | undefined {
  const here = host().platform.kind === "browser" ? IN_BROWSER[action.id] : undefined;
  return (here ?? action.shortcut) || undefined;
}

export function shortcutOf(action: Bindable, own = useShortcuts.getState().own): string | undefined {
  const chosen = own[action.id];
  return chosen === undefined ? usualShortcut(action) : chosen || undefined;
}

/** The keys of an action as people read them, for a tooltip. */
export function useShortcutText(id: string): string | undefined {
  const own = useShortcuts((state) => state.own);
  const action = useActions((state) => state.known.get(id));
  const keys = action && shortcutOf(action, own);
  return keys && shortcutText(keys);
}

/** As in `mod+shift+p`; undefined while only a modifier is held. */
export function pressed(event: KeyboardEvent): string | undefined {
  if (["Control", "Meta", "Shift", "Alt"].includes(event.key)) return undefined;
  // What AltGr types is text, though Windows tells it as Ctrl and Alt.
  if (event.getModifierState("AltGraph")) return undefined;
  const mod = isMac ? event.metaKey : event.ctrlKey;
  // With Alt a Mac tells the sign that would be typed, not the key.
  const key = (event.altKey && /^(?:Key|Digit)(.)$/.exec(event.code)?.[1]) || event.key;
  const words = [mod && "mod", event.altKey && "alt", event.shiftKey && "shift", key.toLowerCase()];
  return words.filter(Boolean).join("+");
}

/** As people read it: ⌘K, Ctrl+K. */
export function shortcutText(shortcut: string): string {
  const names: Record<string, string> = isMac
    ? { mod: "⌘", shift: "⇧", alt: "⌥", escape: "Esc" }
    : { mod: "Ctrl", shift: "Shift", alt: "Alt", escape: "Esc" };
  const words = shortcut.split("+").map((word) => names[word] ?? (word.length === 1 ? word.toUpperCase() : word));
  return words.join(isMac ? "" : "+");
}

/** Runs the action of a pressed shortcut. One without a modifier does not work while something is being typed. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.defaultPrevented) return;
      const keys = pressed(event);
      const bare = keys !== undefined && !/(mod|alt)\+/.test(keys);
      if (keys === undefined || (bare && isTyping(event.target))) return;
      for (const action of useActions.getState().actions.values()) {
        // A shifted sign, as in `?`, is written without its shift.
        const wanted = shortcutOf(action);
        if (wanted !== keys && !(bare && wanted === event.key)) continue;
        event.preventDefault();
        action.run();
        return;
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
