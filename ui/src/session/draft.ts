// A session's view while updates are folded into it: the same data, with its long lists open for writing.

import type { CallId, Cost, TurnId, Usage } from "../bindings/protocol";
import type { VectorDraft } from "./vector";
import type { CallView, Item, SessionView, TurnView } from "./view";

export interface Draft extends Omit<SessionView, "items" | "calls" | "turns"> {
  items: VectorDraft<Item>;
  calls: VectorDraft<CallView>;
  turns: VectorDraft<TurnView>;
  /** By the clock of this front end, in milliseconds since the Unix epoch. */
  readonly now: number;
}

export function openDraft(view: SessionView, now: number): Draft {
  return { ...view, items: view.items.draft(), calls: view.calls.draft(), turns: view.turns.draft(), now };
}

export function closeDraft({ now: _, ...draft }: Draft): SessionView {
  return { ...draft, items: draft.items.finish(), calls: draft.calls.finish(), turns: draft.turns.finish() };
}

/** Changes a call that is there. */
export function editCall(draft: Draft, id: CallId, change: (call: CallView) => Partial<CallView>): void {
  const call = draft.calls.get(id - 1);
  if (call !== undefined) draft.calls.set(id - 1, { ...call, ...change(call) });
}

export function editTurn(draft: Draft, id: TurnId | undefined, change: (turn: TurnView) => Partial<TurnView>): void {
  const turn = id === undefined ? undefined : draft.turns.get(id - 1);
  if (turn !== undefined) draft.turns.set(turn.id - 1, { ...turn, ...change(turn) });
}

/** Appends a row that will not change any more, in front of what still streams. */
export function settle(draft: Draft, item: Item): void {
  const tail: Item[] = [];
  for (let at = draft.stepAt; at < draft.items.length; at += 1) tail.push(draft.items.get(at) as Item);
  draft.items.truncate(draft.stepAt);
  draft.items.push(item);
  draft.stepAt = draft.items.length;
  for (const live of tail) draft.items.push(live);
}

/** Takes away what streamed and was not kept. */
export function dropTail(draft: Draft): void {
  draft.items.truncate(draft.stepAt);
}

export function addUsage(left: Usage, right: Usage): Usage {
  const sum: Usage = { fresh_input: left.fresh_input + right.fresh_input, output: left.output + right.output };
  for (const name of ["cached_input", "cache_write", "reasoning"] as const) {
    // A number that one side knows is kept; nobody's number is not zero.
    if (left[name] != null || right[name] != null) sum[name] = (left[name] ?? 0) + (right[name] ?? 0);
  }
  return sum;
}

/** Amounts of different currencies are never added up. */
export function addCost(costs: readonly Cost[], cost: Cost | null | undefined): readonly Cost[] {
  if (cost == null) return costs;
  const at = costs.findIndex(({ currency }) => currency === cost.currency);
  const found = costs[at];
  if (found === undefined) return [...costs, cost];
  return costs.with(at, { ...found, amount: found.amount + cost.amount });
}
