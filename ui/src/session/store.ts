// The open sessions of this front end, each a store outside React: updates are joined per frame, folded, and then shown.

import { useEffect, useLayoutEffect, useRef } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import type { Op, Problem, SessionId, Update } from "../bindings/protocol";
import { call, noteSignIn, onSignal } from "../data";
import { host, type LinkState } from "../host";
import { asProblem } from "../i18n";
import { withOlder } from "./older";
import { reduce } from "./reduce";
import { emptyView, type SessionView } from "./view";

/** Longest content of a finished call that comes without being asked for, in bytes. */
export const PREVIEW_BYTES = 8192;
/** How many events of the newest turns come when a session is opened: some hundred rows. */
const NEWEST_EVENTS = 1000;
/** And of older turns when they are asked for: as many as are folded and put in place within a frame. */
const OLDER_EVENTS = 400;
/** Sessions that stay subscribed on the desktop, with the one that is looked at. */
const KEPT_OPEN = 6;
/** A browser opens six connections to one address for all its tabs, and each subscription holds one: the page keeps
 * the session that is looked at, and the one before it only until the other has taken its place. */
const KEPT_IN_BROWSER = 2;
const CLOSE_AFTER_MS = 3000;
/** What streams is shown about thirty times a second: more is not read, and each time costs layout and paint. */
const FLUSH_MS = 32;
/** A hidden page gets no frames. */
const HIDDEN_FLUSH_MS = 250;

export interface SessionState {
  view: SessionView;
  link: LinkState | "opening";
  /** Why it cannot be shown or is not up to date. */
  problem?: Problem | undefined;
  /** Whether older turns are on their way, or why they did not come. */
  older?: "loading" | Problem | undefined;
}

interface OpenSession {
  store: StoreApi<SessionState>;
  close: () => void;
}

/** In the order of their use, the newest last. */
const open = new Map<SessionId, OpenSession>();

/** The store of a session, opened if it is not. */
export function sessionStore(session: SessionId): StoreApi<SessionState> {
  const found = open.get(session) ?? openSession(session);
  open.delete(session);
  open.set(session, found);
  if (host().platform.kind === "desktop") closeRested();
  else closeUnseen();
  return found.store;
}

/** What runs or waits stays open. */
function closeRested(): void {
  for (const [session, { store }] of [...open].slice(0, -1)) {
    if (open.size <= KEPT_OPEN) break;
    if (store.getState().view.running === undefined) closeSession(session);
  }
}

let closing: ReturnType<typeof setTimeout> | undefined;

/** What runs gives its live state again when it is come back to. */
function closeUnseen(): void {
  closeAllBut(KEPT_IN_BROWSER);
  if (open.size < 2 || closing !== undefined) return;
  closing = setTimeout(() => {
    closing = undefined;
    closeAllBut(1);
  }, CLOSE_AFTER_MS);
}

function closeAllBut(count: number): void {
  for (const session of [...open.keys()].slice(0, -count)) closeSession(session);
}

export function closeSession(session: SessionId): void {
  open.get(session)?.close();
  open.delete(session);
}

/** Tries again after a failure. */
export function reopenSession(session: SessionId): void {
  const found = open.get(session);
  found?.close();
  if (found) open.set(session, openSession(session, found.store));
}

/** Whoever comes to a session that could not be had finds it tried again, and not what was wrong when it was left. */
export function useTriedAgain(session: SessionId): void {
  useLayoutEffect(() => {
    if (sessionStore(session).getState().link === "closed") reopenSession(session);
  }, [session]);
}

// One that was deleted and is brought back, here or in another window.
onSignal((signal) => {
  if (signal.type !== "session_changed") return;
  const state = open.get(signal.summary.id)?.store.getState();
  if (state?.problem?.code === "session_not_found") reopenSession(signal.summary.id);
});

export function closeAllSessions(): void {
  for (const session of [...open.keys()]) closeSession(session);
}

function openSession(session: SessionId, former?: StoreApi<SessionState>): OpenSession {
  const start: SessionState = { view: emptyView(session), link: "opening", problem: undefined, older: undefined };
  const store = former ?? createStore<SessionState>(() => start);
  if (former) former.setState(start);
  const feed = makeFeed(store);
  let ended = false;
  let unsubscribe = () => {};
  const begin = async () => {
    try {
      const opened = await call("session_open", { which: { type: "existing", session } });
      if (ended) return;
      store.setState(({ view }) => ({ view: { ...view, workspace: opened.workspace } }));
      const amount = { preview_bytes: PREVIEW_BYTES, newest: NEWEST_EVENTS };
      const params = { to: "session", session, from_seq: 1, ...amount } as const;
      unsubscribe = host().subscribe(params, feed.take, (link, problem) => store.setState({ link, problem }));
    } catch (thrown) {
      const problem = asProblem(thrown);
      // What cannot be worked in may still be read.
      const former = await readOnly(session);
      if (!ended) store.setState({ link: "closed", problem, ...(former ? { view: former } : {}) });
    }
  };
  void begin();
  const opened = {
    store,
    close: () => {
      ended = true;
      unsubscribe();
      feed.stop();
    },
  };
  if (!former) open.set(session, opened);
  return opened;
}

/** Asks for the turns before those that are shown, if there are any; not while they are on their way, nor after a failure
 * but where the user wants it `again`. */
export async function loadOlder(session: SessionId, again = false): Promise<void> {
  const store = open.get(session)?.store;
  const { view, older } = store?.getState() ?? {};
  if (store === undefined || view === undefined || view.from <= 1) return;
  if (older === "loading" || (older !== undefined && !again)) return;
  store.setState({ older: "loading" });
  try {
    const amount = { at_least: OLDER_EVENTS, preview_bytes: PREVIEW_BYTES };
    const { events } = await call("session_events", { session, before_seq: view.from, ...amount });
    store.setState(({ view }) => ({ view: withOlder(view, events), older: undefined }));
  } catch (thrown) {
    store.setState({ older: asProblem(thrown) });
  }
}

/** Whether older turns are on their way, or why they did not come. */
export function useOlder(session: SessionId): SessionState["older"] {
  return useStore(sessionStore(session), (state) => state.older);
}

/** Whether another process has the session open. */
export function isInUse(problem: Problem): boolean {
  return problem.code === "session_in_use" || problem.code === "session_in_use_somewhere";
}

/** What is on disk of a session that cannot be opened; undefined where that cannot be read either. */
async function readOnly(session: SessionId): Promise<SessionView | undefined> {
  try {
    const { events } = await call("sessions_show", { query: session });
    const updates: Update[] = events.map((event) => ({ event }));
    return reduce(emptyView(session), [...updates, { caught_up: events.length }], Date.now());
  } catch {
    return undefined;
  }
}

/** Joins what arrives until the next frame. The backlog is folded as it comes and shown once it is over. */
function makeFeed(store: StoreApi<SessionState>) {
  let pending: Update[] = [];
  let hidden: SessionView | undefined;
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushedAt = 0;
  const flush = () => {
    cancel();
    flushedAt = performance.now();
    const batch = pending;
    pending = [];
    const before = hidden ?? store.getState().view;
    const view = reduce(before, batch, Date.now());
    hidden = view.caughtUp ? undefined : view;
    if (view.caughtUp && view !== store.getState().view) store.setState({ view });
  };
  const inNextFrame = () => {
    timer = undefined;
    frame = requestAnimationFrame(flush);
  };
  const cancel = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    timer = undefined;
  };
  const take = (batch: Update[]) => {
    pending.push(...batch);
    if (hidden !== undefined || !store.getState().view.caughtUp) flush();
    else if (frame === undefined && timer === undefined) {
      const passed = performance.now() - flushedAt;
      if (document.visibilityState === "hidden") timer = setTimeout(flush, HIDDEN_FLUSH_MS);
      else if (passed < FLUSH_MS) timer = setTimeout(inNextFrame, FLUSH_MS - passed);
      else inNextFrame();
    }
  };
  return { take, stop: cancel };
}

/** Sends an op. Rejects with a `Problem`; a refusal by the session itself is in the view. */
export function submit(session: SessionId, op: Op): Promise<void> {
  return host().submit({ session, op }).catch(noteSignIn);
}

/** A part of a session's view. Renders anew only when that part is another one. */
export function useView<T>(session: SessionId, select: (view: SessionView) => T): T {
  return useStore(sessionStore(session), (state) => select(state.view));
}

/** How the link to a session stands. */
export function useLink(session: SessionId): Pick<SessionState, "link" | "problem"> {
  const store = sessionStore(session);
  const link = useStore(store, (state) => state.link);
  const problem = useStore(store, (state) => state.problem);
  return { link, problem };
}

/** Calls whenever the link to a session opens, at first or again. */
export function useLinkBack(session: SessionId, back: () => void): void {
  const newest = useRef(back);
  useEffect(() => {
    newest.current = back;
  });
  useEffect(
    () =>
      sessionStore(session).subscribe(({ link }, { link: before }) => {
        if (link === "open" && before !== "open") newest.current();
      }),
    [session],
  );
}

/** Tells that the user looks at a session, so that it counts as seen when a turn ends. */
export function useSeen(session: SessionId, seen: () => void): void {
  const end = useView(session, (view) => view.lastEnd);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each end is seen anew
  useEffect(seen, [seen, end]);
}
