// What the user asked, as it was written. Long ones are folded.

import { useState } from "react";
import { Button, CopyButton } from "../../components";
import { clock, useT } from "../../i18n";
import type { Item } from "../../session";
import styles from "./UserMessage.module.css";

const LONG_LINES = 12;
const LONG_CHARACTERS = 2000;
/** More is never drawn at once, so that a pasted file does not stop the page. */
const DRAWN_MOST = 100_000;

export function UserMessage({ item }: { item: Extract<Item, { kind: "user" }> }) {
  const t = useT();
  const [whole, setWhole] = useState(false);
  const { text } = item;
  const short = shorten(text);
  const shown = whole ? text.slice(0, DRAWN_MOST) : short;
  return (
    <article className={styles.message} aria-label={t("ui.transcript.you")}>
      <div className={styles.text}>
        {shown}
        {shown.length < text.length && "…"}
      </div>
      <footer className={styles.footer}>
        {short.length < text.length && (
          <Button look="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {t(whole ? "ui.transcript.less" : "ui.transcript.more")}
          </Button>
        )}
        <time dateTime={new Date(item.at).toISOString()}>{clock(item.at)}</time>
        <CopyButton text={text} label={t("ui.transcript.copy_message")} />
      </footer>
    </article>
  );
}

function shorten(text: string): string {
  let end = 0;
  for (let line = 0; line < LONG_LINES; line += 1) {
    const next = text.indexOf("\n", end);
    if (next < 0) return text.slice(0, LONG_CHARACTERS);
    end = next + 1;
  }
  return text.slice(0, Math.min(end - 1, LONG_CHARACTERS));
}
