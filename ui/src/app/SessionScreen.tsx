// A session with the panel beside it.

import { Suspense, useCallback, useRef } from "react";
import { Tabs } from "../components";
import { call, useStanding } from "../data";
import { Composer } from "../features/composer/Composer";
import { SessionBody } from "../features/session/SessionBody";
import { SessionHeader } from "../features/session/SessionHeader";
import { TourEnd } from "../features/tour/TourEnd";
import { Transcript } from "../features/transcript/Transcript";
import { WaitDock } from "../features/waits/WaitDock";
import { useT } from "../i18n";
import { submit, useLink, useSeen, useTriedAgain, useView } from "../session";
import { useProvideActions } from "./actions";
import { ErrorBoundary } from "./ErrorBoundary";
import { Foot } from "./Foot";
import { Loading } from "./Loading";
import { setLayout, useLayout } from "./layout";
import { ChangesPanel, ContextPanel, JobsPanel, PermissionsPanel, TodosPanel } from "./lazy-views";
import { copySession } from "./new-session";
import { PanelEdge } from "./PanelEdge";
import styles from "./SessionScreen.module.css";
import { showProblem } from "./Toasts";
import { useIsTour } from "./tour";

export function SessionScreen({ session }: { session: string }) {
  const t = useT();
  const { panel, tab, panelWidth } = useLayout();
  const aside = useRef<HTMLElement>(null);
  // A session that only can be read has nothing to write in.
  const { link } = useLink(session);
  const tourEnd = useTourEnded(session);
  useTriedAgain(session);
  useLookedAt(session);
  useSessionActions(session);
  const inPanel = (view: React.ReactNode) => (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>{view}</Suspense>
    </ErrorBoundary>
  );
  return (
    <>
      <main className={styles.session} aria-label={t("ui.session.name")}>
        <SessionHeader session={session} />
        <SessionBody
          session={session}
          transcript={<Transcript session={session} />}
          onCopy={() => void copySession(session).catch(showProblem)}
        />
        {link !== "closed" && (
          <Foot>
            <WaitDock session={session} />
            {tourEnd === undefined ? <Composer session={session} /> : <TourEnd how={tourEnd} />}
          </Foot>
        )}
      </main>
      {panel && (
        <aside
          ref={aside}
          className={styles.panel}
          style={panelWidth === undefined ? undefined : { width: panelWidth }}
          aria-label={t("ui.panel.name")}
        >
          <PanelEdge panel={aside} />
          <Tabs
            label={t("ui.panel.name")}
            value={tab}
            onChange={(next) => setLayout({ tab: next })}
            tabs={[
              { value: "todos", label: t("ui.panel.todos"), content: inPanel(<TodosPanel session={session} />) },
              { value: "changes", label: t("ui.panel.changes"), content: inPanel(<ChangesPanel session={session} />) },
              { value: "jobs", label: t("ui.panel.jobs"), content: inPanel(<JobsPanel session={session} />) },
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

/** How the tour of this session ended, if it is one and has. */
function useTourEnded(session: string): "over" | "left" | undefined {
  const isTour = useIsTour(useView(session, (view) => view.workspace));
  const end = useView(session, (view) => (view.running === undefined ? view.lastEnd?.type : undefined));
  if (!isTour || end === undefined) return undefined;
  return end === "completed" ? "over" : "left";
}

/** A session that is looked at counts as seen. */
function useLookedAt(session: string): void {
  const status = useStanding((standing) => standing.status[session]?.type);
  const seen = useCallback(() => {
    if (status !== "unseen" || !document.hasFocus()) return;
    // Nothing depends on it: the badge stays a little longer.
    call("session_edit", { session, seen: true }).catch(() => undefined);
  }, [session, status]);
  useSeen(session, seen);
}

function useSessionActions(session: string): void {
  const running = useView(session, (view) => view.running !== undefined);
  const waiting = useView(session, (view) => view.waits.length > 0);
  const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
  const group = "ui.group.session";
  useProvideActions([
    {
      id: "composer.focus",
      title: "ui.action.focus_composer",
      group,
      shortcut: "mod+l",
      run: () => focus("[data-composer]"),
    },
    ...(waiting
      ? [
          {
            id: "waits.focus",
            title: "ui.action.focus_wait",
            group,
            shortcut: "mod+j",
            run: () => focus("[data-first]"),
          },
        ]
      : []),
    ...(running
      ? [
          {
            id: "turn.stop",
            title: "ui.action.stop",
            group,
            shortcut: "escape",
            run: () => void submit(session, { type: "interrupt" }).catch(showProblem),
          },
        ]
      : []),
  ]);
}
