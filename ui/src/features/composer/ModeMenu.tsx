import { ChevronDown } from "lucide-react";
import { showProblem } from "../../app/Toasts";
import type { Mode } from "../../bindings/protocol";
import { Button, cx, Menu, MenuChoices } from "../../components";
import { useMay } from "../../data";
import { useT } from "../../i18n";
import { useView } from "../../session";
import styles from "./Menus.module.css";
import { configure } from "./settings";

const MODES: readonly Mode[] = ["normal", "plan"];

/** How the agent and its user work together. */
export function ModeMenu({ session }: { session: string }) {
  const t = useT();
  const may = useMay("posture");
  const mode = useView(session, (view) => view.settings?.mode);
  if (mode === undefined) return null;
  const trigger = (
    <Button
      look="quiet"
      disabled={!may}
      title={may ? undefined : t("ui.common.not_exposed")}
      aria-label={t("ui.mode.name", { mode: t(`ui.mode.${mode}`) })}
      className={cx(styles.trigger, mode === "plan" && styles.plan)}
    >
      {t(`ui.mode.${mode}`)}
      <ChevronDown aria-hidden size={14} />
    </Button>
  );
  return (
    <Menu trigger={trigger} side="top">
      <MenuChoices
        value={mode}
        onChange={(next) => void configure(session, { mode: next }).catch(showProblem)}
        choices={MODES.map((value) => ({ value, label: t(`ui.mode.${value}`), note: t(`ui.mode.${value}_note`) }))}
      />
    </Menu>
  );
}
