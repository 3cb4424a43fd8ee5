// What comes from the desktop around the page: an entry of its menu is the action of the same id, and a notification that
// was clicked leads to its session.

import { useEffect } from "react";
import type { SessionId } from "../bindings/protocol";
import { host } from "../host";
import { runAction } from "./actions";
import { navigate } from "./route";
import { chooseWorkspace } from "./workspace";

export function useNativeMenu(): void {
  useEffect(() => host().platform.onMenu?.(runAction), []);
}

export function useNotifiedSession(): void {
  useEffect(() => host().platform.onShowSession?.(showNotified), []);
}

/** As when it is chosen in the sidebar. */
function showNotified(session: SessionId, workspace: string | undefined): void {
  if (workspace !== undefined) chooseWorkspace(workspace);
  navigate({ view: "session", session });
}
