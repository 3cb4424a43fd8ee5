// What `doctor` finds: each check with its level, and what to do where something is wrong.

import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { showNote, showProblem } from "../../../app/Toasts";
import { useHere } from "../../../app/workspace";
import type { Check, CheckLevel, DoctorReply, Problem } from "../../../bindings/protocol";
import { Button, InlineProblem, Switch, Words } from "../../../components";
import { Loaded, Loading } from "../../../components/Loaded";
import { host } from "../../../host";
import { problemText, type Translate, useT } from "../../../i18n";
import { Page } from "../Page";
import styles from "./Doctor.module.css";

const LEVELS: Record<CheckLevel, { text: string; icon: typeof Info }> = {
  ok: { text: "ui.doctor.level_ok", icon: CircleCheck },
  info: { text: "ui.doctor.level_info", icon: Info },
  warning: { text: "ui.doctor.level_warning", icon: TriangleAlert },
  error: { text: "ui.doctor.level_error", icon: CircleAlert },
};

export function DoctorPage() {
  const t = useT();
  const [reaches, setReaches] = useState(false);
  const report = useHere("doctor", { reach_provider: reaches });
  const copy = async (reply: DoctorReply) => {
    try {
      await host().platform.copyText(reportText(t, reply));
      showNote(t("ui.doctor.copied"));
    } catch (thrown) {
      showProblem(thrown);
    }
  };
  return (
    <Page title={t("ui.doctor.title")} intro={t("ui.doctor.intro")}>
      <div className={styles.bar}>
        <Button busy={report.isFetching} onClick={() => void report.refetch()}>
          {t("ui.doctor.run")}
        </Button>
        <span className={styles.reach}>
          <Switch checked={reaches} onChange={setReaches} label={t("ui.doctor.reach")} />
          <span aria-hidden>{t("ui.doctor.reach")}</span>
        </span>
        {report.data && <Button onClick={() => report.data && void copy(report.data)}>{t("ui.doctor.copy")}</Button>}
      </div>
      {report.isFetching && report.data === undefined ? (
        <Loading text={t("ui.doctor.running")} />
      ) : (
        <Loaded query={report}>
          {({ checks, config }) => (
            <>
              <ul className={styles.checks}>
                {checks.map((check, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a check may be there twice, in a fixed order.
                  <CheckRow key={index} check={check} />
                ))}
              </ul>
              {config.length > 0 && (
                <div>
                  <p className={styles.note}>{t("doctor.set_values")}</p>
                  <ul className={styles.values}>
                    {config.map(({ key, toml }, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a joined list has a row for each file.
                      <li key={index}>
                        <code>
                          {key} = {toml}
                        </code>
                      </li>
                    ))}
                  </ul>
                </div>
              )}
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

function CheckRow({ check: { name, level, found, problem } }: { check: Check }) {
  const t = useT();
  const { text, icon: Icon } = LEVELS[level];
  const isWrong = level === "error" || level === "warning";
  return (
    <li className={styles.check}>
      <span className={styles.level} data-level={level} title={t(text)}>
        <Icon aria-hidden size={16} />
        <span className="sr-only">{t(text)}</span>
      </span>
      <span className={styles.name}>{t(`doctor.${name}`)}</span>
      <span className={styles.found}>
        {found ?? t("doctor.nothing_found")}
        {problem && isWrong && (
          <InlineProblem problem={problem} live={false} tone={level === "error" ? "danger" : "warn"} />
        )}
        {/* What is as it should be asks for no attention. */}
        {problem && !isWrong && <Remark problem={problem} />}
      </span>
    </li>
  );
}

function Remark({ problem }: { problem: Problem }) {
  const { message, hint } = problemText(useT(), problem);
  return (
    <span className={styles.note}>
      <Words text={message} /> {hint && <Words text={hint} />}
    </span>
  );
}

function reportText(t: Translate, { checks, config }: DoctorReply): string {
  const lines = checks.map(({ name, level, found, problem }) => {
    const said = problem ? problemText(t, problem) : undefined;
    return [
      `${level.padEnd(8)}${t(`doctor.${name}`)}: ${found ?? t("doctor.nothing_found")}`,
      said?.message,
      said?.hint,
    ]
      .filter(Boolean)
      .join("\n        ");
  });
  return [...lines, ...config.map(({ key, toml }) => `${key} = ${toml}`)].join("\n");
}
