// Tells what would be decided about a call, while it is typed. Nothing is run.

import { useEffect, useId, useState } from "react";
import type { Mode, Posture } from "../../bindings/protocol";
import { useCommand } from "../../data";
import { Select, TextArea, TextField } from "../../components";
import { Loading } from "../../components/Loaded";
import { InlineProblem } from "../../components";
import { useT } from "../../i18n";
import { EMPTY_CALL, type Form, made, type TestCall } from "./test-call";
import styles from "./CallTester.module.css";
import { Verdict } from "./Verdict";
import { MODE_NAME, POSTURE_NAME, POSTURES } from "./words";

interface CallTesterProps {
  workspace: string | undefined;
  /** What it begins with; a session's own where there is one. */
  posture: Posture;
  mode: Mode;
}

const PAUSE_MS = 200;
const FORMS: readonly { value: Form; text: string }[] = [
  { value: "bash", text: "ui.tester.tool_bash" },
  { value: "read_file", text: "ui.tester.tool_read" },
  { value: "write_file", text: "ui.tester.tool_write" },
  { value: "other", text: "ui.tester.other_tool" },
];

export function CallTester({ workspace, posture: itsPosture, mode: itsMode }: CallTesterProps) {
  const t = useT();
  const [call, setCall] = useState<TestCall>(EMPTY_CALL);
  // Until it is changed here, the session's own follows.
  const [chosenPosture, setPosture] = useState<Posture>();
  const [chosenMode, setMode] = useState<Mode>();
  const posture = chosenPosture ?? itsPosture;
  const mode = chosenMode ?? itsMode;
  const ready = made(call);
  const fault = ready !== undefined && "fault" in ready ? ready.fault : undefined;
  return (
    <div className={styles.tester}>
      <p className={styles.note}>{t("ui.tester.intro")}</p>
      <div className={styles.row}>
        <Labelled text={t("ui.tester.tool")}>
          {(id) => (
            <Select<Form>
              id={id}
              value={call.form}
              onChange={(form) => setCall({ ...call, form })}
              choices={FORMS.map(({ value, text }) => ({ value, label: t(text) }))}
            />
          )}
        </Labelled>
        <Labelled text={t("ui.tester.posture")}>
          {(id) => (
            <Select<Posture>
              id={id}
              value={posture}
              onChange={setPosture}
              choices={POSTURES.map((value) => ({ value, label: t(POSTURE_NAME[value]) }))}
            />
          )}
        </Labelled>
        <Labelled text={t("ui.tester.mode")}>
          {(id) => (
            <Select<Mode>
              id={id}
              value={mode}
              onChange={setMode}
              choices={(["normal", "plan"] as const).map((value) => ({ value, label: t(MODE_NAME[value]) }))}
            />
          )}
        </Labelled>
      </div>
      <CallFields call={call} fault={fault} onChange={setCall} />
      {ready !== undefined && !("fault" in ready) ? (
        <Decided call={ready} {...{ workspace, posture, mode }} />
      ) : (
        <p className={styles.note}>{t("ui.tester.empty")}</p>
      )}
    </div>
  );
}

interface CallFieldsProps {
  call: TestCall;
  fault: string | undefined;
  onChange: (call: TestCall) => void;
}

function CallFields({ call, fault, onChange }: CallFieldsProps) {
  const t = useT();
  if (call.form !== "other") {
    return (
      <TextField
        label={t(call.form === "bash" ? "ui.tester.command" : "ui.tester.path")}
        mono
        value={call.subject}
        onChange={(event) => onChange({ ...call, subject: event.target.value })}
      />
    );
  }
  return (
    <>
      <TextField
        label={t("ui.tester.other_name")}
        mono
        value={call.tool}
        onChange={(event) => onChange({ ...call, tool: event.target.value })}
      />
      <TextArea
        label={t("ui.tester.args")}
        mono
        rows={3}
        spellCheck={false}
        error={fault === undefined ? undefined : t("ui.tester.args_bad", { reason: fault })}
        value={call.args}
        onChange={(event) => onChange({ ...call, args: event.target.value })}
      />
    </>
  );
}

interface DecidedProps extends CallTesterProps {
  call: { tool: string; args: string };
}

function Decided({ call, workspace, posture, mode }: DecidedProps) {
  const t = useT();
  const [settled, setSettled] = useState(call);
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ tool: call.tool, args: call.args }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [call.tool, call.args]);
  const params = { calls: [{ ...settled, posture, mode }] };
  const explained = useCommand("permissions_explain", params, {
    workspace,
    enabled: workspace !== undefined,
    keepFormer: true,
  });
  const verdict = explained.data?.verdicts[0];
  if (explained.error) return <InlineProblem problem={explained.error} onRetry={() => void explained.refetch()} />;
  return verdict === undefined ? <Loading text={t("ui.tester.testing")} /> : <Verdict verdict={verdict} />;
}

function Labelled({ text, children }: { text: string; children: (id: string) => React.ReactNode }) {
  const id = useId();
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{text}</label>
      {children(id)}
    </div>
  );
}
