// Files that fit what is typed behind `@`. The keyboard stays in the text; this only shows where it is.

import { File, Folder } from "lucide-react";
import { cx, InlineProblem } from "../../components";
import { useT } from "../../i18n";
import styles from "./FileMenu.module.css";
import type { FileChoices } from "./useFileMenu";

interface FileMenuProps {
  id: string;
  choices: FileChoices;
  onChoose: (path: string) => void;
}

export function FileMenu({ id, choices, onChoose }: FileMenuProps) {
  const t = useT();
  if (!choices.open) return null;
  return (
    <div className={styles.menu}>
      {choices.problem && <InlineProblem problem={choices.problem} />}
      {choices.files.length === 0 && !choices.problem && (
        <div className={styles.empty} role="status">
          {t(choices.loading ? "ui.common.loading" : "ui.composer.no_files")}
        </div>
      )}
      <div id={id} role="listbox" aria-label={t("ui.composer.files")}>
        {choices.files.map((path, at) => (
          // The keyboard is served by the text field, which names the active option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <div
            key={path}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === choices.active}
            className={cx(styles.file, at === choices.active && styles.active)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(path)}
          >
            {path.endsWith("/") ? <Folder aria-hidden size={14} /> : <File aria-hidden size={14} />}
            <span className={styles.path}>{path}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
