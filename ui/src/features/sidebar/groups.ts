// How a list of sessions is cut into headings, and which of them a typed title fits. Pure.

import type { SessionStatus, SessionSummary } from "../../bindings/protocol";

export type GroupName = "pinned" | "today" | "earlier" | "archived";

export interface Group {
  name: GroupName;
  sessions: SessionSummary[];
}

const ORDER: readonly GroupName[] = ["pinned", "today", "earlier", "archived"];

/** Groups that hold something, in their order; inside a group the one that changed last comes first. */
export function groupSessions(sessions: readonly SessionSummary[], now: number): Group[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const groups = new Map<GroupName, SessionSummary[]>(ORDER.map((name) => [name, []]));
  const newestFirst = [...sessions].sort((a, b) => b.changed_at - a.changed_at);
  for (const session of newestFirst) groups.get(groupOf(session, midnight))?.push(session);
  return [...groups].filter(([, held]) => held.length > 0).map(([name, held]) => ({ name, sessions: held }));
}

function groupOf(session: SessionSummary, midnight: number): GroupName {
  if (session.archived) return "archived";
  if (session.pinned) return "pinned";
  return session.changed_at >= midnight ? "today" : "earlier";
}

/** Whether every typed word is somewhere in the title. */
export function fitsTitle(session: SessionSummary, query: string): boolean {
  const title = session.title.toLowerCase();
  return words(query).every((word) => title.includes(word));
}

function words(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** A signal that came after the list is newer than what the list says. */
export function statusOf(session: SessionSummary, told: Readonly<Record<string, SessionStatus>>): SessionStatus {
  return told[session.id] ?? session.status;
}

/** Where the arrow keys lead in a list of ids; undefined for other keys. */
export function moveTo(key: string, ids: readonly string[], from: string | undefined): string | undefined {
  const at = from === undefined ? -1 : ids.indexOf(from);
  const last = ids.length - 1;
  switch (key) {
    case "ArrowDown":
      return ids[Math.min(at + 1, last)];
    case "ArrowUp":
      return ids[Math.max(at - 1, 0)];
    case "Home":
      return ids[0];
    case "End":
      return ids[last];
    default:
      return undefined;
  }
}
