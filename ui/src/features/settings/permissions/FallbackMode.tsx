import type { ConfigLayer, ConfigValue } from "../../../bindings/protocol";
import { Choices } from "../../../components/Choices";
import { useT } from "../../../i18n";
import { originText } from "../../../parts/permission/origin";
import styles from "./Permissions.module.css";
import { setKey } from "./write";

type Fallback = "ask" | "allow" | "deny";

interface FallbackModeProps {
  values: readonly ConfigValue[];
  layer: ConfigLayer;
  may: boolean;
}

/** What happens to a call that changes something when no rule matches it. */
export function FallbackMode({ values, layer, may }: FallbackModeProps) {
  const t = useT();
  const row = values.find(({ key }) => key === "permissions.mode");
  const value = row?.value;
  if (row === undefined || (value !== "ask" && value !== "allow" && value !== "deny")) return null;
  return (
    <div className={styles.fallback}>
      <Choices<Fallback>
        label={t("ui.rules.mode")}
        value={value}
        disabled={!may}
        choices={[
          { value: "ask", label: t("ui.rules.mode_ask") },
          { value: "allow", label: t("ui.rules.mode_allow") },
          { value: "deny", label: t("ui.rules.mode_deny") },
        ]}
        onChange={(mode) => void setKey("permissions.mode", mode, layer)}
      />
      <span className={styles.note}>{originText(t, row.origin)}</span>
    </div>
  );
}
