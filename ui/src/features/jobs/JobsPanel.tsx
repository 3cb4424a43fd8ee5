// The background jobs of a session: those that run first, each with its live output and a way to stop it.

import { SquareTerminal } from "lucide-react";
import { EmptyState } from "../../components";
import { useT } from "../../i18n";
import { useView } from "../../session";
import { JobCard } from "./JobCard";
import styles from "./JobsPanel.module.css";

export default function JobsPanel({ session }: { session: string }) {
  const t = useT();
  const jobs = useView(session, (view) => view.jobs);
  if (jobs.length === 0) {
    return (
      <EmptyState icon={<SquareTerminal aria-hidden size={24} />} title={t("ui.jobs.empty")}>
        {t("ui.jobs.empty_text")}
      </EmptyState>
    );
  }
  const newest = [...jobs].reverse();
  const running = newest.filter(({ end }) => end === undefined);
  const ended = newest.filter(({ end }) => end !== undefined);
  return (
    <ul className={styles.panel} aria-label={t("ui.panel.jobs")}>
      {[...running, ...ended].map((job) => (
        <li key={job.id}>
          <JobCard session={session} job={job} />
        </li>
      ))}
    </ul>
  );
}
