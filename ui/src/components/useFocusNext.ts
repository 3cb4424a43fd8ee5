// Focus that goes with what is drawn: where a change takes the focused element away, the next place gets it, and never the
// page as a whole, whose keys mean something else.

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

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

/** What had the focus last inside of a place, also when it is gone; undefined once the user went elsewhere. */
export function useLastInside(place: RefObject<HTMLElement | null>): RefObject<HTMLElement | undefined> {
  const last = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const note = ({ target }: Event) => {
      const isInside = target instanceof HTMLElement && place.current?.contains(target);
      last.current = isInside ? target : undefined;
    };
    document.addEventListener("focusin", note);
    document.addEventListener("pointerdown", note);
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("pointerdown", note);
    };
  }, [place]);
  return last;
}
