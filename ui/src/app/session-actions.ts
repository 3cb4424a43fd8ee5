// Names of what can be done to a session that is shown. Whoever shows it carries them out; keys can be given to them before.

import { type ActionName, useActions } from "./actions";

const SESSION = "ui.group.session";
const VIEW = "ui.group.view";

export const SESSION_ACTIONS = {
  rename: { id: "session.rename", title: "ui.action.rename_session", group: SESSION },
  archive: { id: "session.archive", title: "ui.action.archive_session", group: SESSION },
  delete: { id: "session.delete", title: "ui.action.delete_session", group: SESSION },
  copyId: { id: "session.copy_id", title: "ui.action.copy_session_id", group: SESSION },
  copyJournal: { id: "session.copy_journal", title: "ui.action.copy_journal_path", group: SESSION },
  todos: { id: "panel.todos", title: "ui.action.panel_todos", group: VIEW },
  changes: { id: "panel.changes", title: "ui.action.panel_changes", group: VIEW },
  jobs: { id: "panel.jobs", title: "ui.action.panel_jobs", group: VIEW },
  context: { id: "panel.context", title: "ui.action.panel_context", group: VIEW },
  permissions: { id: "panel.permissions", title: "ui.action.panel_permissions", group: VIEW },
} as const satisfies Record<string, ActionName>;

/** Everything that keys can be given to, by heading. */
export function useKnownActions(): ActionName[] {
  const known = useActions((state) => state.known);
  const all = new Map<string, ActionName>(Object.values(SESSION_ACTIONS).map((action) => [action.id, action]));
  for (const [id, action] of known) all.set(id, action);
  const groups = [...new Set([...all.values()].map(({ group }) => group))];
  return [...all.values()].sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group));
}
