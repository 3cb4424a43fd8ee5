// Escape leads out of what stands in front: of everything that can be left, the innermost hears it. Dialogs and menus take
// it before, and a text that is being written is left first.

import { useEffect, useRef, useState } from "react";

let drawn = 0;
/** Places of those that can be left, in the order in which they were first drawn: what is inside comes later. */
const places = new Set<number>();

/** Undefined while there is nothing to leave. */
export function useEscape(leave: (() => void) | undefined): void {
  const [place] = useState(() => {
    drawn += 1;
    return drawn;
  });
  const newest = useRef(leave);
  useEffect(() => {
    newest.current = leave;
  });
  const isOn = leave !== undefined;
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || isOfInputMethod(event)) return;
      if (Math.max(...places) !== place) return;
      event.preventDefault();
      const text = writtenIn(event);
      if (text) text.blur();
      else newest.current?.();
    };
    places.add(place);
    window.addEventListener("keydown", onKey);
    return () => {
      places.delete(place);
      window.removeEventListener("keydown", onKey);
    };
  }, [isOn, place]);
}

/** 229 is what a key of an input method is in engines that do not tell that they compose. */
function isOfInputMethod(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** The field that the key was pressed in, also one inside a shadow root. */
function writtenIn(event: KeyboardEvent): HTMLElement | undefined {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return undefined;
  const isField = target.matches("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button])");
  return isField || target.isContentEditable ? target : undefined;
}
