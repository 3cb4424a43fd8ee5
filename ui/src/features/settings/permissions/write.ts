// Writes one key of the configuration. What goes wrong is told in a corner, unless the caller wants it.

import type { ConfigLayer, Problem } from "../../../bindings/protocol";
import { showNote, showProblem } from "../../../app/Toasts";
import { chosenWorkspace } from "../../../app/workspace";
import { call, markStale } from "../../../data";
import { t } from "../../../i18n";

/** Whether it was written. */
export async function setKey(
  key: string,
  value: string,
  layer: ConfigLayer,
  onProblem: (problem: Problem) => void = showProblem,
): Promise<boolean> {
  try {
    const { now, file } = await call("config_set", { key, value, layer }, chosenWorkspace());
    markStale(["config_show", "config_file", "permissions_check", "permissions_explain"]);
    const elsewhere = "file" in now.origin && now.origin.file !== file && !Array.isArray(now.value);
    if (elsewhere && "file" in now.origin) showNote(t("ui.settings.outranked", { file: now.origin.file }));
    return true;
  } catch (thrown) {
    onProblem(thrown as Problem);
    return false;
  }
}
