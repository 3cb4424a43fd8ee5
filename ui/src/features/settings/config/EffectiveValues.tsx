// Every key with the value that holds and where it was said.

import { useState } from "react";
import type { ConfigValue } from "../../../bindings/protocol";
import { useHere } from "../../../app/workspace";
import { Switch, TextField } from "../../../components";
import { Loaded } from "../../../components/Loaded";
import { useT } from "../../../i18n";
import { originText } from "../../../parts/permission/origin";
import { Section } from "../Page";
import styles from "./Config.module.css";

export function EffectiveValues() {
  const t = useT();
  const [filter, setFilter] = useState("");
  const [setOnly, setSetOnly] = useState(false);
  const config = useHere("config_show", undefined);
  return (
    <Section title={t("ui.config.effective")}>
      <div className={styles.filters}>
        <TextField
          label={t("ui.config.effective_filter")}
          hideLabel
          placeholder={t("ui.config.effective_filter")}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <span className={styles.switchRow}>
          <Switch checked={setOnly} onChange={setSetOnly} label={t("ui.config.effective_set_only")} />
          <span aria-hidden>{t("ui.config.effective_set_only")}</span>
        </span>
      </div>
      <Loaded query={config}>{({ values }) => <Values values={fitting(values, filter, setOnly)} />}</Loaded>
    </Section>
  );
}

export function fitting(values: readonly ConfigValue[], filter: string, setOnly: boolean): ConfigValue[] {
  const wanted = filter.trim().toLowerCase();
  return values.filter(
    ({ key, toml, origin }) =>
      (!setOnly || origin.from !== "default") &&
      (key.toLowerCase().includes(wanted) || (toml ?? "").toLowerCase().includes(wanted)),
  );
}

function Values({ values }: { values: readonly ConfigValue[] }) {
  const t = useT();
  if (values.length === 0) return <p className={styles.note}>{t("ui.config.effective_none")}</p>;
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t("ui.config.key")}</th>
            <th scope="col">{t("ui.config.value")}</th>
            <th scope="col">{t("ui.config.origin")}</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ key, toml, origin }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a joined list has a row for each file.
            <tr key={index}>
              <th scope="row">
                <code>{key}</code>
              </th>
              <td>
                {toml === null ? <span className={styles.note}>{t("ui.config.unset")}</span> : <code>{toml}</code>}
              </td>
              <td className={styles.note} title={"file" in origin ? origin.file : undefined}>
                {originText(t, origin)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
