// Files dropped on the window become mentions in the composer. Only the desktop tells where a dropped file lies.

import { useEffect, useRef } from "react";
import { host } from "../../host";

/** Calls with the paths of what is dropped while the composer is shown. */
export function useDropped(onPaths: (paths: readonly string[]) => void): void {
  const newest = useRef(onPaths);
  useEffect(() => {
    newest.current = onPaths;
  });
  useEffect(() => host().platform.onDrop?.((paths) => newest.current(paths)), []);
}

/** The text with mentions of the paths at the caret, and where the caret goes. */
export function withDropped(
  text: string,
  caret: number,
  paths: readonly string[],
  workspace: string,
): { text: string; caret: number } {
  const before = text.slice(0, caret);
  const after = text.slice(caret);
  const gap = before === "" || /[\s(]$/.test(before) ? "" : " ";
  const mentions = paths.map((path) => mentionOf(pathFrom(workspace, path))).join(" ");
  const written = `${before}${gap}${mentions} `;
  return { text: written + (after.startsWith(" ") ? after.slice(1) : after), caret: written.length };
}

/** A name with spaces is quoted, so that it is seen where it ends. */
function mentionOf(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`;
}

/** As the list of files names it, where it lies inside the workspace; else as it is. */
function pathFrom(workspace: string, path: string): string {
  const root = workspace.replace(/[\\/]+$/, "");
  const inside = path.slice(root.length + 1);
  const separator = path.charAt(root.length);
  if (workspace === "" || inside === "" || !path.startsWith(root) || !/[\\/]/.test(separator)) return path;
  return separator === "\\" ? inside.replaceAll("\\", "/") : inside;
}
