import { ChevronDown, ChevronRight, Eye } from "lucide-react";
import { useId } from "react";
import { viewFile } from "../../app/file-viewer";
import { IconButton } from "../../components";
import { CopyButton } from "../../components/CopyButton";
import { DiffView } from "../../components/diff/DiffView";
import { useT } from "../../i18n";
import styles from "./ChangesPanel.module.css";
import { type ChangedFile, patchOf } from "./collect";
import { Counts } from "./Counts";

interface ChangedFileCardProps {
  file: ChangedFile;
  look: "unified" | "split";
  workspace: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

/** One file: its edits in their order, folded away on demand. */
export function ChangedFileCard({ file, look, workspace, isOpen, onToggle }: ChangedFileCardProps) {
  const t = useT();
  const id = useId();
  const { path, movedFrom, edits, added, removed } = file;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className={styles.file} aria-labelledby={id}>
      <div className={styles.fileBar}>
        <button type="button" id={id} className={styles.fold} aria-expanded={isOpen} title={path} onClick={onToggle}>
          <Icon aria-hidden size={14} />
          {/* Cut at its beginning, where paths are alike; the mark keeps a leading sign in its place. */}
          <span className={styles.path}>&lrm;{path}</span>
          <Counts added={added} removed={removed} />
        </button>
        <CopyButton label={t("ui.changes.copy_patch")} text={() => patchOf([file])} />
        <IconButton
          label={t("ui.changes.view_file", { path })}
          icon={<Eye aria-hidden size={14} />}
          onClick={() => viewFile({ path, workspace })}
        />
      </div>
      {isOpen && (
        <div className={styles.edits}>
          {movedFrom !== undefined && <p className={styles.note}>{t("ui.changes.moved", { path: movedFrom })}</p>}
          {edits.map((edit, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: edits are only ever added at the end.
            <div key={index}>
              {edits.length > 1 && (
                <p className={styles.note}>{t("ui.changes.edits", { number: index + 1, count: edits.length })}</p>
              )}
              {edit.unified !== "" && <DiffView unified={edit.unified} look={look} />}
            </div>
          ))}
        </div>
      )}
    </section>
  );
}
