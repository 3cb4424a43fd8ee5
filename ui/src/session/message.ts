// A model's message: what streamed is replaced by what was kept, in the model's order and under the same ids.

import type { Body, CallId, Event, TurnId } from "../bindings/protocol";
import type { Draft } from "./draft";

/** Calls that fold to one line; a longer batch begins another one. */
const FOLDED_MOST = 200;
/** Readers that show something of their own. */
const NEVER_FOLDED = new Set(["bash", "bash_output", "wait", "todo_write", "ask"]);

export function completeMessage(draft: Draft, event: Event, body: Extract<Body, { type: "item_completed" }>): void {
  const turn = event.turn ?? draft.running ?? 0;
  const cut = body.cut ?? false;
  draft.items.truncate(draft.stepAt);
  draft.lastItem = body.item;
  let nth = 0;
  let calls = false;
  for (const part of body.parts) {
    if (part.type === "call") {
      pushCall(draft, turn, part.call);
      calls = true;
    } else if (part.type === "text" || part.type === "reasoning") {
      const id = partId(body.item, nth);
      nth += 1;
      if (part.text.trim() === "") continue;
      if (part.type === "text") draft.items.push({ kind: "text", id, turn, text: part.text, live: false, cut });
      else draft.items.push({ kind: "reasoning", id, turn, text: part.text, live: false });
    }
  }
  draft.stepAt = draft.items.length;
  if (draft.activity) draft.activity = { ...draft.activity, phase: calls ? "calls" : draft.activity.phase };
}

/** The id of the nth text or reasoning of a message, known before the message is complete. */
export function partId(item: number, nth: number): string {
  return `m${item}.${nth}`;
}

/** Appends a call as a row of its own, or to the readers that stand last. */
function pushCall(draft: Draft, turn: TurnId, call: CallId): void {
  const at = draft.items.length - 1;
  const last = draft.items.get(at);
  if (last?.kind === "calls" && last.turn === turn && last.calls.length < FOLDED_MOST) {
    if (folds(draft, call) && last.calls.every((former) => folds(draft, former))) {
      draft.items.set(at, { ...last, calls: [...last.calls, call] });
      return;
    }
  }
  draft.items.push({ kind: "calls", id: `c${call}`, turn, calls: [call] });
}

function folds(draft: Draft, id: CallId): boolean {
  const call = draft.calls.get(id - 1);
  return call?.readOnly === true && !NEVER_FOLDED.has(call.tool);
}
