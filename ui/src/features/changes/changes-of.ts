// What a session's calls changed, taken from its view. Pure.

import { callOf, type SessionView } from "../../session";
import type { Change } from "./collect";

/** In the order in which the calls ended inside each turn. */
export function changesOf(view: SessionView): Change[] {
  const changes: Change[] = [];
  for (const turn of view.turns) {
    const calls = new Set(turn.files.flatMap(({ calls: ids }) => ids));
    for (const id of [...calls].sort((a, b) => a - b)) {
      const display = callOf(view, id)?.display;
      if (display?.type === "diff") changes.push({ turn: turn.id, files: display.files });
    }
  }
  return changes;
}
