// A finished call's output: a preview, and the whole by pages when it is asked for.

import { useState } from "react";
import type { Problem } from "../../bindings/protocol";
import { Button, CopyButton, InlineProblem } from "../../components";
import { call as ask } from "../../data";
import { asProblem, bytes, useT } from "../../i18n";
import type { CallView } from "../../session";
import { plainOutput } from "../../parts/output/ansi";
import styles from "./CallRow.module.css";

const PAGE_BYTES = 128 * 1024;

interface Pages {
  text: string;
  next: number | null;
  size: number;
}

export function Output({ session, call }: { session: string; call: CallView }) {
  const t = useT();
  const [pages, setPages] = useState<Pages>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const shown = plainOutput(pages?.text ?? call.content ?? "");
  const load = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const offset = pages?.next ?? 0;
      const page = await ask("output_read", { session, call: call.id, offset, limit: PAGE_BYTES });
      setPages({ text: (pages?.text ?? "") + page.text, next: page.next ?? null, size: page.size });
    } catch (thrown) {
      setProblem(asProblem(thrown));
    } finally {
      setBusy(false);
    }
  };
  if (shown.trim() === "" && !call.cut) return <p className={styles.empty}>{t("ui.call.no_output")}</p>;
  const more = pages === undefined ? call.cut === true : pages.next !== null;
  return (
    <>
      <div className={styles.copied}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
        <pre className={styles.output} tabIndex={0}>
          {shown}
        </pre>
        <div className={styles.copy}>
          <CopyButton text={shown} label={t("ui.call.copy_output")} />
        </div>
      </div>
      {(more || pages) && (
        <div className={styles.pager}>
          {more && (
            <Button look="quiet" busy={busy} onClick={() => void load()}>
              {t(pages === undefined ? "ui.call.show_whole" : "ui.call.show_more")}
            </Button>
          )}
          {pages && <span>{bytes(pages.size)}</span>}
        </div>
      )}
      {problem && <InlineProblem problem={problem} onRetry={() => void load()} />}
    </>
  );
}
