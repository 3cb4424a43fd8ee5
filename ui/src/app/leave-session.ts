// Leaves a session that is about to go, before it does: nothing of it is asked for any more then.

import { flushSync } from "react-dom";
import type { SessionId } from "../bindings/protocol";
import { closeSession } from "../session";
import { comeFrom, leadsBackTo } from "./came-from";
import { showSession } from "./show";
import { hashOf, navigate } from "./route";
import { chosenWorkspace } from "./workspace";

/** Gives the way back into it, which leads nowhere if it was not shown or somebody has gone elsewhere since. */
export function leaveSession(session: SessionId): () => void {
  const route = { view: "session", session } as const;
  const isShown = location.hash === hashOf(route);
  // What shows it is gone when it is closed, and does not open it again.
  if (isShown) flushSync(() => navigate({ view: "home" }));
  if (leadsBackTo(route)) comeFrom({ view: "home" });
  closeSession(session);
  const left = place();
  return () => {
    if (isShown && place() === left) showSession(session);
  };
}

function place(): string {
  return `${location.hash} ${chosenWorkspace()}`;
}
