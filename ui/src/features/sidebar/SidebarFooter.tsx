// The state of what sessions need: the program behind the page, the model of new ones, its key, errors of the configuration.

import { CircleAlert, CircleCheck, Settings, TriangleAlert, WifiOff } from "lucide-react";
import { navigate } from "../../app/route";
import { useShortcutText } from "../../app/shortcuts";
import { useHere } from "../../app/workspace";
import { IconButton } from "../../components";
import { useStanding } from "../../data";
import { useT } from "../../i18n";
import styles from "./Sidebar.module.css";

export function SidebarFooter() {
  const t = useT();
  const keys = useShortcutText("settings.open");
  return (
    <footer className={styles.footer}>
      <div className={styles.states}>
        <LinkState />
        <ModelState />
        <ConfigState />
      </div>
      <IconButton
        label={t("ui.sidebar.settings")}
        shortcut={keys}
        icon={<Settings aria-hidden size={16} />}
        onClick={() => navigate({ view: "settings", page: "models" })}
      />
    </footer>
  );
}

/** The program that the page talks to does not answer. */
function LinkState() {
  const t = useT();
  const link = useStanding((standing) => standing.link);
  if (link === "open") return null;
  return (
    <div className={styles.state} data-tone="warn" role="status">
      <WifiOff aria-hidden size={14} />
      <span>{t("ui.state.offline")}</span>
    </div>
  );
}

function ModelState() {
  const t = useT();
  const models = useHere("models", undefined).data;
  if (models === undefined) return null;
  const model = models.models.find(({ reference }) => reference === models.default_model);
  const missing = model?.missing_key ?? undefined;
  const [Icon, text] =
    missing !== undefined
      ? [TriangleAlert, t("ui.sidebar.model_missing_key", { variable: missing })]
      : models.default_model === null
        ? [TriangleAlert, t("ui.sidebar.model_none")]
        : [CircleCheck, model?.scripted ? t("ui.model.scripted") : models.default_model];
  return (
    <button
      type="button"
      className={styles.state}
      data-tone={Icon === TriangleAlert ? "warn" : "ok"}
      title={Icon === TriangleAlert ? text : t("ui.sidebar.model_ok", { model: text })}
      onClick={() => navigate({ view: "settings", page: "models" })}
    >
      <Icon aria-hidden size={14} />
      <span>{text}</span>
    </button>
  );
}

function ConfigState() {
  const t = useT();
  const errors = useHere("config_show", undefined).data?.errors.length ?? 0;
  if (errors === 0) return null;
  return (
    <button
      type="button"
      className={styles.state}
      data-tone="danger"
      onClick={() => navigate({ view: "settings", page: "config" })}
    >
      <CircleAlert aria-hidden size={14} />
      <span>{t("ui.sidebar.config_errors", { count: errors })}</span>
    </button>
  );
}
