// What a session may do without asking: its posture in words, what was allowed for good, the rules, and a test of any call.

import { navigate } from "../../app/route";
import { Button, Chip, EmptyState } from "../../components";
import { useT } from "../../i18n";
import { CallTester } from "../../parts/permission/CallTester";
import { MODE_NAME, POSTURE_NAME, POSTURE_TEXT } from "../../parts/permission/words";
import { useView } from "../../session";
import { Grants } from "./Grants";
import styles from "./PermissionsPanel.module.css";
import { RulesInForce } from "./RulesInForce";

export default function PermissionsPanel({ session }: { session: string }) {
  const t = useT();
  const settings = useView(session, (view) => view.settings);
  const workspace = useView(session, (view) => view.workspace) || undefined;
  if (settings === undefined) return <EmptyState title={t("ui.common.loading")} />;
  const { posture, mode } = settings;
  return (
    <div className={styles.panel}>
      <section aria-label={t("ui.permissions.posture_now")} className={styles.section}>
        <div className={styles.chips}>
          <Chip tone={posture === "yolo" ? "danger" : "neutral"}>{t(POSTURE_NAME[posture])}</Chip>
          {mode === "plan" && <Chip tone="plan">{t(MODE_NAME[mode])}</Chip>}
        </div>
        <p>{t(mode === "plan" ? "ui.mode_text.plan" : POSTURE_TEXT[posture])}</p>
      </section>
      <Grants workspace={workspace} />
      <RulesInForce workspace={workspace} />
      <div>
        <Button onClick={() => navigate({ view: "settings", page: "permissions" })}>
          {t("ui.permissions.rules_edit")}
        </Button>
      </div>
      <section aria-labelledby="test-a-call" className={styles.section}>
        <h2 id="test-a-call" className={styles.heading}>
          {t("ui.tester.title")}
        </h2>
        <CallTester workspace={workspace} posture={posture} mode={mode} />
      </section>
    </div>
  );
}
