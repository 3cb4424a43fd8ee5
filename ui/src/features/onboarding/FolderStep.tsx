import { Folder, FolderOpen } from "lucide-react";
import { useWorkspace } from "../../app/workspace";
import { Button, InlineProblem, Notice } from "../../components";
import { useCommand } from "../../data";
import { useT } from "../../i18n";
import { useOpenFolder } from "../../parts/folder/useOpenFolder";
import styles from "./Onboarding.module.css";

/** Where to work: a folder that is known, or another one. */
export function FolderStep({ onOpened }: { onOpened: (workspace: string) => void }) {
  const t = useT();
  const here = useWorkspace();
  const folder = useOpenFolder(onOpened);
  const known = useCommand("workspaces", undefined).data?.workspaces ?? [];
  const others = known.filter(({ path, exists, is_tour }) => exists && !is_tour && path !== here);
  const nameOf = (path: string) => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
  return (
    <section className={styles.stepBody} aria-label={t("ui.onboarding.folder_title")}>
      <div>
        <h2 className={styles.heading}>{t("ui.onboarding.folder_title")}</h2>
        <p className={styles.intro}>{t("ui.onboarding.folder_intro")}</p>
      </div>
      <ul className={styles.folders}>
        {here !== undefined && (
          <FolderRow
            path={here}
            text={t("ui.onboarding.folder_use", { name: nameOf(here) })}
            onClick={() => onOpened(here)}
            primary
          />
        )}
        {others.slice(0, 5).map(({ path, name }) => (
          <FolderRow
            key={path}
            path={path}
            text={t("ui.onboarding.folder_use", { name })}
            onClick={() => void folder.open(path)}
          />
        ))}
      </ul>
      <div>
        <Button icon={<FolderOpen aria-hidden size={16} />} disabled={!folder.may} onClick={folder.choose}>
          {t("ui.onboarding.folder_other")}
        </Button>
      </div>
      {!folder.may && <Notice>{t("ui.sidebar.workspaces_not_exposed")}</Notice>}
      {folder.problem && <InlineProblem problem={folder.problem} />}
      {folder.dialog}
    </section>
  );
}

interface FolderRowProps {
  path: string;
  text: string;
  primary?: boolean;
  onClick: () => void;
}

function FolderRow({ path, text, primary = false, onClick }: FolderRowProps) {
  return (
    <li className={styles.folder}>
      <Folder aria-hidden size={16} />
      <code className={styles.path} title={path}>
        {path}
      </code>
      <Button look={primary ? "primary" : "plain"} onClick={onClick}>
        {text}
      </Button>
    </li>
  );
}
