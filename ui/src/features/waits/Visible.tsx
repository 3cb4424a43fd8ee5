// A command or path, whole, with everything that could deceive marked and told.

import { isOdd, Notice, VisibleText } from "../../components";
import { useT } from "../../i18n";
import styles from "./Waits.module.css";

export function Visible({ text }: { text: string }) {
  return (
    <>
      <Odd text={text} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <pre className={styles.command} tabIndex={0}>
        <VisibleText text={text} />
      </pre>
    </>
  );
}

/** Told where a text has characters that could deceive. */
export function Odd({ text }: { text: string }) {
  const t = useT();
  return isOdd(text) && <Notice tone="warn">{t("ui.waits.odd")}</Notice>;
}
