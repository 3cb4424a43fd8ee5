// Asks for the files of the mention that the caret is in, and moves through them.

import { useState } from "react";
import type { Problem } from "../../bindings/protocol";
import { useCommand } from "../../data";
import { type Mention, mentionAt } from "./mention";

const MOST = 12;

export interface FileChoices {
  open: boolean;
  mention: Mention | undefined;
  files: readonly string[];
  active: number;
  loading: boolean;
  problem: Problem | null;
  move: (by: number) => void;
  close: () => void;
}

export function useFileMenu(workspace: string, text: string, caret: number): FileChoices {
  const mention = mentionAt(text, caret);
  const [closedAt, setClosedAt] = useState<number>();
  const [active, setActive] = useState({ query: "", at: 0 });
  const open = mention !== undefined && mention.at !== closedAt && workspace !== "";
  const query = mention?.query ?? "";
  const found = useCommand("files_find", { query, limit: MOST }, { workspace, enabled: open, keepFormer: true });
  const files = found.data?.files.map((file) => file.path) ?? [];
  const at = active.query === query ? Math.min(active.at, Math.max(0, files.length - 1)) : 0;
  return {
    open,
    mention,
    files,
    active: at,
    loading: found.isFetching,
    problem: found.error,
    move: (by) => setActive({ query, at: files.length === 0 ? 0 : (at + by + files.length) % files.length }),
    close: () => setClosedAt(mention?.at),
  };
}
