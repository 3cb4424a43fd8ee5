import { Fragment } from "react";
import styles from "./Words.module.css";

/** A text of the catalogue, with what stands between backticks as code. */
export function Words({ text }: { text: string }) {
  return text.split(/`([^`\n]+)`/).map((part, at) => {
    const key = `${at} ${part}`;
    return at % 2 === 0 ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <code key={key} className={styles.code}>
        {part}
      </code>
    );
  });
}
