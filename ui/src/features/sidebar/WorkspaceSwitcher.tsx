// Which folder is worked in: the recent ones, another one, and forgetting one.

import { Check, ChevronsUpDown, Folder, FolderOpen, FolderX, X } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { WorkspaceSummary } from "../../bindings/protocol";
import { showWorkspace } from "../../app/show";
import { Chip, Menu, MenuHeading, MenuItem, MenuLine } from "../../components";
import { showProblem } from "../../app/Toasts";
import { call, markStale, useCommand } from "../../data";
import { useT } from "../../i18n";
import styles from "./WorkspaceSwitcher.module.css";

interface WorkspaceSwitcherProps {
  workspace: string | undefined;
  mayOpen: boolean;
  onOpenFolder: () => void;
}

export function WorkspaceSwitcher({ workspace, mayOpen, onOpenFolder }: WorkspaceSwitcherProps) {
  const t = useT();
  const known = useCommand("workspaces", undefined).data?.workspaces ?? [];
  const current = known.find(({ path }) => path === workspace);
  const name = current?.name ?? lastName(workspace) ?? t("ui.sidebar.no_workspace");
  const trigger = (
    <button
      type="button"
      className={styles.trigger}
      aria-label={t("ui.sidebar.switch_workspace", { name })}
      title={workspace}
    >
      <Folder aria-hidden size={16} className={styles.icon} />
      <span className={styles.name}>{name}</span>
      <ChevronsUpDown aria-hidden size={14} className={styles.icon} />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {known.length > 0 && <MenuHeading>{t("ui.sidebar.workspaces_recent")}</MenuHeading>}
      {known.map((entry) => (
        <WorkspaceEntry key={entry.path} entry={entry} isCurrent={entry.path === workspace} mayForget={mayOpen} />
      ))}
      {known.length > 0 && <MenuLine />}
      <MenuItem
        icon={<FolderOpen aria-hidden size={16} />}
        disabled={!mayOpen}
        note={mayOpen ? undefined : t("ui.sidebar.workspaces_not_exposed")}
        onSelect={onOpenFolder}
      >
        {t("ui.sidebar.open_folder")}
      </MenuItem>
    </Menu>
  );
}

interface WorkspaceEntryProps {
  entry: WorkspaceSummary;
  isCurrent: boolean;
  mayForget: boolean;
}

function WorkspaceEntry({ entry, isCurrent, mayForget }: WorkspaceEntryProps) {
  const t = useT();
  const { path, name, branch, exists, is_tour: isTour } = entry;
  const icon = isCurrent ? Check : exists ? Folder : FolderX;
  const Icon = icon;
  return (
    <div className={styles.entry}>
      <MenuItem
        icon={<Icon aria-hidden size={16} />}
        disabled={!exists}
        note={exists ? [path, branch].filter(Boolean).join(" · ") : t("ui.sidebar.workspace_gone")}
        onSelect={() => showWorkspace(path)}
      >
        {name} {isTour && <Chip>{t("ui.sidebar.workspace_tour")}</Chip>}
      </MenuItem>
      {!isCurrent && mayForget && (
        <DropdownMenu.Item
          className={styles.forget}
          aria-label={t("ui.sidebar.forget_workspace", { name })}
          title={t("ui.sidebar.forget_workspace_hint")}
          onSelect={(event) => {
            event.preventDefault();
            void forget(path);
          }}
        >
          <X aria-hidden size={14} />
        </DropdownMenu.Item>
      )}
    </div>
  );
}

async function forget(path: string): Promise<void> {
  try {
    await call("workspace_forget", { path });
    markStale(["workspaces"]);
  } catch (thrown) {
    showProblem(thrown);
  }
}

function lastName(path: string | undefined): string | undefined {
  return path?.split(/[\\/]/).filter(Boolean).at(-1);
}
