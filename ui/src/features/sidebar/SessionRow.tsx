// One session in the list: opens it, says how it stands, and has its menu. Keys of the list are in `SessionList`.

import type { SessionStatus, SessionSummary } from "../../bindings/protocol";
import { useLanguage, useT } from "../../i18n";
import { RenameField } from "../../parts/session/RenameField";
import { SessionMenu } from "../../parts/session/SessionMenu";
import { when } from "./when";
import styles from "./SessionRow.module.css";
import { StatusBadge } from "./StatusBadge";
import type { SessionActs } from "../../parts/session/useSessionActs";

interface SessionRowProps {
  session: SessionSummary;
  status: SessionStatus;
  isOpen: boolean;
  /** Whether Tab leads to it. */
  isReachable: boolean;
  isRenamed: boolean;
  /** Text around what was searched. */
  excerpt?: string | undefined;
  acts: SessionActs;
  onOpen: () => void;
  onRename: (renaming: boolean) => void;
}

export function SessionRow({ session, status, isOpen, isReachable, isRenamed, excerpt, acts, ...on }: SessionRowProps) {
  const t = useT();
  const language = useLanguage();
  const title = session.title || t("ui.sidebar.untitled");
  const tabIndex = isReachable ? 0 : -1;
  const endRename = (next: string | undefined) => {
    if (next !== undefined) acts.rename(session, next);
    on.onRename(false);
  };
  return (
    <li className={styles.row} data-open={isOpen || undefined} data-session={session.id}>
      {isRenamed ? (
        <RenameField title={session.title} onEnd={endRename} />
      ) : (
        <button
          type="button"
          className={styles.main}
          tabIndex={tabIndex}
          aria-current={isOpen ? "page" : undefined}
          aria-keyshortcuts="F2 Delete"
          title={title}
          onClick={on.onOpen}
        >
          <span className={styles.words}>
            <span className={styles.title}>{title}</span>
            {excerpt && <span className={styles.excerpt}>{excerpt}</span>}
          </span>
          <span className={styles.when}>{when(session.changed_at, language)}</span>
          <StatusBadge status={status} inUse={session.in_use} />
        </button>
      )}
      {!isRenamed && (
        <span className={styles.menu}>
          <SessionMenu {...{ session, title, acts, tabIndex }} onRename={() => on.onRename(true)} />
        </span>
      )}
    </li>
  );
}
