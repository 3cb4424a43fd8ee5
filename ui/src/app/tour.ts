// The tour: a scripted model mends a failing test in a throw-away folder. Its task is the first message, as if the user
// had written it. It is only visited: whoever begins something of their own is back in their own folder.

import type { SessionOpenedReply, WorkspacesReply } from "../bindings/protocol";
import { call, markStale, queryClient, queryKey, useCommand } from "../data";
import { t } from "../i18n";
import { submit } from "../session";
import { runAction, useActions } from "./actions";
import { comeFrom } from "./came-from";
import { navigate } from "./route";
import { chosenWorkspace, isVisiting, leaveVisited, visitWorkspace } from "./workspace";

/** Rejects with a `Problem`. */
export async function startTour(): Promise<SessionOpenedReply> {
  const opened = await call("tour_start", undefined);
  markStale(["sessions_list", "workspaces"]);
  visitWorkspace(opened.workspace);
  navigate({ view: "session", session: opened.session });
  await submit(opened.session, { type: "start_turn", input: [{ type: "text", text: t("demo.task") }] });
  return opened;
}

/** Whether a folder is a tour's. */
export function useIsTour(workspace: string | undefined): boolean {
  return isOneOf(useCommand("workspaces", undefined).data, workspace);
}

/** Goes back to the user's own folder, if a tour's is looked at. Whether it was. */
export function leaveTour(): boolean {
  const known = queryClient.getQueryData<WorkspacesReply>(queryKey("workspaces"));
  if (!isVisiting() && !isOneOf(known, chosenWorkspace())) return false;
  leaveVisited();
  return true;
}

/** What comes after a tour. Opening a folder is not there where it may not be done. */
export function useTourEnd(): { addModel: () => void; openFolder: (() => void) | undefined } {
  const mayOpen = useActions((state) => state.actions.has("workspace.open"));
  return {
    addModel: () => {
      leaveTour();
      comeFrom({ view: "home" });
      navigate({ view: "settings", page: "models" });
    },
    openFolder: mayOpen ? () => runAction("workspace.open") : undefined,
  };
}

function isOneOf(known: WorkspacesReply | undefined, workspace: string | undefined): boolean {
  return known?.workspaces.some(({ path, is_tour }) => is_tour === true && path === workspace) ?? false;
}
