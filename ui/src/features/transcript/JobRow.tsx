// A line that tells of a background job: that it has ended, or that it has been quiet for long.

import { SquareTerminal } from "lucide-react";
import { setLayout } from "../../app/layout";
import { cx } from "../../components";
import { duration, useT } from "../../i18n";
import { jobWords } from "../../parts/jobs/words";
import { useView } from "../../session";
import styles from "./Rows.module.css";

interface JobRowProps {
  session: string;
  job: string;
  news: "stalled" | "ended";
}

export function JobRow({ session, job: id, news }: JobRowProps) {
  const t = useT();
  const job = useView(session, (view) => view.jobs.find((one) => one.id === id));
  if (job === undefined) return null;
  const { text: state, tone } = jobWords(t, job);
  const told =
    news === "ended"
      ? t("ui.jobs.row_ended", { job: id, state })
      : t("ui.jobs.row_stalled", { job: id, time: duration(job.stalledMs ?? 0) });
  const isBad = news === "stalled" || tone === "danger" || tone === "warn";
  return (
    <div className={styles.job}>
      <SquareTerminal aria-hidden size={14} />
      <button type="button" className={styles.jobLink} onClick={() => setLayout({ panel: true, tab: "jobs" })}>
        <span className={cx(styles.jobState, isBad && styles.jobBad)}>{told}</span>
        <code className={styles.jobCommand}>{job.command}</code>
      </button>
    </div>
  );
}
