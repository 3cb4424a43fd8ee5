// The title of the session that is shown, with its menu. It is renamed in place, and what can be done to it is on offer
// as actions while it is shown.

import { useState } from "react";
import type { SessionId } from "../../bindings/protocol";
import { runAction, useProvideActions } from "../../app/actions";
import { SESSION_ACTIONS } from "../../app/session-actions";
import { useCommand } from "../../data";
import { useT } from "../../i18n";
import { RenameField } from "./RenameField";
import { SessionMenu } from "./SessionMenu";
import styles from "./SessionTitle.module.css";
import { useSessionActs } from "./useSessionActs";

interface SessionTitleProps {
  session: SessionId;
  /** Shown while no list knows a title. */
  fallback: string;
  workspace: string | undefined;
}

export function SessionTitle({ session: id, fallback, workspace }: SessionTitleProps) {
  const t = useT();
  const [isRenamed, setIsRenamed] = useState(false);
  const acts = useSessionActs(workspace);
  const params = { all_workspaces: false, archived: true };
  const list = useCommand("sessions_list", params, { workspace, enabled: workspace !== undefined });
  const session = list.data?.sessions.find((summary) => summary.id === id);
  const title = session?.title || fallback || t("ui.sidebar.untitled");
  useProvideActions(
    session
      ? [
          { ...SESSION_ACTIONS.rename, run: () => setIsRenamed(true) },
          { ...SESSION_ACTIONS.archive, run: () => acts.setArchived(session, !session.archived) },
          { ...SESSION_ACTIONS.delete, run: () => acts.remove(session) },
          { ...SESSION_ACTIONS.copyId, run: () => acts.copyId(session) },
          { ...SESSION_ACTIONS.copyJournal, run: () => acts.copyJournalPath(session) },
        ]
      : [],
  );
  if (isRenamed && session) {
    const end = (next: string | undefined) => {
      if (next !== undefined) acts.rename(session, next);
      setIsRenamed(false);
      // The field is gone then; whoever clicked elsewhere stays there.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) runAction("composer.focus");
      });
    };
    return <RenameField title={session.title} onEnd={end} />;
  }
  return (
    <>
      <h1 className={styles.title} title={title}>
        {title}
      </h1>
      {session && <SessionMenu {...{ session, title, acts }} onRename={() => setIsRenamed(true)} />}
    </>
  );
}
