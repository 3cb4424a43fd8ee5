// Where one begins: the folder that is worked in, and a new session.

import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { Button, EmptyState } from "../components";
import { useAbout } from "../data";
import { useT } from "../i18n";
import styles from "./Home.module.css";
import { startSession } from "./new-session";
import { showProblem } from "./Toasts";

export function Home() {
  const t = useT();
  const about = useAbout();
  const [busy, setBusy] = useState(false);
  const begin = () => {
    setBusy(true);
    startSession()
      .catch(showProblem)
      .finally(() => setBusy(false));
  };
  return (
    <main className={styles.home}>
      <EmptyState
        icon={<MessageSquarePlus aria-hidden size={24} />}
        title={t("ui.home.title")}
        actions={
          <Button look="primary" busy={busy} onClick={begin}>
            {t("ui.action.new_session")}
          </Button>
        }
      >
        {about.data && t("ui.home.text", { workspace: about.data.workspace })}
      </EmptyState>
    </main>
  );
}
