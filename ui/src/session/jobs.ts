// The background jobs of a session: when they start, what they print, how they end.

import type { Body, Event, JobId } from "../bindings/protocol";
import { type Draft, settle } from "./draft";
import type { JobView } from "./view";

/** Characters of output that are kept of a running job. */
const OUTPUT_MOST = 64 * 1024;

export function startJob(draft: Draft, event: Event, body: Extract<Body, { type: "job_started" }>): void {
  const { job: id, call, command, cwd } = body;
  draft.jobs = [...draft.jobs, { id, call, command, cwd, startedAt: event.at, output: "" }];
}

export function stallJob(draft: Draft, event: Event, body: Extract<Body, { type: "job_stalled" }>): void {
  editJob(draft, body.job, () => ({ stalledMs: body.quiet_ms, quiet: true }));
  settle(draft, { kind: "job", id: `j${event.seq}`, job: body.job, news: "stalled" });
}

export function endJob(draft: Draft, event: Event, body: Extract<Body, { type: "job_ended" }>): void {
  const { job, end, output_bytes } = body;
  editJob(draft, job, () => ({ end, endedAt: event.at, outputBytes: output_bytes }));
  settle(draft, { kind: "job", id: `j${event.seq}`, job, news: "ended" });
}

export function showJobOutput(draft: Draft, id: JobId, text: string): void {
  editJob(draft, id, ({ output }) => ({ output: newestOf(output + text), quiet: false }));
}

/** What was shown of running jobs is shown again to whoever subscribes anew. */
export function forgetOutput(draft: Draft): void {
  if (draft.jobs.some(({ output }) => output !== "")) draft.jobs = draft.jobs.map((job) => ({ ...job, output: "" }));
}

function editJob(draft: Draft, id: JobId, change: (job: JobView) => Partial<JobView>): void {
  draft.jobs = draft.jobs.map((job) => (job.id === id ? { ...job, ...change(job) } : job));
}

/** The end of an output that is too long, from the beginning of a line. */
export function newestOf(output: string): string {
  if (output.length <= OUTPUT_MOST) return output;
  const kept = output.slice(output.length - OUTPUT_MOST);
  const line = kept.indexOf("\n");
  return line < 0 || line > 4096 ? kept : kept.slice(line + 1);
}
