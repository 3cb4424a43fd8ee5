// A text from outside, with everything that could deceive marked.

import { useMemo } from "react";
import { useT } from "../i18n";
import styles from "./VisibleText.module.css";
import { codePoint, type Piece, pieces, written } from "./visible";

interface VisibleTextProps {
  text: string;
  /** A sentence that is read and never run: signs that look like others are its ordinary punctuation, in Chinese above
   * all. What does not show is marked all the same. */
  prose?: boolean;
  /** The engine gave its beginning: an ellipsis at the end is the engine's own. */
  isBeginning?: boolean;
}

const ELLIPSIS = "…";

export function VisibleText({ text, prose = false, isBeginning = false }: VisibleTextProps) {
  const t = useT();
  const parts = useMemo(() => {
    const isCut = isBeginning && text.endsWith(ELLIPSIS);
    return isCut ? [...pieces(text.slice(0, -ELLIPSIS.length)), { text: ELLIPSIS }] : pieces(text);
  }, [text, isBeginning]);
  return parts.map((piece: Piece, at) => {
    if (piece.odd === undefined || (prose && piece.odd === "lookalike")) return piece.text;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name and never move
      <mark key={at} className={styles.odd} title={`${t(`ui.waits.odd_${piece.odd}`)} ${codePoint(piece.text)}`}>
        {written(piece)}
      </mark>
    );
  });
}

/** Whether there is anything that could deceive. */
export function isOdd(text: string): boolean {
  return pieces(text).some((piece) => piece.odd !== undefined);
}
