// A call, or several readers in a row behind one line.

import { ChevronRight, FileSearch } from "lucide-react";
import { useState } from "react";
import type { CallId } from "../../bindings/protocol";
import { cx } from "../../components";
import { useT } from "../../i18n";
import { callOf, type SessionView, useView } from "../../session";
import { CallRow } from "./CallRow";
import styles from "./CallRow.module.css";

export function CallsRow({ session, calls }: { session: string; calls: readonly CallId[] }) {
  const [only] = calls;
  if (calls.length === 1 && only !== undefined) return <CallRow session={session} call={only} />;
  return <Readers session={session} calls={calls} />;
}

function Readers({ session, calls }: { session: string; calls: readonly CallId[] }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const subjects = useView(session, (view) => subjectsOf(view, calls));
  const bad = useView(session, (view) => calls.filter((id) => isBad(view, id)).length);
  const done = useView(session, (view) => calls.every((id) => callOf(view, id)?.stage === "finished"));
  return (
    <div className={styles.call}>
      <button type="button" className={styles.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden size={14} className={cx(styles.chevron, open && styles.turned)} />
        <FileSearch aria-hidden size={16} className={styles.icon} />
        <span className={styles.tool}>{t("ui.transcript.readers", { count: calls.length })}</span>{" "}
        <span className={styles.subject}>{subjects}</span>{" "}
        {bad > 0 && <span className={styles.failed}>{t("ui.transcript.readers_failed", { count: bad })}</span>}
        {!done && <span className={styles.meta}>{t("ui.call.running")}</span>}
      </button>
      {open && (
        <div className={styles.inner}>
          {calls.map((call) => (
            <CallRow key={call} session={session} call={call} />
          ))}
        </div>
      )}
    </div>
  );
}

function subjectsOf(view: SessionView, calls: readonly CallId[]): string {
  const subjects = calls.slice(0, 12).map((id) => callOf(view, id)?.subject ?? "");
  return [...new Set(subjects.filter(Boolean))].join(", ");
}

function isBad(view: SessionView, id: CallId): boolean {
  const outcome = callOf(view, id)?.outcome;
  return outcome !== undefined && outcome !== "completed";
}
