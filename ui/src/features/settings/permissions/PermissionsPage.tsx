// The rules of the configuration: the three lists, the further paths, what holds without a rule, and a test of any call.

import { useState } from "react";
import type { ConfigLayer } from "../../../bindings/protocol";
import { navigate } from "../../../app/route";
import { useHere, useWorkspace } from "../../../app/workspace";
import { Button, InlineProblem, Notice } from "../../../components";
import { Choices } from "../../../components/Choices";
import { Loaded } from "../../../components/Loaded";
import { useMay } from "../../../data";
import { useT } from "../../../i18n";
import { CallTester } from "../../../parts/permission/CallTester";
import type { ListKey } from "../../../parts/permission/rule-list";
import { Page, Section } from "../Page";
import { FallbackMode } from "./FallbackMode";
import { OrderedRules } from "./OrderedRules";
import styles from "./Permissions.module.css";
import { RuleList } from "./RuleList";

const LISTS: readonly { key: ListKey; title: string; isPaths?: boolean }[] = [
  { key: "permissions.deny", title: "ui.rules.deny" },
  { key: "permissions.ask", title: "ui.rules.ask" },
  { key: "permissions.allow", title: "ui.rules.allow" },
  { key: "permissions.protected_paths", title: "ui.rules.protected_paths", isPaths: true },
  { key: "permissions.credential_paths", title: "ui.rules.credential_paths", isPaths: true },
];

export function PermissionsPage() {
  const t = useT();
  const may = useMay("settings");
  const workspace = useWorkspace();
  const [layer, setLayer] = useState<ConfigLayer>("user");
  const config = useHere("config_show", undefined);
  return (
    <Page title={t("ui.rules.title")} intro={t("ui.rules.intro")} needsSettings>
      <RulesCheck />
      <Choices<ConfigLayer>
        label={t("ui.rules.layer")}
        value={layer}
        disabled={!may}
        choices={[
          { value: "user", label: t("ui.config.layer_user") },
          { value: "project", label: t("ui.config.layer_project") },
        ]}
        onChange={setLayer}
      />
      <Loaded query={config}>
        {({ values }) => (
          <>
            <FallbackMode {...{ values, layer, may }} />
            {LISTS.map(({ key, title, isPaths = false }) => (
              <RuleList key={key} listKey={key} title={t(title)} {...{ values, layer, may, isPaths, workspace }} />
            ))}
            <OrderedRules values={values} />
          </>
        )}
      </Loaded>
      <Section title={t("ui.tester.title")}>
        <CallTester workspace={workspace} posture="ask" mode="normal" />
      </Section>
    </Page>
  );
}

/** What the engine says of the rules as they stand. */
function RulesCheck() {
  const t = useT();
  const check = useHere("permissions_check", undefined);
  if (check.error) return <InlineProblem problem={check.error} onRetry={() => void check.refetch()} />;
  if (check.data === undefined) return null;
  const { rules, errors, warnings } = check.data;
  if (errors.length === 0 && warnings.length === 0) {
    return <p className={styles.note}>{t("ui.rules.checked", { rules })}</p>;
  }
  const open = (
    <Button onClick={() => navigate({ view: "settings", page: "config" })}>{t("ui.rules.ordered_edit")}</Button>
  );
  return (
    <section aria-label={t("ui.rules.problems")} className={styles.problems}>
      {[...errors, ...warnings].map((problem, index) => (
        <InlineProblem
          // biome-ignore lint/suspicious/noArrayIndexKey: problems are told by their place alone.
          key={index}
          problem={problem}
          live={false}
          tone={index < errors.length ? "danger" : "warn"}
        />
      ))}
      {errors.length > 0 && <Notice actions={open}>{t("ui.rules.problems_hint")}</Notice>}
    </section>
  );
}
