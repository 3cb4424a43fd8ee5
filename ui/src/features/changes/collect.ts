// The changes of a session by file, and as a patch one can apply. Pure. Edits of the same file stay apart, in their
// order: joining two diffs would need the file between them.

import type { FileDiff } from "../../bindings/protocol";

/** What one call changed. */
export interface Change {
  turn: number;
  files: readonly FileDiff[];
}

export interface ChangedFile {
  path: string;
  movedFrom?: string;
  edits: FileDiff[];
  added: number;
  removed: number;
}

export type Scope = "session" | number;

/** Turns that changed something, the newest first. */
export function turnsOf(changes: readonly Change[]): number[] {
  return [...new Set(changes.filter(({ files }) => files.length > 0).map(({ turn }) => turn))].sort((a, b) => b - a);
}

/** Files in the order in which they were first changed. A file that moved goes on under its new name. */
export function filesOf(changes: readonly Change[], scope: Scope): ChangedFile[] {
  const files = new Map<string, ChangedFile>();
  for (const { turn, files: diffs } of changes) {
    if (scope !== "session" && turn !== scope) continue;
    for (const diff of diffs) add(files, diff);
  }
  return [...files.values()];
}

function add(files: Map<string, ChangedFile>, diff: FileDiff): void {
  const before = diff.moved_from ?? undefined;
  const known = files.get(before ?? diff.path) ?? files.get(diff.path);
  const file = known ?? { path: diff.path, edits: [], added: 0, removed: 0 };
  if (before !== undefined) {
    files.delete(before);
    file.movedFrom ??= before;
    file.path = diff.path;
  }
  file.edits.push(diff);
  file.added += diff.added;
  file.removed += diff.removed;
  files.set(diff.path, file);
}

export function patchOf(files: readonly ChangedFile[]): string {
  return files.flatMap(({ edits }) => edits.map(withHeaders)).join("");
}

/** A unified diff as `git apply` and the diff view read it. */
export function withHeaders(diff: FileDiff): string {
  const { path, unified } = diff;
  const before = diff.moved_from ?? path;
  const lines = [`diff --git a/${before} b/${path}`];
  if (before !== path) lines.push(`rename from ${before}`, `rename to ${path}`);
  if (unified !== "") {
    const isNew = /^@@ -0,0 /.test(unified);
    const isGone = /^@@ -\S+ \+0,0 @@/.test(unified);
    if (isNew) lines.push("new file mode 100644");
    if (isGone) lines.push("deleted file mode 100644");
    lines.push(isNew ? "--- /dev/null" : `--- a/${before}`, isGone ? "+++ /dev/null" : `+++ b/${path}`);
  }
  const body = unified === "" || unified.endsWith("\n") ? unified : `${unified}\n`;
  return `${lines.join("\n")}\n${body}`;
}
