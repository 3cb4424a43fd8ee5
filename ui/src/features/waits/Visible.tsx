// A command or path, whole, with everything that could deceive marked.

import { useMemo } from "react";
import { Notice } from "../../components";
import { useT } from "../../i18n";
import { codePoint, pieces } from "./visible";
import styles from "./Waits.module.css";

export function Visible({ text }: { text: string }) {
  const t = useT();
  const parts = useMemo(() => pieces(text), [text]);
  const odd = parts.some((piece) => piece.odd !== undefined);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <pre className={styles.command} tabIndex={0}>
        {parts.map((piece, at) =>
          piece.odd === undefined ? (
            piece.text
          ) : (
            <mark
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name and never move
              key={at}
              className={styles.odd}
              title={`${t(`ui.waits.odd_${piece.odd}`)} ${codePoint(piece.text)}`}
            >
              {piece.odd === "lookalike" ? `${piece.text}⟨${codePoint(piece.text)}⟩` : `⟨${codePoint(piece.text)}⟩`}
            </mark>
          ),
        )}
      </pre>
      {odd && <Notice tone="warn">{t("ui.waits.odd")}</Notice>}
    </>
  );
}
