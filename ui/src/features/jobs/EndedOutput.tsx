// What a job that has ended printed: its end first, and what stands before by pages.

import { useState } from "react";
import type { JobOutputReply, Problem } from "../../bindings/protocol";
import { Button, CopyButton, InlineProblem } from "../../components";
import { Loaded } from "../../components/Loaded";
import { ScrollText } from "../../components/ScrollText";
import { call, useCommand } from "../../data";
import { asProblem, bytes, useT } from "../../i18n";
import { plainOutput } from "../../parts/output/ansi";
import { useView } from "../../session";
import styles from "./JobsPanel.module.css";

const PAGE_BYTES = 64 * 1024;

export function EndedOutput({ session, job }: { session: string; job: string }) {
  const workspace = useView(session, (view) => view.workspace) || undefined;
  const end = useCommand("job_output", { session, job, limit: PAGE_BYTES }, { workspace });
  return <Loaded query={end}>{(reply) => <Text {...{ session, job, workspace, reply }} />}</Loaded>;
}

interface TextProps {
  session: string;
  job: string;
  workspace: string | undefined;
  reply: JobOutputReply;
}

function Text({ session, job, workspace, reply }: TextProps) {
  const t = useT();
  const [earlier, setEarlier] = useState({ text: "", offset: reply.offset });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const load = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const offset = Math.max(0, earlier.offset - PAGE_BYTES);
      const page = await call("job_output", { session, job, offset, limit: earlier.offset - offset }, workspace);
      setEarlier({ text: page.text + earlier.text, offset: page.offset });
    } catch (thrown) {
      setProblem(asProblem(thrown));
    } finally {
      setBusy(false);
    }
  };
  const shown = plainOutput(earlier.text + reply.text);
  if (shown.trim() === "" && earlier.offset === 0) return <p className={styles.note}>{t("ui.jobs.no_output")}</p>;
  return (
    <>
      <div className={styles.pager}>
        {earlier.offset > 0 && (
          <Button look="quiet" busy={busy} onClick={() => void load()}>
            {t("ui.jobs.earlier")}
          </Button>
        )}
        <span className={styles.space} />
        <span>{bytes(reply.size)}</span>
        <CopyButton label={t("ui.jobs.copy")} text={shown} />
      </div>
      {problem && <InlineProblem problem={problem} onRetry={() => void load()} />}
      <ScrollText label={t("ui.jobs.output", { job })} text={shown} className={styles.output} />
    </>
  );
}
