// The turns before those that a session was opened with, put in their place when they are asked for. Pure.

import type { Event } from "../bindings/protocol";
import { reduce } from "./reduce";
import { Vector } from "./vector";
import { emptyView, type SessionView } from "./view";

/**
 * The view with older turns before its own. What they say of the session as a whole it knows already, so that of them
 * only the rows, calls and turns are kept. The same view where they do not end where it begins.
 */
export function withOlder(view: SessionView, events: readonly Event[]): SessionView {
  const first = events[0];
  if (first === undefined || events.at(-1)?.seq !== view.from - 1) return view;
  const { calls, turns } = view;
  const before = { ...emptyView(view.session), calls, turns };
  const older = reduce(
    before,
    events.map((event) => ({ event })),
    0,
  );
  return {
    ...view,
    from: first.seq,
    items: Vector.of(older.items, view.items),
    before: view.before + older.items.length,
    calls: older.calls,
    turns: older.turns,
    stepAt: view.stepAt + older.items.length,
  };
}
