// The text of one configuration file while it is edited: checked after a pause, saved only over the text it began from.

import { useEffect, useRef, useState } from "react";
import type { ConfigFileReply, ConfigLayer, Problem } from "../../../bindings/protocol";
import { useHere, useWorkspace } from "../../../app/workspace";
import { call, markStale } from "../../../data";
import { asProblem } from "../../../i18n";
import { keepDraft, useDrafts } from "./drafts";

const PAUSE_MS = 300;
/** Somebody else wrote the file after it was read. */
export const STALE = "config_stale";

export function useConfigText(layer: ConfigLayer) {
  const workspace = useWorkspace();
  const key = `${layer} ${workspace ?? ""}`;
  const file = useHere("config_file", { layer });
  const draft = useDrafts((drafts) => drafts[key]);
  const edited = draft?.text;
  const [checked, setChecked] = useState<{ text: string; reply: ConfigFileReply }>();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  const begun = edited === undefined ? file.data : (draft?.base ?? file.data);
  const text = edited ?? begun?.text ?? "";
  const isChanged = edited !== undefined && edited !== begun?.text;
  const report = checked !== undefined && checked.text === text ? checked.reply : isChanged ? undefined : begun;
  const last = useRef<ConfigFileReply>(undefined);
  if (report !== undefined) last.current = report;

  useEffect(() => {
    if (edited === undefined || !isChanged) return;
    let isNewest = true;
    const timer = setTimeout(async () => {
      try {
        const reply = await call("config_check", { layer, text: edited }, workspace);
        if (isNewest) setChecked({ text: edited, reply });
      } catch (thrown) {
        if (isNewest) setProblem(asProblem(thrown));
      }
    }, PAUSE_MS);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [edited, isChanged, layer, workspace]);

  const edit = (next: string) => {
    if (next === begun?.text) return discard();
    keepDraft(key, { layer, workspace, text: next, base: draft?.base ?? file.data });
    if (problem?.code !== STALE) setProblem(undefined);
  };
  const discard = () => {
    keepDraft(key, undefined);
    setProblem(undefined);
  };
  /** The saved file's path, if it was saved. */
  const save = async (): Promise<string | undefined> => {
    if (begun === undefined || !isChanged || saving) return undefined;
    setSaving(true);
    setProblem(undefined);
    try {
      const saved = await call("config_save", { layer, text, revision: begun.revision }, workspace);
      markStale(["config_file", "config_show", "models", "providers", "permissions_check", "permissions_explain"]);
      const typed = useDrafts.getState()[key];
      // What was typed while it was being saved stays, as an edit of what was saved.
      keepDraft(key, typed === undefined || typed.text === text ? undefined : { ...typed, base: saved });
      await file.refetch();
      return saved.file;
    } catch (thrown) {
      setProblem(asProblem(thrown));
      return undefined;
    } finally {
      setSaving(false);
    }
  };
  const reload = async () => {
    await file.refetch();
    discard();
  };
  // While a text is being checked, what was found before stays in sight.
  return { file, text, isChanged, report: report ?? last.current, saving, problem, edit, discard, save, reload };
}
