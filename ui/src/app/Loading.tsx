import { Spinner } from "../components";
import { useT } from "../i18n";
import styles from "./App.module.css";

/** Stands where a view is on its way. */
export function Loading() {
  const t = useT();
  return (
    <div className={styles.loading} role="status">
      <Spinner />
      {t("ui.common.loading")}
    </div>
  );
}
