// Changes of a session's settings go to its engine; what is shown comes back from there.

import type { Effort, Mode, Posture } from "../../bindings/protocol";
import { submit } from "../../session";

export interface SettingsChange {
  model?: string;
  effort?: Effort;
  mode?: Mode;
  posture?: Posture;
}

/** Rejects with a `Problem`. */
export function configure(session: string, change: SettingsChange): Promise<void> {
  return submit(session, { type: "configure", ...change });
}
