import { type RefObject, useLayoutEffect, useState } from "react";

/** Pixels below which before and after do not stand side by side. */
const SPLIT_LEAST = 560;

/** Whether two columns of code would have too little room in a box. Not looked at while `asked` is false. */
export function useIsNarrow(box: RefObject<HTMLElement | null>, asked: boolean): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    const shown = box.current;
    if (!asked || shown === null) return;
    const look = () => setIsNarrow(shown.clientWidth > 0 && shown.clientWidth < SPLIT_LEAST);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(shown);
    return () => observer.disconnect();
  }, [box, asked]);
  return asked && isNarrow;
}
