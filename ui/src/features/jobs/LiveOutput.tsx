// What a running job prints, following its end unless the reader has gone up.

import { useLayoutEffect, useMemo, useRef } from "react";
import { useT } from "../../i18n";
import { plainOutput } from "../../parts/output/ansi";
import type { JobView } from "../../session";
import styles from "./JobsPanel.module.css";

/** Lines that are drawn: what stands before is read in whole when the job has ended, or in its log. */
const LINES = 400;
/** Within so many pixels of the end it is followed. */
const NEAR = 24;

export function LiveOutput({ job }: { job: JobView }) {
  const t = useT();
  const box = useRef<HTMLElement>(null);
  const follows = useRef(true);
  const text = useMemo(() => {
    const lines = plainOutput(job.output).replace(/\n$/, "").split("\n");
    return lines.slice(-LINES).join("\n");
  }, [job.output]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text is the reason to go to its end.
  useLayoutEffect(() => {
    if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  if (text.trim() === "") return <p className={styles.note}>{t("ui.jobs.no_output_yet")}</p>;
  return (
    <section
      ref={box}
      className={styles.output}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={t("ui.jobs.output", { job: job.id })}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
    >
      <pre>{text}</pre>
    </section>
  );
}
