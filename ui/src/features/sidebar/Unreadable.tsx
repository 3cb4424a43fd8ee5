import type { UnreadableSession } from "../../bindings/protocol";
import { InlineProblem } from "../../components";
import { useT } from "../../i18n";
import styles from "./Sidebar.module.css";

/** Session files that nobody can read, each with its reason. */
export function Unreadable({ sessions }: { sessions: readonly UnreadableSession[] }) {
  const t = useT();
  if (sessions.length === 0) return null;
  return (
    <details className={styles.unreadable}>
      <summary>
        {t("ui.sidebar.unreadable")} ({sessions.length})
      </summary>
      {sessions.map(({ path, problem }) => (
        <InlineProblem key={path} problem={problem} tone="warn" live={false} />
      ))}
    </details>
  );
}
