// The three columns: sidebar, the session or the settings, and the panel beside a session.

import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { TooltipProvider } from "../components";
import { queryClient, startSignals } from "../data";
import Sidebar from "../features/sidebar/Sidebar";
import { useT } from "../i18n";
import styles from "./App.module.css";
import { useProvideActions } from "./actions";
import { useAttention } from "./attention";
import { useConfiguredLook } from "./desktop-settings";
import { ErrorBoundary } from "./ErrorBoundary";
import { Home } from "./Home";
import { Loading } from "./Loading";
import { setLayout, useLayout } from "./layout";
import { Onboarding, Settings } from "./lazy-views";
import { useNativeMenu, useNotifiedSession } from "./native";
import { startSession } from "./new-session";
import { OpenFolder } from "./OpenFolder";
import { Overlays } from "./Overlays";
import { hashOf, navigate, useRoute } from "./route";
import { SessionScreen } from "./SessionScreen";
import { SignIn } from "./SignIn";
import { useSetUp } from "./set-up";
import { useShortcutKeys } from "./shortcuts";
import { showProblem, Toasts } from "./Toasts";
import { useAppActions } from "./useAppActions";

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider delayDuration={500}>
        <ErrorBoundary>
          <SignIn>
            <Shell />
            <OpenFolder />
          </SignIn>
        </ErrorBoundary>
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

function Shell() {
  const t = useT();
  const route = useRoute();
  const layout = useLayout();
  const setUp = useSetUp();
  useEffect(startSignals, []);
  useShortcutKeys();
  useAttention();
  useConfiguredLook();
  useAppActions();
  useNativeMenu();
  useNotifiedSession();
  useProvideActions([
    {
      id: "session.new",
      title: "ui.action.new_session",
      group: "ui.group.session",
      shortcut: "mod+n",
      run: () => void startSession().catch(showProblem),
    },
    {
      id: "sidebar.toggle",
      title: "ui.action.toggle_sidebar",
      group: "ui.group.view",
      shortcut: "mod+b",
      run: () => setLayout({ sidebar: !layout.sidebar }),
    },
    {
      id: "panel.toggle",
      title: "ui.action.toggle_panel",
      group: "ui.group.view",
      shortcut: "mod+alt+b",
      run: () => setLayout({ panel: !layout.panel }),
    },
    {
      id: "settings.open",
      title: "ui.action.settings",
      group: "ui.group.app",
      shortcut: "mod+,",
      run: () => navigate({ view: "settings", page: "models" }),
    },
  ]);
  if (setUp.isShown && route.view === "home") {
    return (
      <Suspense fallback={<Loading />}>
        <Onboarding onDone={setUp.leave} />
      </Suspense>
    );
  }
  const activeSession = route.view === "session" ? route.session : undefined;
  return (
    <div className={styles.shell}>
      {layout.sidebar && (
        <nav className={styles.sidebar} aria-label={t("ui.app.sidebar")}>
          <ErrorBoundary>
            <Sidebar activeSession={activeSession} />
          </ErrorBoundary>
        </nav>
      )}
      <ErrorBoundary resetKey={hashOf(route)}>
        <Suspense fallback={<Loading />}>
          {route.view === "home" && <Home />}
          {route.view === "session" && <SessionScreen key={route.session} session={route.session} />}
          {route.view === "settings" && <Settings page={route.page} of={route.of} />}
        </Suspense>
      </ErrorBoundary>
      <Overlays />
    </div>
  );
}
