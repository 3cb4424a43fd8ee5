// Where one begins: the folder that is worked in, and a composer whose first message begins a session. Where no model
// could answer it, that is said instead, with the way to one.

import { MessageSquarePlus, Unplug } from "lucide-react";
import { EmptyState } from "../components";
import { NewComposer } from "../features/composer/NewComposer";
import { TourEnd } from "../features/tour/TourEnd";
import { problemText, useT } from "../i18n";
import { useWaysOut } from "../parts/problem/useWaysOut";
import { Foot } from "./Foot";
import styles from "./Home.module.css";
import { useLack } from "./model-state";
import { startWith } from "./new-session";
import { useIsTour } from "./tour";
import { useWorkspace } from "./workspace";

export function Home() {
  const t = useT();
  const workspace = useWorkspace();
  const isTour = useIsTour(workspace);
  const lack = useLack();
  const ways = useWaysOut(lack);
  const lacking = lack && problemText(t, lack);
  return (
    <main className={styles.home}>
      <h1 className="sr-only">{t("ui.app.name")}</h1>
      <div className={styles.fill}>
        {lacking === undefined ? (
          <EmptyState icon={<MessageSquarePlus aria-hidden size={24} />} title={t("ui.home.title")}>
            {workspace !== undefined && t("ui.home.text", { workspace })}
          </EmptyState>
        ) : (
          <EmptyState icon={<Unplug aria-hidden size={24} />} title={lacking.message} actions={ways}>
            {lacking.hint}
          </EmptyState>
        )}
      </div>
      <Foot>
        {isTour && <TourEnd how="folder" />}
        {workspace !== undefined && !isTour && (
          <NewComposer
            key={workspace}
            workspace={workspace}
            lack={lack}
            onStart={(draft) => startWith(draft, workspace)}
          />
        )}
      </Foot>
    </main>
  );
}
