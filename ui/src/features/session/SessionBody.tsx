// What stands where the transcript goes: itself, or why it is not there.

import type { ReactNode } from "react";
import { Button, EmptyState, InlineProblem, Spinner } from "../../components";
import { useT } from "../../i18n";
import { useWaysOut } from "../../parts/problem/useWaysOut";
import { isInUse, reopenSession, useLink, useView } from "../../session";
import styles from "./SessionBody.module.css";

interface SessionBodyProps {
  session: string;
  transcript: ReactNode;
  onCopy: () => void;
}

export function SessionBody({ session, transcript, onCopy }: SessionBodyProps) {
  const t = useT();
  const { link, problem } = useLink(session);
  const caughtUp = useView(session, (view) => view.caughtUp);
  const empty = useView(session, (view) => view.items.length === 0);
  const workspace = useView(session, (view) => view.workspace);
  const ways = useWaysOut(problem);
  if (link === "closed" && problem) {
    const copy = isInUse(problem) ? <Button onClick={onCopy}>{t("ui.session.open_copy")}</Button> : ways;
    return (
      <>
        <div className={styles.problem}>
          <InlineProblem problem={problem} onRetry={() => reopenSession(session)} actions={copy} />
        </div>
        {caughtUp && !empty ? transcript : <div className={styles.fill} />}
      </>
    );
  }
  if (!caughtUp) {
    return (
      <div className={styles.loading} role="status">
        <Spinner />
        {t("ui.session.opening")}
      </div>
    );
  }
  if (!empty) return transcript;
  return (
    <div className={styles.fill}>
      <EmptyState title={t("ui.transcript.empty")}>{t("ui.transcript.empty_text", { workspace })}</EmptyState>
    </div>
  );
}
