// What streams and is not kept: deltas, output of running calls, retries. It stands behind `stepAt` until the complete
// message takes its place, and goes without a trace where none comes.

import type { Live, LiveBody, TurnId } from "../bindings/protocol";
import { type Draft, dropTail, editCall } from "./draft";
import { newestOf, showJobOutput } from "./jobs";
import { partId } from "./message";
import type { Activity } from "./view";

export function applyLive(draft: Draft, live: Live): void {
  const turn = live.turn ?? draft.running ?? 0;
  const { body } = live;
  switch (body.type) {
    case "step_started":
      dropTail(draft);
      draft.activity = { phase: "starting", liveTokens: 0 };
      return;
    case "text_delta":
      return grow(draft, turn, "text", body.text);
    case "reasoning_delta":
      return grow(draft, turn, "reasoning", body.text);
    case "call_preparing":
      return prepare(draft, turn, body.tool);
    case "call_output":
      editCall(draft, body.call, ({ output = "" }) => ({ output: newestOf(output + body.text) }));
      return;
    case "job_output":
      return showJobOutput(draft, body.job, body.text);
    case "retrying":
      return retry(draft, body);
    case "op_refused":
      draft.refusal = { count: (draft.refusal?.count ?? 0) + 1, problem: body.problem };
      return;
  }
}

function grow(draft: Draft, turn: TurnId, kind: "text" | "reasoning", text: string): void {
  const at = draft.items.length - 1;
  const last = at >= draft.stepAt ? draft.items.get(at) : undefined;
  if (last?.kind === kind) {
    draft.items.set(at, { ...last, text: last.text + text });
  } else {
    const id = partId(draft.lastItem + 1, partsSoFar(draft));
    draft.items.push(
      kind === "text" ? { kind, id, turn, text, live: true, cut: false } : { kind, id, turn, text, live: true },
    );
    if (last?.kind === "reasoning") draft.items.set(at, { ...last, live: false });
  }
  tick(draft, kind === "text" ? "writing" : "thinking", text);
}

function partsSoFar(draft: Draft): number {
  let count = 0;
  for (let at = draft.stepAt; at < draft.items.length; at += 1) {
    const kind = draft.items.get(at)?.kind;
    if (kind === "text" || kind === "reasoning") count += 1;
  }
  return count;
}

function prepare(draft: Draft, turn: TurnId, tool: string): void {
  const at = draft.items.length - 1;
  const last = at >= draft.stepAt ? draft.items.get(at) : undefined;
  if (last?.kind === "preparing") draft.items.set(at, { ...last, tools: [...last.tools, tool] });
  else draft.items.push({ kind: "preparing", id: `p${draft.lastItem + 1}`, turn, tools: [tool] });
  tick(draft, "preparing", "");
}

function retry(draft: Draft, body: Extract<LiveBody, { type: "retrying" }>): void {
  if (body.discarded) dropTail(draft);
  const { attempt, max, discarded, problem } = body;
  draft.activity = {
    phase: "retrying",
    liveTokens: 0,
    retry: { attempt, max, discarded, problem, until: draft.now + body.delay_ms },
  };
}

function tick(draft: Draft, phase: Activity["phase"], text: string): void {
  const before = draft.activity;
  draft.activity = {
    phase,
    firstDeltaAt: before?.firstDeltaAt ?? draft.now,
    newestDeltaAt: draft.now,
    liveTokens: (before?.liveTokens ?? 0) + estimateTokens(text),
  };
}

/** A guess: four Latin characters, or one and a half of another script, are about a token. */
export function estimateTokens(text: string): number {
  let other = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x2e7f) other += 1;
  return (text.length - other) / 4 + other / 1.5;
}

/** A subscription that begins anew shows again what was shown of the calls that run. */
export function forgetLiveOutput(draft: Draft): void {
  for (let at = draft.calls.length - 1; at >= 0; at -= 1) {
    const call = draft.calls.get(at);
    if (call?.turn !== draft.running) return;
    if (call?.output !== undefined) draft.calls.set(at, { ...call, output: undefined });
  }
}
