// Turns and steps: when they begin, what they used, how they end.

import type { Body, Content, Event, Problem, TurnEnd } from "../bindings/protocol";
import { addCost, addUsage, type Draft, dropTail, editTurn, settle } from "./draft";
import { NO_USAGE } from "./view";

export function startTurn(draft: Draft, event: Event, input: readonly Content[]): void {
  dropTail(draft);
  const turn = event.turn ?? draft.turns.length + 1;
  const text = input.map((content) => content.text).join("\n");
  draft.turns.set(turn - 1, {
    id: turn,
    startedAt: event.at,
    steps: 0,
    usage: NO_USAGE,
    costs: [],
    files: [],
    waitedMs: 0,
  });
  settle(draft, { kind: "user", id: `u${turn}`, turn, at: event.at, text });
  draft.running = turn;
  draft.activity = { phase: "starting", liveTokens: 0 };
}

export function endTurn(draft: Draft, event: Event, end: TurnEnd): void {
  dropTail(draft);
  const turn = event.turn ?? draft.running ?? draft.turns.length;
  editTurn(draft, turn, ({ waitedMs, waitingSince }) => ({
    endedAt: event.at,
    end,
    waitedMs: waitedMs + (waitingSince === undefined ? 0 : event.at - waitingSince),
    waitingSince: undefined,
  }));
  if (end.type === "failed" && !isTold(draft, end.problem)) {
    settle(draft, { kind: "error", id: `e${event.seq}`, turn, problem: end.problem });
  }
  settle(draft, { kind: "footer", id: `f${turn}`, turn });
  draft.running = undefined;
  draft.activity = undefined;
  draft.waits = [];
  draft.lastEnd = end;
}

/** A failed step ends its turn with the same problem, which is told once. */
function isTold(draft: Draft, problem: Problem): boolean {
  const newest = draft.items.get(draft.items.length - 1);
  return newest?.kind === "error" && newest.problem.code === problem.code;
}

export function endStep(draft: Draft, event: Event, body: Extract<Body, { type: "step_ended" }>): void {
  draft.usage = addUsage(draft.usage, body.usage);
  draft.costs = addCost(draft.costs, body.cost);
  draft.newestUsage = body.usage;
  editTurn(draft, event.turn ?? draft.running, (turn) => ({
    steps: turn.steps + 1,
    usage: addUsage(turn.usage, body.usage),
    costs: addCost(turn.costs, body.cost),
  }));
  // From here on the vendor's own count holds.
  if (draft.activity) draft.activity = { phase: draft.activity.phase, liveTokens: 0 };
}

export function failStep(draft: Draft, event: Event, problem: Problem): void {
  dropTail(draft);
  settle(draft, { kind: "error", id: `e${event.seq}`, turn: event.turn ?? draft.running ?? 0, problem });
}
