import { showNote, showProblem } from "../../../app/Toasts";
import { chosenWorkspace, useHere } from "../../../app/workspace";
import { Select } from "../../../components";
import { call, markStale, useMay } from "../../../data";
import { useT } from "../../../i18n";
import { originText } from "../../../parts/permission/origin";
import { Section } from "../Page";
import styles from "./Models.module.css";

/** Which model a new session gets, and who said so. */
export function DefaultModel() {
  const t = useT();
  const may = useMay("settings");
  const models = useHere("models", undefined).data;
  if (models === undefined || models.models.length === 0) return null;
  const { default_model: current, default_origin: origin } = models;
  const choose = async (reference: string) => {
    try {
      const params = { key: "default_model", value: reference, layer: "user" } as const;
      const { now } = await call("config_set", params, chosenWorkspace());
      markStale(["models", "providers", "config_show", "config_file"]);
      if (now.origin.from === "project") showNote(t("ui.settings.outranked", { file: now.origin.file }));
    } catch (thrown) {
      showProblem(thrown);
    }
  };
  return (
    <Section title={t("ui.providers.default_model")}>
      <div className={styles.default}>
        <Select<string>
          label={t("ui.providers.default_choose")}
          value={current ?? ""}
          disabled={!may}
          onChange={(reference) => void choose(reference)}
          choices={models.models.map(({ reference, missing_key }) => ({
            value: reference,
            label: reference,
            note: missing_key ? t("ui.providers.key_state_missing", { variable: missing_key }) : undefined,
          }))}
        />
        <span className={styles.note}>
          {origin.from === "default" ? t("ui.providers.default_first") : originText(t, origin)}
        </span>
      </div>
    </Section>
  );
}
