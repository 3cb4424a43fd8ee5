// The plain rows: answers, thinking, what is being prepared, notices and errors.

import { Brain, ChevronRight } from "lucide-react";
import { useCallback, useState } from "react";
import { viewFile } from "../../app/file-viewer";
import { showProblem } from "../../app/Toasts";
import type { Problem } from "../../bindings/protocol";
import { cx, InlineProblem, Markdown, Spinner } from "../../components";
import { useT } from "../../i18n";
import { ProblemWithWays } from "../../parts/problem/ProblemWithWays";
import { type Item, inputOf, sessionStore, submit, useLink, useView } from "../../session";
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

/** Why a turn failed. While nothing came after it, with the ways out: the same text again, another model, its key. */
export function ErrorRow({ session, item }: Of<"error"> & { session: string }) {
  const isNewest = useView(session, (view) => view.running === undefined && view.turns.length === item.turn);
  const link = useLink(session).link;
  const again = () => {
    const text = inputOf(sessionStore(session).getState().view, item.turn);
    if (text !== undefined) sendAgain(session, text).catch(showProblem);
  };
  return (
    <div className={styles.notice}>
      {isNewest && link !== "closed" ? (
        <ProblemWithWays problem={item.problem} live={false} onAgain={again} />
      ) : (
        <InlineProblem problem={item.problem} live={false} />
      )}
    </div>
  );
}

function sendAgain(session: string, text: string): Promise<void> {
  return submit(session, { type: "start_turn", input: [{ type: "text", text }] });
}
