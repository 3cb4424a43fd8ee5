// Begins a session.

import type { SessionId } from "../bindings/protocol";
import { call, markStale } from "../data";
import { type Draft, handOver, hasDraft } from "../features/composer/drafts";
import { navigate } from "./route";
import { showSession } from "./show";
import { leaveTour } from "./tour";
import { chosenWorkspace } from "./workspace";

/** Rejects with a `Problem`. In the workspace that is looked at; out of a tour it leads to where one begins of one's own. */
export async function startSession(): Promise<void> {
  if (leaveTour()) navigate({ view: "home" });
  else showSession(await openFresh(chosenWorkspace()));
}

/** A new session whose first message is sent as soon as it is open. Rejects with a `Problem`. */
export async function startWith(draft: Draft, workspace: string | undefined): Promise<void> {
  const session = await openFresh(workspace);
  handOver(session, draft);
  showSession(session);
}

/** A new session with everything of one that another process has open. Rejects with a `Problem`. */
export async function copySession(of: SessionId, workspace?: string): Promise<SessionId> {
  const { session } = await call("session_open", { which: { type: "copy_of", session: of } }, workspace);
  markStale(["sessions_list"]);
  showSession(session);
  return session;
}

async function openFresh(workspace: string | undefined): Promise<SessionId> {
  const existing = await untouchedSession(workspace);
  const which =
    existing === undefined ? ({ type: "new" } as const) : ({ type: "existing", session: existing } as const);
  const { session } = await call("session_open", { which }, workspace);
  markStale(["sessions_list"]);
  return session;
}

/** A session that is as good as a new one: nobody wrote in it, set anything in it or gave it a name. */
async function untouchedSession(workspace: string | undefined): Promise<SessionId | undefined> {
  const [{ sessions }, { default_model }] = await Promise.all([
    call("sessions_list", { all_workspaces: false, archived: false }, workspace),
    call("models", undefined, workspace),
  ]);
  for (const { id, title, turns, in_use, pinned, model } of sessions) {
    if (turns > 0 || in_use || pinned || title !== "" || model !== default_model || hasDraft(id)) continue;
    // Its settings are its own: a new session never begins with the posture of another one.
    const { events } = await call("sessions_show", { query: id }, workspace);
    if (events.every(({ body }) => body.type !== "configured")) return id;
  }
  return undefined;
}
