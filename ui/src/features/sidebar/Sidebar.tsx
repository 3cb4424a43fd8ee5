// The left column: workspace, new session, search, the sessions, and the state of model and configuration.

import { SquarePen } from "lucide-react";
import { useRef, useState } from "react";
import type { SessionId } from "../../bindings/protocol";
import { useProvideActions } from "../../app/actions";
import { startSession } from "../../app/new-session";
import { navigate } from "../../app/route";
import { showProblem } from "../../app/Toasts";
import { chooseWorkspace, useHere, useWorkspace } from "../../app/workspace";
import { Button, EmptyState, InlineProblem, Switch } from "../../components";
import { Loaded } from "../../components/Loaded";
import { useT } from "../../i18n";
import { useOpenFolder } from "../../parts/folder/useOpenFolder";
import { SearchField } from "./SearchField";
import { SessionList } from "./SessionList";
import styles from "./Sidebar.module.css";
import { SidebarFooter } from "./SidebarFooter";
import { Unreadable } from "./Unreadable";
import { useSessionActs } from "./useSessionActs";
import { useSessionSearch } from "./useSessionSearch";
import { WorkspaceSwitcher } from "./WorkspaceSwitcher";

export default function Sidebar({ activeSession: open }: { activeSession?: SessionId | undefined }) {
  const t = useT();
  const workspace = useWorkspace();
  const [query, setQuery] = useState("");
  const [showsArchived, setShowsArchived] = useState(false);
  const [renaming, setRenaming] = useState<SessionId>();
  const search = useRef<HTMLInputElement>(null);
  const folder = useOpenFolder(() => navigate({ view: "home" }));
  const acts = useSessionActs(workspace, open);
  const params = { all_workspaces: false, archived: showsArchived };
  const list = useHere("sessions_list", params, { keepFormer: true });
  const { groups, isSearching } = useSessionSearch(list.data?.sessions ?? [], query);
  const shown = list.data?.sessions.find(({ id }) => id === open);

  useProvideActions([
    {
      id: "session.search",
      title: "ui.action.search_sessions",
      group: "ui.group.go",
      shortcut: "mod+shift+f",
      run: () => search.current?.focus(),
    },
    ...(folder.may
      ? [
          {
            id: "workspace.open",
            title: "ui.action.open_folder",
            group: "ui.group.go",
            shortcut: "mod+o",
            run: folder.choose,
          },
        ]
      : []),
    ...(shown
      ? [
          {
            id: "session.rename",
            title: "ui.action.rename_session",
            group: "ui.group.session",
            run: () => setRenaming(shown.id),
          },
          {
            id: "session.archive",
            title: "ui.action.archive_session",
            group: "ui.group.session",
            run: () => acts.setArchived(shown, !shown.archived),
          },
          {
            id: "session.delete",
            title: "ui.action.delete_session",
            group: "ui.group.session",
            run: () => acts.remove(shown),
          },
          {
            id: "session.copy_id",
            title: "ui.action.copy_session_id",
            group: "ui.group.session",
            run: () => acts.copyId(shown),
          },
          {
            id: "session.copy_journal",
            title: "ui.action.copy_journal_path",
            group: "ui.group.session",
            run: () => acts.copyJournalPath(shown),
          },
        ]
      : []),
  ]);

  return (
    <div className={styles.sidebar}>
      <div className={styles.top}>
        <WorkspaceSwitcher workspace={workspace} mayOpen={folder.may} onOpenFolder={folder.choose} />
        <Button icon={<SquarePen aria-hidden size={16} />} onClick={newSession}>
          {t("ui.sidebar.new_session")}
        </Button>
        <SearchField ref={search} query={query} onQuery={setQuery} />
        {folder.problem && <InlineProblem problem={folder.problem} />}
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
                onOpen={(session) => {
                  chooseWorkspace(session.workspace);
                  navigate({ view: "session", session: session.id });
                }}
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
      {folder.dialog}
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
