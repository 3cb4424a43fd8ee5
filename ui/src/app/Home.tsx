// Where one begins: the folder that is worked in, and a composer whose first message begins a session.

import { MessageSquarePlus } from "lucide-react";
import { EmptyState } from "../components";
import { NewComposer } from "../features/composer/NewComposer";
import { useT } from "../i18n";
import styles from "./Home.module.css";
import { startWith } from "./new-session";
import { useWorkspace } from "./workspace";

export function Home() {
  const t = useT();
  const workspace = useWorkspace();
  return (
    <main className={styles.home}>
      <h1 className="sr-only">{t("ui.app.name")}</h1>
      <div className={styles.fill}>
        <EmptyState icon={<MessageSquarePlus aria-hidden size={24} />} title={t("ui.home.title")}>
          {workspace !== undefined && t("ui.home.text", { workspace })}
        </EmptyState>
      </div>
      {workspace !== undefined && (
        <NewComposer key={workspace} workspace={workspace} onStart={(draft) => startWith(draft, workspace)} />
      )}
    </main>
  );
}
