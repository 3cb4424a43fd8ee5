// Actions that are possible wherever one is: pages of the settings, the look, the panel, the tour.

import "./came-from";
import { useAppearance } from "../theme/appearance";
import { type Action, useProvideActions } from "./actions";
import { TEXT_SIZES, useDesktopSettings, useTextSize } from "./desktop-settings";
import { setLayout } from "./layout";
import { navigate, useRoute } from "./route";
import { SESSION_ACTIONS } from "./session-actions";
import { showSetUp } from "./set-up";
import { showProblem } from "./Toasts";
import { startTour } from "./tour";

/** The pages of the settings, in their order, with their titles. */
export const SETTINGS_PAGES = [
  { page: "models", title: "ui.settings.page_models" },
  { page: "permissions", title: "ui.settings.page_permissions" },
  { page: "appearance", title: "ui.settings.page_appearance" },
  { page: "language", title: "ui.settings.page_language" },
  { page: "shortcuts", title: "ui.settings.page_shortcuts" },
  { page: "config", title: "ui.settings.page_config" },
  { page: "doctor", title: "ui.settings.page_doctor" },
] as const;

export function useAppActions(): void {
  const { view } = useRoute();
  const size = useTextSize();
  const theme = useAppearance((look) => look.theme);
  const { setTextSize, setTheme } = useDesktopSettings();
  const look = (id: string, title: string, shortcut: string | undefined, run: () => void): Action => ({
    id,
    title,
    group: "ui.group.view",
    run,
    ...(shortcut === undefined ? {} : { shortcut }),
  });
  useProvideActions([
    ...SETTINGS_PAGES.map(({ page, title }) => ({
      id: `settings.${page}`,
      title,
      group: "ui.group.settings",
      run: () => navigate({ view: "settings", page }),
    })),
    look("text.larger", "ui.action.text_larger", "mod+=", () => setTextSize(size + TEXT_SIZES.step)),
    look("text.smaller", "ui.action.text_smaller", "mod+-", () => setTextSize(size - TEXT_SIZES.step)),
    look("text.reset", "ui.action.text_reset", "mod+0", () => setTextSize(100)),
    ...(theme === "auto" ? [] : [look("theme.auto", "ui.action.theme_auto", undefined, () => setTheme("auto"))]),
    ...(theme === "light" ? [] : [look("theme.light", "ui.action.theme_light", undefined, () => setTheme("light"))]),
    ...(theme === "dark" ? [] : [look("theme.dark", "ui.action.theme_dark", undefined, () => setTheme("dark"))]),
    ...(view === "session"
      ? [
          { ...SESSION_ACTIONS.todos, run: () => setLayout({ panel: true, tab: "todos" }) },
          { ...SESSION_ACTIONS.changes, run: () => setLayout({ panel: true, tab: "changes" }) },
          { ...SESSION_ACTIONS.jobs, run: () => setLayout({ panel: true, tab: "jobs" }) },
          { ...SESSION_ACTIONS.context, run: () => setLayout({ panel: true, tab: "context" }) },
          { ...SESSION_ACTIONS.permissions, run: () => setLayout({ panel: true, tab: "permissions" }) },
        ]
      : []),
    {
      id: "tour.start",
      title: "ui.action.start_tour",
      group: "ui.group.help",
      run: () => void startTour().catch(showProblem),
    },
    {
      id: "set_up.show",
      title: "ui.action.show_onboarding",
      group: "ui.group.help",
      run: () => {
        navigate({ view: "home" });
        showSetUp();
      },
    },
  ]);
}
