// What was allowed for good in this project. A grant cannot be given back by a command, so forgetting one is confirmed.

import { useState } from "react";
import type { Grant } from "../../bindings/protocol";
import { showNote, showProblem } from "../../app/Toasts";
import { Button, VisibleText, visibleText } from "../../components";
import { Loaded } from "../../components/Loaded";
import { call, markStale, useCommand, useMay } from "../../data";
import { ago, useT } from "../../i18n";
import styles from "./PermissionsPanel.module.css";

export function Grants({ workspace }: { workspace: string | undefined }) {
  const t = useT();
  const list = useCommand("permissions_list", undefined, { workspace, enabled: workspace !== undefined });
  const may = useMay("settings");
  const [asked, setAsked] = useState<string>();
  const forget = async (grant: Grant, number: number) => {
    setAsked(undefined);
    try {
      await call("permissions_forget", { number }, workspace);
      showNote(t("ui.permissions.forgotten", { rule: visibleText(grant.rule) }));
    } catch (thrown) {
      showProblem(thrown);
    }
    markStale(["permissions_list", "permissions_explain"]);
  };
  return (
    <section aria-label={t("ui.permissions.grants")} className={styles.section}>
      <h2 className={styles.heading}>{t("ui.permissions.grants")}</h2>
      <Loaded query={list}>
        {({ grants }) =>
          grants.length === 0 ? (
            <p className={styles.note}>{t("ui.permissions.grants_none")}</p>
          ) : (
            <ul className={styles.rules}>
              {grants.map((grant, index) => (
                <li key={grant.rule} className={styles.rule}>
                  <span className={styles.ruleText}>
                    <code>
                      <VisibleText text={grant.rule} />
                    </code>
                    <span className={styles.note}>{t("ui.permissions.grant_at", { date: ago(grant.at) })}</span>
                  </span>
                  {asked === grant.rule ? (
                    <Confirm onYes={() => void forget(grant, index + 1)} onNo={() => setAsked(undefined)} />
                  ) : (
                    <Button
                      look="quiet"
                      disabled={!may}
                      title={may ? undefined : t("ui.common.not_exposed")}
                      aria-label={t("ui.permissions.forget", { rule: visibleText(grant.rule) })}
                      onClick={() => setAsked(grant.rule)}
                    >
                      {t("ui.permissions.forget_short")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function Confirm({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons under one question are no form.
    <span className={styles.confirm} role="group" aria-label={t("ui.permissions.forget_confirm")}>
      <span>{t("ui.permissions.forget_confirm")}</span>
      <Button look="danger" autoFocus onClick={onYes}>
        {t("ui.permissions.forget_short")}
      </Button>
      <Button onClick={onNo}>{t("ui.permissions.keep")}</Button>
    </span>
  );
}
