// The left column: workspace, new session, search, the sessions, and the state of model and configuration.

import { SquarePen } from "lucide-react";
import { useState } from "react";
import type { SessionId } from "../../bindings/protocol";
import { runAction } from "../../app/actions";
import { startSession } from "../../app/new-session";
import { showSession } from "../../app/show";
import { useShortcutText } from "../../app/shortcuts";
import { showProblem } from "../../app/Toasts";
import { useHere, useWorkspace } from "../../app/workspace";
import { Button, EmptyState, Kbd, Switch } from "../../components";
import { Loaded } from "../../components/Loaded";
import { useMay } from "../../data";
import { useT } from "../../i18n";
import { SearchField } from "./SearchField";
import { SessionList } from "./SessionList";
import styles from "./Sidebar.module.css";
import { SidebarFooter } from "./SidebarFooter";
import { Unreadable } from "./Unreadable";
import { useSessionActs } from "../../parts/session/useSessionActs";
import { useSessionSearch } from "./useSessionSearch";
import { WorkspaceSwitcher } from "./WorkspaceSwitcher";

export default function Sidebar({ activeSession: open }: { activeSession?: SessionId | undefined }) {
  const t = useT();
  const workspace = useWorkspace();
  const [query, setQuery] = useState("");
  const [showsArchived, setShowsArchived] = useState(false);
  const [renaming, setRenaming] = useState<SessionId>();
  const mayOpen = useMay("workspaces");
  const keys = useShortcutText("session.new");
  const acts = useSessionActs(workspace);
  const params = { all_workspaces: false, archived: showsArchived };
  const list = useHere("sessions_list", params, { keepFormer: true });
  const { groups, isSearching } = useSessionSearch(list.data?.sessions ?? [], query);

  return (
    <div className={styles.sidebar}>
      <div className={styles.top}>
        <WorkspaceSwitcher workspace={workspace} mayOpen={mayOpen} onOpenFolder={() => runAction("workspace.open")} />
        <Button className={styles.begin ?? ""} icon={<SquarePen aria-hidden size={16} />} onClick={newSession}>
          {t("ui.sidebar.new_session")}
          {keys !== undefined && (
            <span aria-hidden className={styles.keys}>
              <Kbd keys={keys} />
            </span>
          )}
        </Button>
        <SearchField query={query} onQuery={setQuery} />
      </div>
      <div className={styles.list}>
        <Loaded query={list}>
          {({ unreadable }) => (
            <>
              <SessionList
                groups={groups}
                open={open}
                acts={acts}
                renaming={renaming}
                onRename={setRenaming}
                onOpen={(session) => showSession(session.id, session.workspace)}
              />
              {groups.length === 0 && <Nothing query={query.trim()} isSearching={isSearching} />}
              {query === "" && <Unreadable sessions={unreadable} />}
            </>
          )}
        </Loaded>
        <div className={styles.archived}>
          <Switch checked={showsArchived} onChange={setShowsArchived} label={t("ui.sidebar.show_archived")} />
          <span aria-hidden>{t("ui.sidebar.show_archived")}</span>
        </div>
      </div>
      <SidebarFooter />
    </div>
  );
}

function Nothing({ query, isSearching }: { query: string; isSearching: boolean }) {
  const t = useT();
  if (isSearching) return <p className={styles.note}>{t("ui.sidebar.searching")}</p>;
  if (query !== "") return <p className={styles.note}>{t("ui.sidebar.search_none", { query })}</p>;
  return <EmptyState title={t("ui.sidebar.none")}>{t("ui.sidebar.none_hint")}</EmptyState>;
}

function newSession(): void {
  startSession().catch(showProblem);
}
