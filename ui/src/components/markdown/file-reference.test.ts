import { expect, test } from "vitest";
import { fileReference } from "./file-reference";

test.each([
  ["src/main.rs", { path: "src/main.rs" }],
  ["convert.sh:4", { path: "convert.sh", line: 4 }],
  ["./a/b.ts:10:2", { path: "./a/b.ts", line: 10 }],
  ["/abs/file.py", { path: "/abs/file.py" }],
  ["README.md", { path: "README.md" }],
  ["object.method", undefined],
  ["example.org:80", undefined],
  ["example.com/page.html", undefined],
  ["cargo test", undefined],
  ["1.2.3", undefined],
  ["echo hi > a.txt", undefined],
])("%s", (text, expected) => {
  expect(fileReference(text)).toEqual(expected);
});
