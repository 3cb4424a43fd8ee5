// Focus that goes with what is drawn: where a change takes the focused element away, the next place gets it, and never the
// page as a whole, whose keys mean something else.

import { useLayoutEffect, useRef } from "react";

/** Looks after each `change` but the first. */
export function useFocusNext(change: unknown, next: () => HTMLElement | null | undefined): void {
  const before = useRef(change);
  useLayoutEffect(() => {
    if (before.current === change) return;
    before.current = change;
    if (isFocusLost()) next()?.focus();
  });
}

/** A disabled element keeps the focus for a moment only. */
export function isFocusLost(): boolean {
  const { activeElement: at } = document;
  return at === null || at === document.body || at.matches(":disabled");
}
