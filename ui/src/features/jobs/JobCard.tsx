// One job: how it stands, what it runs, and what it prints.

import { ChevronRight, Square } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Button, Chip, cx, InlineProblem, VisibleText } from "../../components";
import { useAct } from "../../data";
import { duration, ticking, useT } from "../../i18n";
import { jobWords } from "../../parts/jobs/words";
import { type JobView, useView } from "../../session";
import { EndedOutput } from "./EndedOutput";
import styles from "./JobsPanel.module.css";
import { LiveOutput } from "./LiveOutput";

export function JobCard({ session, job }: { session: string; job: JobView }) {
  const t = useT();
  const id = useId();
  const isRunning = job.end === undefined;
  // What runs is shown open, what has ended folded, until somebody wants it otherwise.
  const [wanted, setWanted] = useState<boolean>();
  const open = wanted ?? isRunning;
  const { text, tone } = jobWords(t, job);
  return (
    <section className={styles.job} aria-labelledby={id}>
      <div className={styles.bar}>
        <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setWanted(!open)}>
          <ChevronRight aria-hidden size={14} className={cx(styles.chevron, open && styles.turned)} />
          <span id={id} className={styles.name}>
            {job.id}
          </span>
          {/* One that says nothing is running too, and longer; there is no room for all in a narrow panel. */}
          {isRunning && job.quiet ? (
            <Chip tone="warn">{t("ui.jobs.quiet", { time: duration(job.stalledMs ?? 0) })}</Chip>
          ) : (
            <Chip tone={tone}>{text}</Chip>
          )}
          {!(isRunning && job.quiet) && <Time job={job} />}
        </button>
        {isRunning && <Stop session={session} job={job.id} />}
      </div>
      <pre className={styles.command}>
        <VisibleText text={`$ ${job.command}`} />
      </pre>
      {job.end?.type === "failed" && <InlineProblem problem={job.end.problem} live={false} />}
      {open && job.end?.type === "lost" && <p className={styles.note}>{t("ui.jobs.lost_hint")}</p>}
      {open && (isRunning ? <LiveOutput job={job} /> : <EndedOutput session={session} job={job.id} />)}
    </section>
  );
}

/** How long it has been running, or ran. */
function Time({ job }: { job: JobView }) {
  const isRunning = job.end === undefined;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  // When one that is lost ended, nobody knows.
  if (job.end?.type === "lost") return null;
  const time = isRunning
    ? ticking(Math.max(0, now - job.startedAt))
    : duration(Math.max(0, (job.endedAt ?? job.startedAt) - job.startedAt));
  return <span className={styles.time}>{time}</span>;
}

function Stop({ session, job }: { session: string; job: string }) {
  const t = useT();
  const workspace = useView(session, (view) => view.workspace) || undefined;
  const stop = useAct("job_stop", workspace);
  // It goes on saying so until the job has told its end.
  const isStopping = stop.isPending || stop.isSuccess;
  return (
    <>
      <Button
        look="quiet"
        icon={<Square aria-hidden size={12} />}
        busy={isStopping}
        aria-label={t("ui.jobs.stop_job", { job })}
        onClick={() => stop.mutate({ session, job })}
      >
        {t(isStopping ? "ui.jobs.stopping" : "ui.jobs.stop")}
      </Button>
      {stop.error && <InlineProblem problem={stop.error} />}
    </>
  );
}
