// Keys to actions: what is pressed, written the way actions write their shortcuts, and the user's own choice of keys.

import { useEffect } from "react";
import { create } from "zustand";
import { readKept, writeKept } from "../data";
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

export function shortcutOf(
  action: Pick<Action, "id" | "shortcut">,
  own = useShortcuts.getState().own,
): string | undefined {
  return (own[action.id] ?? action.shortcut) || undefined;
}

/** As in `mod+shift+p`; undefined while only a modifier is held. */
export function pressed(event: KeyboardEvent): string | undefined {
  if (["Control", "Meta", "Shift", "Alt"].includes(event.key)) return undefined;
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const words = [mod && "mod", event.altKey && "alt", event.shiftKey && "shift", event.key.toLowerCase()];
  return words.filter(Boolean).join("+");
}

/** As people read it: ⌘K, Ctrl+K. */
export function shortcutText(shortcut: string): string {
  const names: Record<string, string> = isMac
    ? { mod: "⌘", shift: "⇧", alt: "⌥" }
    : { mod: "Ctrl", shift: "Shift", alt: "Alt" };
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
