// The groups that a search leaves: titles are filtered at once, conversations are asked for after a pause in typing.

import type { SessionSummary } from "../../bindings/protocol";
import { useHere } from "../../app/workspace";
import { useSettled } from "../../components/useSettled";
import { fitsTitle, groupSessions } from "./groups";
import type { ListedGroup } from "./SessionList";

const PAUSE_MS = 250;
const SHORTEST = 2;
const MOST_HITS = 30;

interface Found {
  groups: ListedGroup[];
  isSearching: boolean;
}

export function useSessionSearch(sessions: readonly SessionSummary[], query: string): Found {
  const wanted = query.trim();
  const settled = useSettled(wanted, PAUSE_MS);
  const enabled = settled.length >= SHORTEST && wanted.length >= SHORTEST;
  const params = { query: settled, all_workspaces: false, limit: MOST_HITS };
  const search = useHere("sessions_search", params, { enabled, keepFormer: true });

  const byTitle = wanted === "" ? sessions : sessions.filter((session) => fitsTitle(session, wanted));
  const groups: ListedGroup[] = groupSessions(byTitle, Date.now()).map(({ name, sessions: held }) => ({
    name,
    rows: held.map((session) => ({ session })),
  }));
  const shown = new Set(byTitle.map(({ id }) => id));
  const hits = enabled ? (search.data?.hits ?? []).filter(({ summary }) => !shown.has(summary.id)) : [];
  if (hits.length > 0) {
    groups.push({ name: "in_content", rows: hits.map(({ summary, excerpt }) => ({ session: summary, excerpt })) });
  }
  const isSearching = wanted.length >= SHORTEST && (settled !== wanted || search.isFetching);
  return { groups, isSearching };
}
