// Where menus are put: inside the main landmark, so that nothing of the page is outside of one.

import { useState } from "react";

/** The landmark is another element in every view: it is looked for when a menu opens, not when its button is drawn. */
export function useLayer(): { container: HTMLElement | undefined; onOpenChange: (open: boolean) => void } {
  const [container, setContainer] = useState<HTMLElement>();
  const onOpenChange = (open: boolean) => {
    if (open) setContainer(document.querySelector<HTMLElement>("main") ?? undefined);
  };
  return { container, onOpenChange };
}
