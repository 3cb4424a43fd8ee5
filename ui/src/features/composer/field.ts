// The field that one writes in: its height, and its draft that outlives the page.

import { useEffect, useLayoutEffect, useRef } from "react";
import { type Draft, readDraft, saveDraft } from "./drafts";

const SAVE_AFTER_MS = 300;

export function useSavedDraft(session: string, draft: Draft): void {
  useEffect(() => {
    const timer = setTimeout(() => saveDraft(session, draft), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [session, draft]);
  // A page that is left keeps what the timer has not yet.
  useEffect(() => {
    const save = () => saveDraft(session, readDraft(session));
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [session]);
}

/** The way to put the caret where a text that is given now wants it: with that text, before anything else is typed. */
export function usePlacedCaret(field: React.RefObject<HTMLTextAreaElement | null>): (at: number) => void {
  const wanted = useRef<number>(undefined);
  useLayoutEffect(() => {
    const at = wanted.current;
    wanted.current = undefined;
    if (at !== undefined) field.current?.setSelectionRange(at, at);
  });
  return (at) => {
    wanted.current = at;
    field.current?.focus();
  };
}

/** As high as its text, up to what the style sheet allows. */
export function useGrowing(field: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what changes the height
  useLayoutEffect(() => {
    if (field.current === null) return;
    field.current.style.height = "auto";
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [field, text]);
}
