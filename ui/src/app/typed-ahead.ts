// What is typed between the keys that open a dialog and its field being there: its code may still be loading. Nothing of
// it reaches what had the focus before.

let typed = "";
let stop: (() => void) | undefined;

/** Longer than any dialog takes to come; one that does not come keeps no keys. */
const AT_MOST_MS = 5000;

/** Takes in what is typed, until the dialog's field takes it over. Escape gives the dialog up. */
export function typeAhead(onEscape: () => void): void {
  stop?.();
  typed = "";
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") onEscape();
    else if (event.key === "Backspace") typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("keydown", onKey, true);
  const timer = setTimeout(takeTyped, AT_MOST_MS);
  stop = () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", onKey, true);
  };
}

/** What was typed so far; from here on keys go where the focus is. */
export function takeTyped(): string {
  stop?.();
  stop = undefined;
  const taken = typed;
  typed = "";
  return taken;
}
