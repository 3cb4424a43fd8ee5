import { useLayoutEffect, useRef } from "react";
import { takeTyped } from "./typed-ahead";

/** Gives a field, once it is there, what was typed before it was. */
export function useTypedAhead(give: (text: string) => void): void {
  const newest = useRef(give);
  newest.current = give;
  useLayoutEffect(() => {
    const text = takeTyped();
    if (text !== "") newest.current(text);
  }, []);
}
