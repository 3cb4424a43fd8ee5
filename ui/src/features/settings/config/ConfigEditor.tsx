// One configuration file: its text, what is wrong with it, and saving it.

import { useEffect, useMemo, useRef } from "react";
import type { ConfigLayer, Problem } from "../../../bindings/protocol";
import { showNote, showProblem } from "../../../app/Toasts";
import { useHere } from "../../../app/workspace";
import { Button, Chip, InlineProblem, Notice } from "../../../components";
import { Loaded } from "../../../components/Loaded";
import { useMay } from "../../../data";
import { host } from "../../../host";
import { type Translate, useT } from "../../../i18n";
import { CodeEditor, type EditorHandle } from "./CodeEditor";
import { suggest } from "./completion";
import styles from "./Config.module.css";
import { atNoPlace, leadsHere, marksOf, type Said, saidOf } from "./marks";
import { STALE, useConfigText } from "./useConfigText";

export function ConfigEditor({ layer }: { layer: ConfigLayer }) {
  const t = useT();
  const may = useMay("settings");
  const editor = useRef<EditorHandle>(null);
  const schema = useHere("config_schema", undefined).data?.schema;
  const { file, text, isChanged, report, saving, problem, ...acts } = useConfigText(layer);
  const said = useMemo(() => (report === undefined ? [] : saidOf(report)), [report]);
  const marks = useMemo(() => marksOf(t, said), [t, said]);
  const save = async () => {
    const saved = await acts.save();
    if (saved !== undefined) showNote(t("ui.config.saved", { file: saved }));
  };
  const isSaidBelow = problem !== undefined && problem.code !== STALE && isListed(problem, said);
  const refusedAt = isSaidBelow ? problem : undefined;
  useEffect(() => {
    const line = Number(refusedAt?.params?.line);
    if (line > 0) editor.current?.goToLine(line);
  }, [refusedAt]);
  const copyAndReload = async () => {
    try {
      await host().platform.copyText(text);
      await acts.reload();
    } catch (thrown) {
      showProblem(thrown);
    }
  };
  return (
    <div className={styles.editor}>
      <Loaded query={file}>
        {(reply) => (
          <>
            <div className={styles.bar}>
              <code className={styles.path} title={reply.file}>
                {reply.file}
              </code>
              {isChanged && <Chip tone="accent">{t("ui.config.unsaved")}</Chip>}
              <Button disabled={!isChanged} onClick={acts.discard}>
                {t("ui.config.discard")}
              </Button>
              <Button look="primary" disabled={!isChanged || !may} busy={saving} onClick={() => void save()}>
                {t("ui.config.save")}
              </Button>
            </div>
            {problem?.code === STALE && (
              <Notice
                tone="warn"
                live
                hint={t("ui.config.conflict_hint")}
                actions={<Button onClick={() => void copyAndReload()}>{t("ui.config.reload_keep")}</Button>}
              >
                {t("ui.config.conflict")}
              </Notice>
            )}
            {isSaidBelow && (
              <Notice tone="danger" live>
                {t("ui.config.not_saved")}
              </Notice>
            )}
            {problem !== undefined && problem.code !== STALE && !isSaidBelow && <InlineProblem problem={problem} />}
            <CodeEditor
              ref={editor}
              text={text}
              isEdited={isChanged}
              label={t("ui.config.editor", { file: reply.file })}
              completionsLabel={t("ui.config.completions")}
              marks={marks}
              readOnly={!may}
              suggest={(whole, at) => (schema === undefined ? undefined : suggest(schema, whole, at))}
              onText={acts.edit}
              onSave={() => void save()}
            />
            <Problems said={said} onGoTo={(line) => editor.current?.goToLine(line)} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Problems({ said, onGoTo }: { said: readonly Said[]; onGoTo: (line: number) => void }) {
  const t = useT();
  const errors = said.filter(({ severity }) => severity === "error").length;
  return (
    <div className={styles.problems}>
      <p role="status" className={styles.note}>
        {said.length === 0
          ? t("ui.config.check_ok")
          : t("ui.config.check_errors", { errors, warnings: said.length - errors })}
      </p>
      {said.map(({ severity, problem, line }, index) => (
        <InlineProblem
          // biome-ignore lint/suspicious/noArrayIndexKey: problems are told by their place alone.
          key={index}
          problem={atNoPlace(problem)}
          hideHint={leadsHere(problem)}
          live={false}
          tone={severity === "error" ? "danger" : "warn"}
          actions={
            line !== undefined && (
              <Button aria-label={t("ui.config.goto_line", { line })} onClick={() => onGoTo(line)}>
                {placeText(t, problem, line)}
              </Button>
            )
          }
        />
      ))}
    </div>
  );
}

/** A save is refused for what the list below says already. */
function isListed({ code, params }: Problem, said: readonly Said[]): boolean {
  return said.some(({ problem }) => problem.code === code && problem.params?.line === params?.line);
}

function placeText(t: Translate, problem: Problem, line: number): string {
  const column = problem.params?.column;
  return column === undefined ? t("ui.config.at_line", { line }) : t("ui.config.at_place", { line, column });
}
