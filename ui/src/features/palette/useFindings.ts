// What the palette finds beside commands: sessions by title and by what was said in them, files, workspaces.

import type { FoundFile, SessionHit, SessionSummary, WorkspaceSummary } from "../../bindings/protocol";
import { useHere } from "../../app/workspace";
import { useSettled } from "../../components/useSettled";
import { useCommand } from "../../data";
import { fits } from "./fits";

const MOST = { sessions: 6, hits: 5, files: 8, filesAlone: 50, workspaces: 5 } as const;
const PAUSE_MS = 150;
const SHORTEST = 2;

interface Findings {
  sessions: SessionSummary[];
  hits: SessionHit[];
  files: FoundFile[];
  workspaces: WorkspaceSummary[];
}

export function useFindings(query: string, filesOnly: boolean): Findings {
  const settled = useSettled(query, PAUSE_MS);
  const isLong = settled.length >= SHORTEST;
  const list = useHere("sessions_list", { all_workspaces: false, archived: false });
  const known = useCommand("workspaces", undefined);
  const search = useHere(
    "sessions_search",
    { query: settled, all_workspaces: false, limit: MOST.hits },
    { enabled: !filesOnly && isLong, keepFormer: true },
  );
  const files = useHere(
    "files_find",
    { query: settled, limit: filesOnly ? MOST.filesAlone : MOST.files },
    { enabled: filesOnly || isLong, keepFormer: true },
  );
  const found = (files.data?.files ?? []).filter(({ path }) => !path.endsWith("/"));
  if (filesOnly) return { sessions: [], hits: [], files: found, workspaces: [] };

  const sessions = (list.data?.sessions ?? []).filter(({ title }) => fits(title, query)).slice(0, MOST.sessions);
  const shown = new Set(sessions.map(({ id }) => id));
  return {
    sessions,
    hits: isLong && query !== "" ? (search.data?.hits ?? []).filter(({ summary }) => !shown.has(summary.id)) : [],
    files: isLong && query !== "" ? found : [],
    workspaces:
      query === ""
        ? []
        : (known.data?.workspaces ?? [])
            .filter(({ name, path, exists }) => exists && (fits(name, query) || fits(path, query)))
            .slice(0, MOST.workspaces),
  };
}
