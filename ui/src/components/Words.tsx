import { Fragment } from "react";
import styles from "./Words.module.css";

/** A text of the catalogue, with what stands between backticks as code. */
export function Words({ text }: { text: string }) {
  const parts = text.split(/`([^`\n]+)`/);
  return parts.map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never move
    at % 2 === 1 ? (
      <code key={at} className={styles.code}>
        {part}
      </code>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}
