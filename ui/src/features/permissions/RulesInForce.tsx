import { VisibleText } from "../../components";
import { Loaded } from "../../components/Loaded";
import { useCommand } from "../../data";
import { useT } from "../../i18n";
import { entriesOf, type ListEntry, type ListKey, orderedRules } from "../../parts/permission/rule-list";
import { originText } from "../../parts/permission/origin";
import { DECISION_NAME } from "../../parts/permission/words";
import type { Decision } from "../../bindings/protocol";
import styles from "./PermissionsPanel.module.css";

const LISTS: readonly { key: ListKey; decision: Decision }[] = [
  { key: "permissions.deny", decision: "deny" },
  { key: "permissions.ask", decision: "ask" },
  { key: "permissions.allow", decision: "allow" },
];

/** The rules of the configuration, the strictest first, each with its origin. */
export function RulesInForce({ workspace }: { workspace: string | undefined }) {
  const t = useT();
  const config = useCommand("config_show", undefined, { workspace, enabled: workspace !== undefined });
  return (
    <section aria-label={t("ui.permissions.rules")} className={styles.section}>
      <h2 className={styles.heading}>{t("ui.permissions.rules")}</h2>
      <Loaded query={config}>
        {({ values }) => {
          const lists = LISTS.map(({ key, decision }) => ({ decision, entries: entriesOf(values, key) }));
          const ordered = orderedRules(values);
          const none = ordered.length === 0 && lists.every(({ entries }) => entries.length === 0);
          if (none) return <p className={styles.note}>{t("ui.permissions.rules_none")}</p>;
          return (
            <>
              {lists.map(({ decision, entries }) => (
                <RuleGroup key={decision} title={t(DECISION_NAME[decision])} entries={entries} />
              ))}
              <RuleGroup
                title={t("ui.rules.ordered")}
                entries={ordered.map(({ tool, resource, kind, decision, origin }) => ({
                  text: `${decision}: ${tool}${resource === undefined ? "" : `(${resource})`}${kind === undefined ? "" : ` ${kind}`}`,
                  layer: undefined,
                  origin,
                }))}
              />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function RuleGroup({ title, entries }: { title: string; entries: readonly ListEntry[] }) {
  const t = useT();
  if (entries.length === 0) return null;
  return (
    <div>
      <h3 className={styles.subheading}>{title}</h3>
      <ul className={styles.rules}>
        {entries.map(({ text, origin }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same rule may stand in two files.
          <li key={`${index} ${text}`} className={styles.rule}>
            <code className={styles.ruleText}>
              <VisibleText text={text} />
            </code>
            <span className={styles.note}>{originText(t, origin)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
