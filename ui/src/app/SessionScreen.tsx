// A session with the panel beside it.

import { Suspense } from "react";
import { Tabs } from "../components";
import { useT } from "../i18n";
import { ErrorBoundary } from "./ErrorBoundary";
import { ChangesPanel, ContextPanel, PermissionsPanel } from "./lazy-views";
import { setLayout, useLayout } from "./layout";
import { Loading } from "./Loading";
import styles from "./SessionScreen.module.css";

export function SessionScreen({ session }: { session: string }) {
  const t = useT();
  const { panel, tab } = useLayout();
  const inPanel = (view: React.ReactNode) => (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>{view}</Suspense>
    </ErrorBoundary>
  );
  return (
    <>
      <main className={styles.session} />
      {panel && (
        <aside className={styles.panel} aria-label={t("ui.panel.name")}>
          <Tabs
            label={t("ui.panel.name")}
            value={tab}
            onChange={(next) => setLayout({ tab: next })}
            tabs={[
              { value: "changes", label: t("ui.panel.changes"), content: inPanel(<ChangesPanel session={session} />) },
              { value: "context", label: t("ui.panel.context"), content: inPanel(<ContextPanel session={session} />) },
              {
                value: "permissions",
                label: t("ui.panel.permissions"),
                content: inPanel(<PermissionsPanel session={session} />),
              },
            ]}
          />
        </aside>
      )}
    </>
  );
}
