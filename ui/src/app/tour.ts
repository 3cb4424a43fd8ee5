// Starts the tour: a scripted model mends a failing test in a throw-away folder. Its task is the first message, as if the
// user had written it.

import type { SessionOpenedReply } from "../bindings/protocol";
import { call, markStale } from "../data";
import { t } from "../i18n";
import { submit } from "../session";
import { navigate } from "./route";
import { chooseWorkspace } from "./workspace";

/** Rejects with a `Problem`. */
export async function startTour(): Promise<SessionOpenedReply> {
  const opened = await call("tour_start", undefined);
  markStale(["sessions_list", "workspaces"]);
  chooseWorkspace(opened.workspace);
  navigate({ view: "session", session: opened.session });
  await submit(opened.session, { type: "start_turn", input: [{ type: "text", text: t("demo.task") }] });
  return opened;
}
