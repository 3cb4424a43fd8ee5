// What a signal makes stale: one table. Also how each session stands, for badges, without asking again.

import { create } from "zustand";
import type { SessionId, SessionStatus, SessionSummary, Signal } from "../bindings/protocol";
import { host, type LinkState } from "../host";
import type { CommandName } from "./call";
import { markStale, queryClient } from "./query";

const STALE: { [T in Signal["type"]]: readonly CommandName[] } = {
  session_changed: ["sessions_search"],
  session_status: [],
  session_gone: ["sessions_list", "sessions_search"],
  config_changed: [
    "about",
    "config_show",
    "config_file",
    "models",
    "providers",
    "permissions_check",
    "permissions_explain",
    "session_context",
  ],
  grants_changed: ["permissions_list", "permissions_explain"],
  workspaces_changed: ["workspaces", "sessions_list"],
};

interface Standing {
  /** How sessions stand, as far as a signal told. */
  status: Readonly<Record<SessionId, SessionStatus>>;
  link: LinkState;
}

export const useStanding = create<Standing>(() => ({ status: {}, link: "open" }));

const listeners = new Set<(signal: Signal) => void>();

/** For what a cache key cannot say: notifications, badges. */
export function onSignal(listener: (signal: Signal) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function startSignals(): () => void {
  return host().subscribe(
    { to: "signals" },
    (batch) => {
      for (const update of batch) if ("signal" in update) take(update.signal);
    },
    (link) => {
      // What happened while nothing came is not known: ask for everything again.
      if (link === "open" && useStanding.getState().link !== "open") void queryClient.invalidateQueries();
      useStanding.setState({ link });
    },
  );
}

export function take(signal: Signal): void {
  if (signal.type === "session_status") setStatus(signal.session, signal.status);
  if (signal.type === "session_changed") {
    setStatus(signal.summary.id, signal.summary.status);
    putSummary(signal.summary);
  }
  markStale(STALE[signal.type]);
  for (const listener of listeners) listener(signal);
}

function setStatus(session: SessionId, status: SessionStatus): void {
  useStanding.setState((standing) => ({ status: { ...standing.status, [session]: status } }));
}

/** Puts a summary into the lists that hold it; a list that does not is asked for again. */
function putSummary(summary: SessionSummary): void {
  for (const [key, list] of queryClient.getQueriesData<{ sessions: SessionSummary[] }>({
    queryKey: ["sessions_list"],
  })) {
    if (list === undefined) continue;
    const at = list.sessions.findIndex((session) => session.id === summary.id);
    if (at < 0 || list.sessions[at]?.archived !== summary.archived) {
      void queryClient.invalidateQueries({ queryKey: key });
    } else {
      queryClient.setQueryData(key, { ...list, sessions: list.sessions.with(at, summary) });
    }
  }
}
