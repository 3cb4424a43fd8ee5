// The settings: pages at the left, one page beside them. What a page shows is in its own folder.

import { X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { goBack } from "../../app/came-from";
import { useEscape } from "../../app/escape";
import { navigate } from "../../app/route";
import { showNote } from "../../app/Toasts";
import { leaveTour, useIsTour } from "../../app/tour";
import { SETTINGS_PAGES } from "../../app/useAppActions";
import { chooseWorkspace, useWorkspace } from "../../app/workspace";
import { IconButton } from "../../components";
import { Loading } from "../../components/Loaded";
import { writeKept } from "../../data";
import { t, useT } from "../../i18n";
import { AppearancePage } from "./appearance/AppearancePage";
import { LanguagePage } from "./appearance/LanguagePage";
import { type Draft, SHOWN, unsaved } from "./config/drafts";
import { DoctorPage } from "./doctor/DoctorPage";
import { ModelsPage } from "./models/ModelsPage";
import { PermissionsPage } from "./permissions/PermissionsPage";
import styles from "./Settings.module.css";
import { ShortcutsPage } from "./shortcuts/ShortcutsPage";

const ConfigPage = lazy(() => import("./config/ConfigPage"));

type PageName = (typeof SETTINGS_PAGES)[number]["page"];

const PAGES: Record<PageName, (of: string | undefined) => ReactNode> = {
  models: (of) => <ModelsPage key={of} of={of} />,
  permissions: () => <PermissionsPage />,
  appearance: () => <AppearancePage />,
  language: () => <LanguagePage />,
  shortcuts: () => <ShortcutsPage />,
  config: () => <ConfigPage />,
  doctor: () => <DoctorPage />,
};

export default function Settings({ page, of }: { page: string; of?: string | undefined }) {
  const t = useT();
  const shown = isPage(page) ? page : "models";
  // The tour has a configuration of its own, which nobody wants to change.
  const isTour = useIsTour(useWorkspace());
  useEffect(() => {
    if (isTour) leaveTour();
  }, [isTour]);
  useEscape(goBack);
  useEffect(() => () => tellUnsaved(), []);
  return (
    <main className={styles.settings}>
      <header className={styles.header}>
        <h1 className={styles.title}>{t("ui.settings.title")}</h1>
        <IconButton label={t("ui.settings.close")} shortcut="Esc" icon={<X aria-hidden size={16} />} onClick={goBack} />
      </header>
      <div className={styles.columns}>
        <nav aria-label={t("ui.settings.pages")} className={styles.pages}>
          {SETTINGS_PAGES.map(({ page: name, title }) => (
            <a
              key={name}
              className={styles.link}
              href={`#/settings/${name}`}
              aria-current={name === shown ? "page" : undefined}
            >
              {t(title)}
            </a>
          ))}
        </nav>
        <div className={styles.page} data-wide={shown === "config" || undefined}>
          <Suspense fallback={<Loading />}>{PAGES[shown](of)}</Suspense>
        </div>
      </div>
    </main>
  );
}

/** Edits of a configuration file are still there, out of sight. */
function tellUnsaved(): void {
  const [draft] = unsaved();
  if (draft !== undefined)
    showNote(t("ui.config.left_unsaved", { file: draft.base?.file ?? "config.toml" }), wayTo(draft));
}

function wayTo({ layer, workspace }: Draft) {
  const run = () => {
    if (workspace !== undefined) chooseWorkspace(workspace);
    writeKept(SHOWN, layer);
    navigate({ view: "settings", page: "config" });
  };
  return { label: t("ui.config.show_unsaved"), run };
}

function isPage(page: string): page is PageName {
  return Object.hasOwn(PAGES, page);
}
