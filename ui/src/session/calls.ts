// Tool calls from frozen to finished, and the questions to the user that may stand between.

import type { Answer, Body, CallId, Event, FileDiff, Wait, WaitId } from "../bindings/protocol";
import { type Draft, editCall, editTurn } from "./draft";
import type { FileChange } from "./view";

type Frozen = Extract<Body, { type: "call_frozen" }>;
type Decided = Extract<Body, { type: "call_decided" }>;
type Finished = Extract<Body, { type: "call_finished" }>;

export function freezeCall(draft: Draft, event: Event, body: Frozen): void {
  const turn = event.turn ?? draft.running ?? 0;
  draft.calls.set(body.call - 1, {
    id: body.call,
    turn,
    tool: body.tool,
    args: body.args,
    subject: body.subject ?? "",
    readOnly: body.read_only ?? false,
    stage: "frozen",
  });
  const newest = draft.items.length - 1;
  if (newest >= draft.stepAt && draft.items.get(newest)?.kind === "preparing") draft.items.truncate(newest);
  // Shown at once; the complete message puts it in its place.
  draft.items.push({ kind: "calls", id: `c${body.call}`, turn, calls: [body.call] });
}

export function decideCall(draft: Draft, body: Decided): void {
  editCall(draft, body.call, () => ({
    stage: "decided",
    decision: body.decision,
    reason: body.reason,
    proof: body.proof ?? [],
  }));
}

export function startCall(draft: Draft, event: Event, call: CallId): void {
  editCall(draft, call, () => ({ stage: "started", startedAt: event.at }));
  if (draft.activity) draft.activity = { ...draft.activity, phase: "calls" };
}

export function finishCall(draft: Draft, body: Finished): void {
  editCall(draft, body.call, () => ({
    stage: "finished",
    outcome: body.outcome,
    content: body.content,
    cut: body.whole_bytes != null || body.full != null,
    durationMs: body.duration_ms,
    output: undefined,
    ...(body.display === undefined ? {} : { display: body.display }),
  }));
  if (body.display?.type !== "diff" || body.outcome !== "completed") return;
  const { files } = body.display;
  editTurn(draft, draft.calls.get(body.call - 1)?.turn, (turn) => ({
    files: files.reduce((all, file) => addFile(all, file, body.call), turn.files),
  }));
}

function addFile(files: readonly FileChange[], file: FileDiff, call: CallId): readonly FileChange[] {
  const at = files.findIndex(({ path }) => path === file.path);
  const found = files[at];
  if (found === undefined) {
    const { path, added, removed } = file;
    const moved = file.moved_from == null ? {} : { movedFrom: file.moved_from };
    return [...files, { path, ...moved, added, removed, calls: [call] }];
  }
  return files.with(at, {
    ...found,
    added: found.added + file.added,
    removed: found.removed + file.removed,
    calls: [...found.calls, call],
  });
}

export function openWait(draft: Draft, event: Event, wait: Wait): void {
  if (draft.waits.length === 0) editTurn(draft, draft.running, () => ({ waitingSince: event.at }));
  draft.waits = [...draft.waits, wait];
  const { body } = wait;
  editCall(draft, wait.call, () => ({
    stage: "waiting",
    ...(body.type === "questions" ? { questions: body.questions } : {}),
  }));
}

export function resolveWait(draft: Draft, event: Event, id: WaitId, answer: Answer): void {
  const wait = draft.waits.find((open) => open.id === id);
  if (wait === undefined) return;
  draft.waits = draft.waits.filter((open) => open !== wait);
  editCall(draft, wait.call, () => ({ stage: "decided", answer }));
  if (draft.waits.length > 0) return;
  editTurn(draft, draft.running, ({ waitedMs, waitingSince }) => ({
    waitedMs: waitedMs + (waitingSince === undefined ? 0 : event.at - waitingSince),
    waitingSince: undefined,
  }));
}
