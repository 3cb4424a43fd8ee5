// Folds updates into a session's view. Pure: the same view, batch and time give the same view, and what a batch does not
// touch stays the same object. The counterpart of the engine's own fold over its events, held to the same facts by tests.

import type { Body, Event, Update } from "../bindings/protocol";
import { decideCall, finishCall, freezeCall, openWait, resolveWait, startCall } from "./calls";
import { closeDraft, type Draft, dropTail, openDraft, settle } from "./draft";
import { endJob, forgetOutput, stallJob, startJob } from "./jobs";
import { applyLive, forgetLiveOutput } from "./live";
import { completeMessage } from "./message";
import { viewAfter } from "./snapshot";
import { endStep, endTurn, failStep, startTurn } from "./turns";
import type { SessionView } from "./view";

/** `now` is the time by this front end's own clock; it is used for live estimates only. */
export function reduce(view: SessionView, batch: readonly Update[], now: number): SessionView {
  if (batch.length === 0) return view;
  let draft = openDraft(view, now);
  for (const update of batch) {
    if ("snapshot" in update) draft = openDraft(viewAfter(view.session, update.snapshot), now);
    else if ("event" in update) applyEvent(draft, update.event);
    else if ("live" in update) applyLive(draft, update.live);
    else if ("caught_up" in update) {
      draft.caughtUp = true;
      forgetOutput(draft);
      forgetLiveOutput(draft);
    }
  }
  return closeDraft(draft);
}

function applyEvent(draft: Draft, event: Event): void {
  // A stream that was opened anew may begin before what is known.
  if (event.seq <= draft.seq) return;
  draft.seq = event.seq;
  applyBody(draft, event, event.body);
}

function applyBody(draft: Draft, event: Event, body: Body): void {
  switch (body.type) {
    case "session_opened":
      draft.workspace = body.workspace;
      draft.settings = body.settings;
      draft.closed = false;
      // Calls that another process froze and never got to are not there any more.
      dropTail(draft);
      return;
    case "configured":
      return configure(draft, body);
    case "session_closed":
      draft.closed = true;
      return;
    case "prefix_set":
      return;
    case "turn_started":
      return startTurn(draft, event, body.input);
    case "turn_ended":
      return endTurn(draft, event, body.end);
    case "step_ended":
      return endStep(draft, event, body);
    case "step_failed":
      return failStep(draft, event, body.problem);
    case "item_completed":
      return completeMessage(draft, event, body);
    case "call_frozen":
      return freezeCall(draft, event, body);
    case "call_decided":
      return decideCall(draft, body);
    case "call_started":
      return startCall(draft, event, body.call);
    case "call_finished":
      return finishCall(draft, body);
    case "wait_opened":
      return openWait(draft, event, body.wait);
    case "wait_resolved":
      return resolveWait(draft, event, body.wait, body.answer);
    case "todo_changed":
      draft.todos = body.items;
      return;
    case "job_started":
      return startJob(draft, event, body);
    case "job_stalled":
      return stallJob(draft, event, body);
    case "job_ended":
      return endJob(draft, event, body);
    case "notice":
      return settle(draft, { kind: "notice", id: `n${event.seq}`, problem: body.notice });
  }
}

function configure(draft: Draft, change: Extract<Body, { type: "configured" }>): void {
  const { settings } = draft;
  if (settings === undefined) return;
  draft.settings = {
    model: change.model ?? settings.model,
    effort: change.effort ?? settings.effort ?? null,
    mode: change.mode ?? settings.mode,
    posture: change.posture ?? settings.posture,
  };
}
