import { expect, it } from "vitest";
import type { FileDiff } from "../../bindings/protocol";
import { filesOf, patchOf, turnsOf, withHeaders } from "./collect";

const diff = (path: string, more: Partial<FileDiff> = {}): FileDiff => ({
  path,
  unified: "@@ -1 +1 @@\n-a\n+b\n",
  added: 1,
  removed: 1,
  ...more,
});

const changes = [
  { turn: 1, files: [diff("a.rs"), diff("b.rs")] },
  { turn: 2, files: [] },
  { turn: 3, files: [diff("a.rs", { added: 4 })] },
];

it("a file is listed once for the session, with all its edits", () => {
  const files = filesOf(changes, "session");
  expect(files.map(({ path, edits, added }) => [path, edits.length, added])).toEqual([
    ["a.rs", 2, 5],
    ["b.rs", 1, 1],
  ]);
});

it("a turn shows only what it changed", () => {
  expect(turnsOf(changes)).toEqual([3, 1]);
  expect(filesOf(changes, 3).map(({ path }) => path)).toEqual(["a.rs"]);
});

it("a file that moved goes on under its new name", () => {
  const moved = [...changes, { turn: 4, files: [diff("c.rs", { moved_from: "a.rs", unified: "" })] }];
  const files = filesOf(moved, "session");
  expect(files.map(({ path, movedFrom }) => [path, movedFrom])).toEqual([
    ["b.rs", undefined],
    ["c.rs", "a.rs"],
  ]);
});

it("a patch names new and removed files as git does", () => {
  expect(withHeaders(diff("n", { unified: "@@ -0,0 +1 @@\n+x" }))).toBe(
    "diff --git a/n b/n\nnew file mode 100644\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n",
  );
  expect(withHeaders(diff("n", { unified: "@@ -1 +0,0 @@\n-x\n" }))).toContain("+++ /dev/null\n");
});

it("the patch holds every edit in its order", () => {
  expect(patchOf(filesOf(changes, "session")).match(/^diff --git/gm)).toHaveLength(3);
});
