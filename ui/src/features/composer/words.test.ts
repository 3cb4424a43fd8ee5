import { expect, test } from "vitest";
import { countLines, isLongPaste, readDraft, saveDraft } from "./drafts";
import { NO_RECALL, recall } from "./history";
import { mentionAt, withPath } from "./mention";

test.each([
  ["@", 1, { at: 0, query: "" }],
  ["look at @src/ma", 15, { at: 8, query: "src/ma" }],
  ["(@a", 3, { at: 1, query: "a" }],
  ["me@example.org", 14, undefined],
  ["@a b", 4, undefined],
  ["x @a\n", 5, undefined],
])("mention in %j at %i", (text, caret, expected) => {
  expect(mentionAt(text, caret)).toEqual(expected);
});

test("a path takes the place of what was typed", () => {
  const text = "see @sr and go";
  const mention = mentionAt(text, 7);
  expect(mention).toBeDefined();
  if (!mention) return;
  expect(withPath(text, mention, 7, "src/main.rs")).toEqual({ text: "see @src/main.rs and go", caret: 17 });
  expect(withPath("see @sr", mention, 7, "src/")).toEqual({ text: "see @src/", caret: 9 });
});

test("earlier inputs go back and come forward to one's own", () => {
  const inputs = ["new", "old"];
  const first = recall(inputs, NO_RECALL, 1, "mine");
  expect(first).toEqual({ recall: { at: 0, own: "mine" }, text: "new" });
  const second = recall(inputs, first?.recall ?? NO_RECALL, 1, "new");
  expect(second?.text).toBe("old");
  expect(recall(inputs, second?.recall ?? NO_RECALL, 1, "old")).toBeUndefined();
  expect(recall(inputs, { at: 0, own: "mine" }, -1, "new")).toEqual({ recall: NO_RECALL, text: "mine" });
  expect(recall(inputs, NO_RECALL, -1, "mine")).toBeUndefined();
});

test("a draft outlives a restart if it is not too long", () => {
  expect(saveDraft("s", { text: "words", kept: [] })).toBe(true);
  expect(readDraft("s")).toEqual({ text: "words", kept: [] });
  expect(saveDraft("t", { text: "x".repeat(300_000), kept: [] })).toBe(false);
  expect(readDraft("t").text).toBe("");
  expect(saveDraft("s", { text: "", kept: [] })).toBe(true);
  expect(readDraft("s").text).toBe("");
});

test("long pastes are told from short ones, and their lines counted", () => {
  expect(isLongPaste("x".repeat(7_999))).toBe(false);
  expect(isLongPaste("x".repeat(8_000))).toBe(true);
  expect(isLongPaste("a\n".repeat(130))).toBe(true);
  expect(countLines("a\nb\n")).toBe(2);
  expect(countLines("a")).toBe(1);
});
