// Where one begins: the folder that is worked in, and a new session.

import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { Button, EmptyState } from "../components";
import { useT } from "../i18n";
import styles from "./Home.module.css";
import { startSession } from "./new-session";
import { showProblem } from "./Toasts";
import { useWorkspace } from "./workspace";

export function Home() {
  const t = useT();
  const workspace = useWorkspace();
  const [busy, setBusy] = useState(false);
  const begin = () => {
    setBusy(true);
    startSession()
      .catch(showProblem)
      .finally(() => setBusy(false));
  };
  return (
    <main className={styles.home}>
      <h1 className="sr-only">{t("ui.app.name")}</h1>
      <EmptyState
        icon={<MessageSquarePlus aria-hidden size={24} />}
        title={t("ui.home.title")}
        actions={
          <Button look="primary" busy={busy} onClick={begin}>
            {t("ui.action.new_session")}
          </Button>
        }
      >
        {workspace !== undefined && t("ui.home.text", { workspace })}
      </EmptyState>
    </main>
  );
}
