// The plain rows: answers, thinking, what is being prepared, notices and errors.

import { Brain, ChevronRight } from "lucide-react";
import { useCallback, useState } from "react";
import { viewFile } from "../../app/file-viewer";
import type { Problem } from "../../bindings/protocol";
import { cx, InlineProblem, Markdown, Spinner } from "../../components";
import { useT } from "../../i18n";
import { type Item, useView } from "../../session";
import styles from "./Rows.module.css";
import { useToolWord } from "./tool-words";

type Of<K extends Item["kind"]> = { item: Extract<Item, { kind: K }> };

export function Answer({ session, item }: Of<"text"> & { session: string }) {
  const t = useT();
  const workspace = useView(session, (view) => view.workspace);
  const onFile = useCallback(
    (path: string, line: number | undefined) => viewFile({ path, workspace, line }),
    [workspace],
  );
  if (item.text.trim() === "") return null;
  return (
    <div className={styles.answer}>
      <Markdown text={item.text} open={item.live} onFile={onFile} />
      {item.cut && <div className={styles.cut}>{t("ui.transcript.cut")}</div>}
    </div>
  );
}

/** Folded to its newest line while it streams, and to one line after. */
export function Reasoning({ item }: Of<"reasoning">) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const lines = item.text.trim().split("\n");
  return (
    <div className={styles.reasoning}>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden size={14} className={cx(styles.chevron, open && styles.turned)} />
        {item.live ? <Spinner size={14} /> : <Brain aria-hidden size={14} />}
        <span className={styles.label}>{t(item.live ? "ui.transcript.thinking" : "ui.transcript.thought")}</span>
        {!open && <span className={styles.line}>{item.live ? lines.at(-1) : lines[0]}</span>}
      </button>
      {open && (
        <div className={styles.thoughts}>
          <Markdown text={item.text} open={item.live} />
        </div>
      )}
    </div>
  );
}

export function Preparing({ item }: Of<"preparing">) {
  const t = useT();
  const word = useToolWord();
  return (
    <div className={styles.preparing}>
      <Spinner />
      {t("ui.transcript.preparing", { tools: item.tools.map(word).join(", ") })}
    </div>
  );
}

export function NoticeRow({ problem }: { problem: Problem }) {
  return (
    <div className={styles.notice}>
      <InlineProblem problem={problem} tone="info" live={false} />
    </div>
  );
}

export function ErrorRow({ problem }: { problem: Problem }) {
  return (
    <div className={styles.notice}>
      <InlineProblem problem={problem} live={false} />
    </div>
  );
}
