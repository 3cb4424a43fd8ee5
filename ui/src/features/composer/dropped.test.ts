import { expect, test } from "vitest";
import { withDropped } from "./dropped";

test.each([
  ["inside the workspace", "/w", ["/w/src/a.rs"], "@src/a.rs "],
  ["outside of it", "/w", ["/etc/hosts"], "@/etc/hosts "],
  ["beside it, with a name that begins like it", "/w", ["/home/user/a.rs"], "@/home/user/a.rs "],
  ["the workspace itself", "/w", ["/w"], "@/w "],
  ["a workspace that ends in a separator", "/w/", ["/w/a.rs"], "@a.rs "],
  ["the root as the workspace", "/", ["/etc/hosts"], "@etc/hosts "],
  ["a drive", "C:\\w", ["C:\\w\\src\\a.rs", "D:\\b.rs"], "@src/a.rs @D:\\b.rs "],
  ["a name with a space", "/w", ["/w/my notes.md"], '@"my notes.md" '],
  ["a backslash in a name", "/w", ["/w/a\\b"], "@a\\b "],
  ["no workspace yet", "", ["/a"], "@/a "],
])("%s", (_, workspace, paths, expected) => {
  expect(withDropped("", 0, paths, workspace).text).toBe(expected);
});

test("mentions stand at the caret, apart from the words around them", () => {
  expect(withDropped("see and go", 3, ["/w/a", "/w/b"], "/w")).toEqual({ text: "see @a @b and go", caret: 10 });
  expect(withDropped("see \nmore", 4, ["/w/a"], "/w")).toEqual({ text: "see @a \nmore", caret: 7 });
});
