// Earlier inputs of a session, as its journal has them: Up goes back, Down comes forward to what was being written.

import type { SessionView } from "../../session";

/** The newest first. */
export function earlierInputs(view: SessionView): string[] {
  const inputs: string[] = [];
  for (let at = view.items.length - 1; at >= 0; at -= 1) {
    const item = view.items.get(at);
    if (item?.kind === "user" && item.text !== inputs.at(-1)) inputs.push(item.text);
  }
  return inputs;
}

/** What was asked by a turn that was stopped before anything came of it. */
export function returnedInput(view: SessionView): string | undefined {
  if (view.lastEnd?.type !== "interrupted" || view.running !== undefined) return undefined;
  const footer = view.items.get(view.items.length - 1);
  const user = view.items.get(view.items.length - 2);
  return footer?.kind === "footer" && user?.kind === "user" ? user.text : undefined;
}

export interface Recall {
  /** -1 is what was being written. */
  at: number;
  /** What was being written. */
  own: string;
}

export const NO_RECALL: Recall = { at: -1, own: "" };

/** One step back (1) or forward (-1); undefined where there is nothing. */
export function recall(
  inputs: readonly string[],
  from: Recall,
  by: 1 | -1,
  text: string,
): { recall: Recall; text: string } | undefined {
  const at = from.at + by;
  const own = from.at < 0 ? text : from.own;
  if (at === -1 && from.at === 0) return { recall: NO_RECALL, text: own };
  const found = at >= 0 ? inputs[at] : undefined;
  return found === undefined ? undefined : { recall: { at, own }, text: found };
}
