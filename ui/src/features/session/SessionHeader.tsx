// What session this is, where it works, and in which mode.

import { PanelLeft, PanelRight, WifiOff } from "lucide-react";
import { setLayout, useLayout } from "../../app/layout";
import { useShortcutText } from "../../app/shortcuts";
import { Chip, IconButton, Spinner } from "../../components";
import { useCommand } from "../../data";
import { useT } from "../../i18n";
import { type SessionView, useLink, useView } from "../../session";
import { SessionTitle } from "../../parts/session/SessionTitle";
import { RunningJobs } from "./RunningJobs";
import styles from "./SessionHeader.module.css";

export function SessionHeader({ session }: { session: string }) {
  const t = useT();
  const { sidebar, panel } = useLayout();
  const { link } = useLink(session);
  const sidebarKeys = useShortcutText("sidebar.toggle");
  const panelKeys = useShortcutText("panel.toggle");
  const workspace = useView(session, (view) => view.workspace);
  const mode = useView(session, (view) => view.settings?.mode);
  const posture = useView(session, (view) => view.settings?.posture);
  const first = useView(session, firstLine);
  const workspaces = useCommand("workspaces", undefined);
  const place = workspaces.data?.workspaces.find(({ path }) => path === workspace);
  return (
    <header className={styles.header}>
      {!sidebar && (
        <IconButton
          label={t("ui.action.toggle_sidebar")}
          shortcut={sidebarKeys}
          icon={<PanelLeft aria-hidden size={16} />}
          onClick={() => setLayout({ sidebar: true })}
        />
      )}
      <SessionTitle session={session} fallback={first} workspace={workspace || undefined} />
      <span className={styles.place} title={workspace}>
        {place?.name ?? workspace.split(/[\\/]/).at(-1)}
        {place?.branch && ` · ${place.branch}`}
      </span>
      {place?.is_tour && <Chip>{t("ui.sidebar.workspace_tour")}</Chip>}
      {mode === "plan" && <Chip tone="plan">{t("ui.mode.plan")}</Chip>}
      {posture === "yolo" && <Chip tone="danger">{t("ui.posture.yolo")}</Chip>}
      <span className={styles.space} />
      <RunningJobs session={session} />
      {link === "retrying" && (
        <span role="status" className={styles.link}>
          <WifiOff aria-hidden size={14} />
          {t("ui.session.reconnecting")}
        </span>
      )}
      {link === "opening" && <Spinner />}
      <IconButton
        label={t("ui.action.toggle_panel")}
        shortcut={panelKeys}
        aria-pressed={panel}
        icon={<PanelRight aria-hidden size={16} />}
        onClick={() => setLayout({ panel: !panel })}
      />
    </header>
  );
}

/** While no list knows a title. */
function firstLine(view: SessionView): string {
  const first = view.from > 1 ? undefined : view.items.get(0);
  return first?.kind === "user" ? (first.text.trim().split("\n", 1)[0] ?? "").slice(0, 200) : "";
}
