// What came of a call, by the form it is shown in.

import { Fragment } from "react";
import { DiffView, TodoList, VisibleText, Words } from "../../components";
import { problemText, useT } from "../../i18n";
import { type CallView, commandOf } from "../../session";
import { plainOutput } from "../../parts/output/ansi";
import { argsText } from "./args-text";
import styles from "./CallRow.module.css";
import { todosOf } from "./CallRow";
import { Output } from "./Output";

export function CallBody({ session, call }: { session: string; call: CallView }) {
  const t = useT();
  if (call.stage === "started") return <LiveOutput text={call.output ?? ""} />;
  if (call.stage !== "finished") return <Args call={call} />;
  if (call.outcome === "denied" && call.reason) {
    const { message, hint } = problemText(t, call.reason);
    return (
      <>
        <p className={styles.reason}>
          <Words text={message} /> {hint && <Words text={hint} />}
        </p>
        <Args call={call} />
      </>
    );
  }
  if (call.tool === "todo_write" && call.outcome === "completed") return <TodoList todos={todosOf(call)} />;
  if (call.questions && call.answer?.type === "questions") return <Answers call={call} />;
  if (call.display?.type === "diff") return <Files call={call} />;
  return (
    <>
      {call.tool === "bash" && <Args call={call} />}
      <Output session={session} call={call} />
    </>
  );
}

/** The exact command, or the arguments as they are read where there is none. */
function Args({ call }: { call: CallView }) {
  const text = call.tool === "bash" ? `$ ${commandOf(call) ?? call.subject}` : argsText(call.args);
  return (
    <pre className={styles.output}>
      <VisibleText text={text} />
    </pre>
  );
}

function LiveOutput({ text }: { text: string }) {
  const t = useT();
  if (text === "") return <p className={styles.empty}>{t("ui.call.no_output_yet")}</p>;
  const lines = plainOutput(text).replace(/\n$/, "").split("\n");
  return <pre className={styles.output}>{lines.slice(-12).join("\n")}</pre>;
}

function Files({ call }: { call: CallView }) {
  if (call.display?.type !== "diff") return null;
  return (
    <div className={styles.diff}>
      {call.display.files.map((file) => (
        <div key={file.path} className={styles.file}>
          <div className={styles.path}>{file.moved_from ? `${file.moved_from} → ${file.path}` : file.path}</div>
          {file.unified !== "" && <DiffView unified={file.unified} />}
        </div>
      ))}
    </div>
  );
}

function Answers({ call }: { call: CallView }) {
  const answers = call.answer?.type === "questions" ? call.answer.answers : [];
  return (
    <dl className={styles.answers}>
      {call.questions?.map((question, at) => (
        <Fragment key={question.question}>
          <dt>{question.question}</dt>
          <dd>{[...(answers[at]?.chosen ?? []), answers[at]?.own_words].filter(Boolean).join(", ")}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
