// What can be done to a session in the list. Deleting and archiving say so, with a way back.

import { leaveSession } from "../../app/leave-session";
import type { SessionId, SessionSummary } from "../../bindings/protocol";
import { showNote, showProblem } from "../../app/Toasts";
import { call, markStale } from "../../data";
import { host } from "../../host";
import { useT } from "../../i18n";

export interface SessionActs {
  rename: (session: SessionSummary, title: string) => void;
  setPinned: (session: SessionSummary, pinned: boolean) => void;
  setArchived: (session: SessionSummary, archived: boolean) => void;
  remove: (session: SessionSummary) => void;
  copyId: (session: SessionSummary) => void;
  copyJournalPath: (session: SessionSummary) => void;
}

export function useSessionActs(workspace: string | undefined): SessionActs {
  const t = useT();
  const edit = (session: SessionId, change: { title?: string; pinned?: boolean; archived?: boolean }) =>
    attempt(async () => {
      await call("session_edit", { session, ...change }, workspace);
      markStale(["sessions_list", "sessions_search"]);
    });
  const restore = (session: SessionId) =>
    attempt(async () => {
      await call("session_restore", { session }, workspace);
      markStale(["sessions_list", "sessions_search"]);
    });
  const titleOf = (session: SessionSummary) => session.title || t("ui.sidebar.untitled");
  const copy = (text: string) =>
    attempt(async () => {
      await host().platform.copyText(text);
      showNote(t("ui.sidebar.copied"));
    });

  return {
    rename: (session, title) => void edit(session.id, { title: title.trim() }),
    setPinned: (session, pinned) => void edit(session.id, { pinned }),
    setArchived: async (session, archived) => {
      if (!(await edit(session.id, { archived })) || !archived) return;
      const undo = { label: t("ui.sidebar.undo"), run: () => void edit(session.id, { archived: false }) };
      showNote(t("ui.sidebar.archived_toast", { title: titleOf(session) }), undo);
    },
    remove: async (session) => {
      const comeBack = leaveSession(session.id);
      const removed = await attempt(async () => {
        await call("session_delete", { session: session.id }, workspace);
        markStale(["sessions_list", "sessions_search"]);
      });
      if (!removed) return comeBack();
      const bringBack = async () => {
        if (await restore(session.id)) comeBack();
      };
      const undo = { label: t("ui.sidebar.undo"), run: () => void bringBack() };
      showNote(t("ui.sidebar.deleted", { title: titleOf(session) }), undo);
    },
    copyId: (session) => void copy(session.id),
    copyJournalPath: (session) =>
      void attempt(async () => {
        const { journal } = await call("sessions_show", { query: session.id }, workspace);
        await copy(journal);
      }),
  };
}

/** Whether it went well; what went wrong is told. */
async function attempt(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (thrown) {
    showProblem(thrown);
    return false;
  }
}
