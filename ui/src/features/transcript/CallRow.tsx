// One tool call: what it is about, how it stands, and on demand what came of it. Changes and failures show by themselves.

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { CallId } from "../../bindings/protocol";
import { cx, Spinner, VisibleText } from "../../components";
import { useT } from "../../i18n";
import { type CallView, callOf, useView } from "../../session";
import { CallBody } from "./CallBody";
import styles from "./CallRow.module.css";
import { CallState } from "./CallState";
import { iconOf, useToolWord } from "./tool-words";

export function CallRow({ session, call: id }: { session: string; call: CallId }) {
  const call = useView(session, (view) => callOf(view, id));
  const word = useToolWord();
  const t = useT();
  const [chosen, setChosen] = useState<boolean>();
  if (call === undefined) return null;
  const open = chosen ?? opensItself(call);
  const Icon = iconOf(call.tool);
  const running = call.stage === "started";
  return (
    <div className={styles.call}>
      <button type="button" className={styles.head} aria-expanded={open} onClick={() => setChosen(!open)}>
        <ChevronRight aria-hidden size={14} className={cx(styles.chevron, open && styles.turned)} />
        {running ? <Spinner size={16} /> : <Icon size={16} className={styles.icon} />}
        <span className={styles.tool}>{word(call.tool)}</span>{" "}
        <span className={cx(styles.subject, isCode(call) && styles.code)}>
          <VisibleText isBeginning text={subjectOf(call, t)} />
        </span>{" "}
        <CallState session={session} call={call} />
      </button>
      {open && (
        <div className={styles.body}>
          <CallBody session={session} call={call} />
        </div>
      )}
    </div>
  );
}

function isCode(call: CallView): boolean {
  return call.tool === "bash" || call.tool === "grep" || call.tool === "glob";
}

function subjectOf(call: CallView, t: ReturnType<typeof useT>): string {
  if (call.tool !== "todo_write") return call.subject.split("\n", 1)[0] ?? "";
  const todos = todosOf(call);
  const done = todos.filter((todo) => todo.status === "completed").length;
  const current = todos.find((todo) => todo.status === "in_progress")?.content;
  return [t("ui.todos.done", { done, all: todos.length }), current].filter(Boolean).join(" · ");
}

/** The list that a call of `todo_write` set; empty where its arguments are not one. */
export function todosOf(call: CallView): { content: string; status: string; level?: number }[] {
  try {
    const { todos } = JSON.parse(call.args) as { todos?: unknown };
    return Array.isArray(todos) ? todos : [];
  } catch {
    return [];
  }
}

/** What changed, what runs, what was asked and what went wrong is worth showing unasked. */
function opensItself(call: CallView): boolean {
  if (call.display?.type === "diff") return true;
  if (call.stage === "started") return call.output !== undefined;
  if (call.tool === "ask") return call.stage === "finished";
  return call.outcome === "failed" || call.outcome === "denied" || call.outcome === "unknown";
}
