// Begins a session and goes there.

import type { SessionId } from "../bindings/protocol";
import { call, markStale } from "../data";
import { navigate } from "./route";
import { chosenWorkspace } from "./workspace";

/** Rejects with a `Problem`. Without a workspace, in the one that is looked at. */
export async function startSession(workspace = chosenWorkspace()): Promise<SessionId> {
  const { session } = await call("session_open", { which: { type: "new" } }, workspace);
  markStale(["sessions_list"]);
  navigate({ view: "session", session });
  return session;
}

/** A new session with everything of one that another process has open. Rejects with a `Problem`. */
export async function copySession(of: SessionId, workspace?: string): Promise<SessionId> {
  const { session } = await call("session_open", { which: { type: "copy_of", session: of } }, workspace);
  markStale(["sessions_list"]);
  navigate({ view: "session", session });
  return session;
}
