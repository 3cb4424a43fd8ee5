// Where a session begins for a front end that was told the newest turns only. Pure.

import type { JobSnapshot, SessionId, Snapshot } from "../bindings/protocol";
import { Vector } from "./vector";
import { emptyView, type JobView, type SessionView } from "./view";

/** A view that begins behind what the snapshot covers. */
export function viewAfter(session: SessionId, snapshot: Snapshot): SessionView {
  return {
    ...emptyView(session),
    seq: snapshot.seq,
    from: snapshot.seq + 1,
    workspace: snapshot.workspace,
    settings: snapshot.settings,
    calls: Vector.hollow(snapshot.call),
    turns: Vector.hollow(snapshot.turn),
    lastItem: snapshot.item,
    lastEnd: snapshot.last_end ?? undefined,
    usage: snapshot.usage,
    costs: snapshot.costs,
    newestUsage: snapshot.newest_usage ?? undefined,
    todos: snapshot.todos,
    jobs: snapshot.jobs.map(jobView),
  };
}

function jobView({ job: id, call, command, cwd, started_at, ...job }: JobSnapshot): JobView {
  return {
    id,
    call,
    command,
    cwd,
    startedAt: started_at,
    output: "",
    ...(job.stalled_ms == null ? {} : { stalledMs: job.stalled_ms, quiet: true }),
    ...(job.end == null ? {} : { end: job.end, outputBytes: job.output_bytes }),
    ...(job.ended_at == null ? {} : { endedAt: job.ended_at }),
  };
}
