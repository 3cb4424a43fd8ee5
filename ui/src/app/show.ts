// Goes to a session or a folder. Whoever comes to a session writes next, so the composer has the focus there.

import type { SessionId } from "../bindings/protocol";
import { sessionStore } from "../session";
import { hashOf, navigate, parseRoute } from "./route";
import { chooseWorkspace } from "./workspace";

/** Goes to a session, and to its folder if that is known. Its composer takes the focus when it is drawn; one that is there
 * already is given it. */
export function showSession(session: SessionId, workspace?: string): void {
  const route = { view: "session", session } as const;
  if (workspace !== undefined) chooseWorkspace(workspace);
  if (location.hash === hashOf(route)) document.querySelector<HTMLElement>("[data-composer]")?.focus();
  else navigate(route);
}

/** Goes to a folder: to where one begins in it, unless a session of it is shown. */
export function showWorkspace(workspace: string): void {
  chooseWorkspace(workspace);
  const route = parseRoute(location.hash);
  const isThere = route.view === "session" && sessionStore(route.session).getState().view.workspace === workspace;
  if (!isThere) navigate({ view: "home" });
}
