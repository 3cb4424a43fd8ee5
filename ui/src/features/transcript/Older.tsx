// What stands above the rows while older turns are on their way, or where they did not come.

import { InlineProblem, Spinner } from "../../components";
import { useT } from "../../i18n";
import { loadOlder, useOlder } from "../../session";
import styles from "./Transcript.module.css";

export function Older({ session }: { session: string }) {
  const t = useT();
  const older = useOlder(session);
  if (older === undefined) return null;
  return (
    <div className={styles.older}>
      {older === "loading" ? (
        <span className={styles.coming}>
          <Spinner /> {t("ui.transcript.older")}
        </span>
      ) : (
        <InlineProblem problem={older} onRetry={() => void loadOlder(session, true)} />
      )}
    </div>
  );
}
