import { useT } from "../../i18n";
import styles from "./ChangesPanel.module.css";

/** Lines added and removed. */
export function Counts({ added, removed }: { added: number; removed: number }) {
  const t = useT();
  return (
    <span className={styles.counts}>
      <span aria-hidden className={styles.added}>
        +{added}
      </span>
      <span aria-hidden className={styles.removed}>
        −{removed}
      </span>
      <span className="sr-only">{t("ui.changes.counts", { added, removed })}</span>
    </span>
  );
}
