// A session that was opened with its newest turns, and had the older ones put before them, is the same as one that was
// folded as a whole. What a snapshot tells the engine is held to in `crates/agent/src/snapshot.rs`.

import { expect, test } from "vitest";
import type { Event, Snapshot, Update } from "../bindings/protocol";
import { recorded } from "../test/session";
import { withOlder } from "./older";
import { reduce } from "./reduce";
import { facts, rows } from "./testing/facts";
import { longJournal } from "./testing/journal";
import { emptyView, type SessionView } from "./view";

const fold = (events: readonly Event[], view = emptyView("s")) =>
  reduce(
    view,
    events.map((event) => ({ event })),
    0,
  );

/** As the engine makes it. */
function snapshotOf(view: SessionView): Snapshot {
  const { seq, workspace, settings, lastItem: item, usage, costs, todos } = view;
  if (settings === undefined) throw new Error("a session without settings");
  return {
    ...{ seq, workspace, settings, item, usage, costs: [...costs], todos: [...todos] },
    turn: view.turns.length,
    call: view.calls.length,
    last_end: view.lastEnd ?? null,
    newest_usage: view.newestUsage ?? null,
    jobs: view.jobs.map(({ id: job, call, command, cwd, startedAt, stalledMs, end, endedAt, outputBytes }) => ({
      ...{ job, call, command, cwd, started_at: startedAt, output_bytes: outputBytes ?? 0 },
      ...{ stalled_ms: stalledMs ?? null, end: end ?? null, ended_at: endedAt ?? null },
    })),
  };
}

/** Where its turns begin, but the first. */
function cuts(events: readonly Event[]): number[] {
  const begins = events.flatMap(({ body }, at) => (body.type === "turn_started" ? [at] : []));
  return begins.slice(1);
}

function check(events: readonly Event[], at: number): SessionView {
  const whole = fold(events);
  const snapshot: Update = { snapshot: snapshotOf(fold(events.slice(0, at))) };
  const newest = fold(events.slice(at), reduce(emptyView("s"), [snapshot], 0));
  expect(facts(newest)).toEqual(facts(whole));
  expect(newest.from).toBe(at + 1);
  expect([newest.calls.length, newest.lastItem]).toEqual([whole.calls.length, whole.lastItem]);
  expect(rows(newest)).toEqual(rows(whole).slice(-newest.items.length));

  // In two parts where there are two.
  let view = newest;
  for (const begin of [cuts(events.slice(0, at)).at(-1) ?? 0, 0]) {
    if (view.from > begin + 1) view = withOlder(view, events.slice(begin, view.from - 1));
  }
  expect(view.from).toBe(1);
  expect(rows(view)).toEqual(rows(whole));
  expect(facts(view)).toEqual(facts(whole));
  expect([...view.turns]).toEqual([...whole.turns]);
  expect([...view.calls]).toEqual([...whole.calls]);
  expect(view.stepAt).toBe(whole.stepAt);
  return view;
}

test.each(["approvals", "jobs"])("the recording %s, from each of its turns on", (name) => {
  const events = recorded(name);
  expect(cuts(events).length).toBeGreaterThan(0);
  for (const at of cuts(events)) check(events, at);
});

test("a long session, with a turn that goes on meanwhile", () => {
  const events = longJournal(600).flatMap((update) => ("event" in update ? [update.event] : []));
  const at = cuts(events).at(-100) ?? 0;
  const view = check(events, at);
  const turn = view.turns.length + 1;
  const started: Event = {
    ...{ v: 1, seq: view.seq + 1, session: "long", turn, at: 1 },
    body: { type: "turn_started", input: [{ type: "text", text: "and now" }] },
  };
  const going = reduce(
    view,
    [{ event: started }, { live: { session: "long", turn, body: { type: "text_delta", text: "a" } } }],
    0,
  );
  expect(rows(going).slice(-2)).toEqual([`u${turn} user: and now`, expect.stringContaining("text: a")]);
});

test("events that do not end where the view begins change nothing", () => {
  const events = recorded("jobs");
  const at = cuts(events).at(-1) ?? 0;
  const newest = reduce(emptyView("s"), [{ snapshot: snapshotOf(fold(events.slice(0, at))) }], 0);
  expect(withOlder(newest, [])).toBe(newest);
  expect(withOlder(newest, events.slice(0, at - 1))).toBe(newest);
  const whole = withOlder(newest, events.slice(0, at));
  expect(withOlder(whole, events.slice(0, at))).toBe(whole);
});
