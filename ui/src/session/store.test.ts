import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { SessionSummary, Snapshot } from "../bindings/protocol";
import { take } from "../data/signals";
import { fakeHost, refuse } from "../test/fake-host";
import { openSession, recorded, SESSION } from "../test/session";
import { closeAllSessions, loadOlder, reopenSession, sessionStore, useTriedAgain } from "./store";

const SETTINGS = { model: "p/m", mode: "normal", posture: "ask" } as const;

afterEach(() => {
  vi.useRealTimers();
  closeAllSessions();
});

test("the backlog is shown at once when it is over, and deltas by the frame", async () => {
  const { feed, live, event } = await openSession();
  const store = sessionStore(SESSION);
  expect(store.getState().view.caughtUp).toBe(true);
  const changed = vi.fn();
  store.subscribe(changed);
  const deltas = Array.from({ length: 20 }, () => live({ type: "text_delta", text: "x" }));
  await feed(event({ type: "turn_started", input: [] }), ...deltas);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(store.getState().view.items.get(1)).toMatchObject({ text: "x".repeat(20) });
});

test("a session that another process has open can be read", async () => {
  const { host } = await openSession();
  const events = recorded("tour");
  host.answer({
    session_open: refuse("session_in_use", { pid: "1" }),
    sessions_show: { events, summary: {} as never, settings: {} as never, usage: {} as never, journal: "/j" },
  });
  reopenSession(SESSION);
  await vi.waitFor(() => expect(sessionStore(SESSION).getState().problem?.code).toBe("session_in_use"));
  expect(sessionStore(SESSION).getState()).toMatchObject({ link: "closed", view: { caughtUp: true } });
  expect(sessionStore(SESSION).getState().view.items.length).toBeGreaterThan(5);
});

/** A session that was asked for in vain. */
async function goneSession() {
  const { host } = await openSession();
  host.answer({
    session_open: refuse("session_not_found", { query: SESSION }),
    sessions_show: refuse("session_not_found"),
  });
  reopenSession(SESSION);
  await vi.waitFor(() => expect(sessionStore(SESSION).getState().link).toBe("closed"));
  host.answer({ session_open: { session: SESSION, workspace: "/w" } });
}

test("whoever comes back to a session that could not be had finds it tried again", async () => {
  await goneSession();
  renderHook(() => useTriedAgain(SESSION));
  expect(sessionStore(SESSION).getState()).toMatchObject({ link: "opening", problem: undefined });
  await vi.waitFor(() => expect(sessionStore(SESSION).getState().link).toBe("open"));
});

test("a deleted session that is brought back elsewhere is opened again where it is shown", async () => {
  await goneSession();
  const summary: SessionSummary = {
    ...{ id: SESSION, title: "", workspace: "/w", model: "p/m", started_at: 0, changed_at: 0, turns: 1, in_use: false },
    status: { type: "resting" },
  };
  take({ type: "session_changed", summary });
  await vi.waitFor(() => expect(sessionStore(SESSION).getState().link).toBe("open"));
});

test("older turns are asked for once, and again only where the user wants it", async () => {
  const events = recorded("jobs");
  const at = events.findLastIndex(({ body }) => body.type === "turn_started");
  const { host, feed } = await openSession([]);
  host.answer({ session_events: refuse("file_unreadable") });
  const snapshot: Snapshot = {
    ...{ seq: at, workspace: "/w", settings: SETTINGS, turn: 3, call: 9, item: 9, last_end: null },
    ...{ usage: { fresh_input: 0, output: 0 }, costs: [], newest_usage: null, todos: [], jobs: [] },
  };
  await feed({ snapshot }, ...events.slice(at).map((event) => ({ event })), { caught_up: events.length });
  const store = sessionStore(SESSION);
  expect(store.getState().view.from).toBe(at + 1);
  const asked = () => host.asked.filter(({ command }) => command === "session_events");

  await Promise.all([loadOlder(SESSION), loadOlder(SESSION)]);
  await loadOlder(SESSION);
  expect(asked()).toHaveLength(1);
  expect(asked()[0]?.params).toMatchObject({ session: SESSION, before_seq: at + 1 });
  expect(store.getState().older).toMatchObject({ code: "file_unreadable" });

  host.answer({ session_events: { events: events.slice(0, at) } });
  await loadOlder(SESSION, true);
  expect(store.getState()).toMatchObject({ older: undefined, view: { from: 1 } });
  await loadOlder(SESSION);
  expect(asked()).toHaveLength(2);
});

/** Opens sessions one after another, the way a user goes through them, and tells which are subscribed. */
async function visited(kind: "browser" | "desktop", running: readonly string[] = []) {
  closeAllSessions();
  const host = fakeHost({ session_open: { session: "any", workspace: "/w" } });
  Object.assign(host.platform, { kind });
  const subscribed = new Set<string>();
  host.subscribe = (params, onUpdates) => {
    const name = params.to === "session" ? params.session : "signals";
    subscribed.add(name);
    const body = { type: "turn_started" as const, input: [] };
    if (running.includes(name)) onUpdates([{ event: { v: 1, seq: 1, session: name, turn: 1, at: 0, body } }]);
    onUpdates([{ caught_up: 1 }]);
    return () => subscribed.delete(name);
  };
  for (const name of "abcdefgh") {
    sessionStore(name);
    await vi.advanceTimersByTimeAsync(100);
  }
  return subscribed;
}

test("in a browser only the session that is looked at holds a connection, also beside one that runs", async () => {
  vi.useFakeTimers();
  const subscribed = await visited("browser", ["b"]);
  expect(subscribed.size).toBeLessThanOrEqual(2);
  await vi.advanceTimersByTimeAsync(4000);
  expect([...subscribed]).toEqual(["h"]);
  sessionStore("b");
  await vi.advanceTimersByTimeAsync(4000);
  expect([...subscribed]).toEqual(["b"]);
  expect(sessionStore("b").getState().view.running).toBeDefined();
});

test("on the desktop the last ones stay open, and what runs", async () => {
  vi.useFakeTimers();
  expect([...(await visited("desktop", ["b"]))]).toEqual(["b", "d", "e", "f", "g", "h"]);
});
