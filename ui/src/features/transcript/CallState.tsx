// How a call stands, in words, at the end of its line.

import { useEffect, useState } from "react";
import { duration, ticking, useT } from "../../i18n";
import { type CallStage, type CallView, useView } from "../../session";
import styles from "./CallRow.module.css";

/** From here on a running call tells how long it has been running, in milliseconds. */
const SLOW = 1000;
/** A shorter call does not tell how long it took. */
const SHOWN_FROM = 100;

export function CallState({ session, call }: { session: string; call: CallView }) {
  const t = useT();
  if (call.stage === "waiting") return <span className={styles.waiting}>{t("ui.call.waiting")}</span>;
  if (call.stage === "started") return <Running since={call.startedAt} />;
  if (call.stage !== "finished") return <Coming session={session} stage={call.stage} />;
  const bad = call.outcome !== "completed";
  const exit = call.display?.type === "command" && call.display.exit !== null ? call.display.exit : undefined;
  const job = call.display?.type === "job" ? call.display.job : undefined;
  const changed = call.display?.type === "diff" ? call.display.files : [];
  const removed = changed.reduce((sum, file) => sum + file.removed, 0);
  return (
    <>
      {changed.length > 0 && (
        <span className={styles.meta}>
          <span className={styles.added}>+{changed.reduce((sum, file) => sum + file.added, 0)}</span>{" "}
          {removed > 0 && <span className={styles.removed}>−{removed}</span>}
        </span>
      )}
      {job !== undefined && <span className={styles.meta}>{t("ui.call.in_background", { job })}</span>}
      {exit !== undefined && exit !== 0 && <span className={styles.failed}>{t("ui.call.exit", { code: exit })}</span>}
      {bad && !exit && <span className={styles.failed}>{t(`ui.call.${call.outcome}`)}</span>}
      {!bad && <span className="sr-only">{t("ui.call.completed")}</span>}
      {(call.durationMs ?? 0) >= SHOWN_FROM && <span className={styles.meta}>{duration(call.durationMs ?? 0)}</span>}
    </>
  );
}

/** Nothing of a message runs before all of it is decided, so a call may wait for the answer to another one. */
function Coming({ session, stage }: { session: string; stage: CallStage }) {
  const t = useT();
  const waits = useView(session, (view) => view.waits.length > 0);
  const running = useView(session, (view) => view.running !== undefined);
  const word = !running ? "stopped" : waits ? "after_answer" : stage === "frozen" ? "deciding" : "in_line";
  return <span className={styles.meta}>{t(`ui.call.${word}`)}</span>;
}

function Running({ since }: { since: number | undefined }) {
  const t = useT();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const passed = since === undefined ? 0 : now - since;
  return (
    <span className={styles.meta}>
      {t("ui.call.running")}
      {passed > SLOW && ` ${ticking(passed)}`}
    </span>
  );
}
