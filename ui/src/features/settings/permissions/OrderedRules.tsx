import type { ConfigValue } from "../../../bindings/protocol";
import { navigate } from "../../../app/route";
import { Button, VisibleText } from "../../../components";
import { useT } from "../../../i18n";
import { originText } from "../../../parts/permission/origin";
import { orderedRules } from "../../../parts/permission/rule-list";
import { Section } from "../Page";
import styles from "./Permissions.module.css";

/** `[[permissions.rules]]` as a table. One key cannot hold them, so they are changed in the file. */
export function OrderedRules({ values }: { values: readonly ConfigValue[] }) {
  const t = useT();
  const rules = orderedRules(values);
  const edit = (
    <Button onClick={() => navigate({ view: "settings", page: "config" })}>{t("ui.rules.ordered_edit")}</Button>
  );
  return (
    <Section title={t("ui.rules.ordered")} note={t("ui.rules.ordered_hint")} end={edit}>
      {rules.length === 0 ? (
        <p className={styles.note}>{t("ui.rules.none")}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              {["tool", "resource", "kind", "decision"].map((column) => (
                <th key={column} scope="col">
                  {t(COLUMNS[column as keyof typeof COLUMNS])}
                </th>
              ))}
              <th scope="col">{t("ui.config.origin")}</th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: their order is what tells them apart.
              <tr key={index}>
                <td>
                  <Cell text={rule.tool} />
                </td>
                <td>{rule.resource === undefined ? t("ui.rules.anything") : <Cell text={rule.resource} />}</td>
                <td>{rule.kind ?? t("ui.rules.anything")}</td>
                <td>{rule.decision}</td>
                <td className={styles.note}>{originText(t, rule.origin)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function Cell({ text }: { text: string }) {
  return (
    <code>
      <VisibleText text={text} />
    </code>
  );
}

const COLUMNS = {
  tool: "ui.rules.column_tool",
  resource: "ui.rules.column_resource",
  kind: "ui.rules.column_kind",
  decision: "ui.rules.column_decision",
} as const;
