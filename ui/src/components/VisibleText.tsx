// A text from outside, with everything that could deceive marked.

import { useMemo } from "react";
import { useT } from "../i18n";
import styles from "./VisibleText.module.css";
import { codePoint, pieces } from "./visible";

export function VisibleText({ text }: { text: string }) {
  const t = useT();
  const parts = useMemo(() => pieces(text), [text]);
  return parts.map((piece, at) => {
    if (piece.odd === undefined) return piece.text;
    const code = codePoint(piece.text);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name and never move
      <mark key={at} className={styles.odd} title={`${t(`ui.waits.odd_${piece.odd}`)} ${code}`}>
        {piece.odd === "lookalike" ? `${piece.text}⟨${code}⟩` : `⟨${code}⟩`}
      </mark>
    );
  });
}

/** Whether there is anything that could deceive. */
export function isOdd(text: string): boolean {
  return pieces(text).some((piece) => piece.odd !== undefined);
}
