import { Lexer } from "marked";
import { expect, test, vi } from "vitest";
import { type Cut, cutBlocks, NOTHING } from "./blocks";

const TEXT =
  "# One\n\nA paragraph\nof two lines, see [m].\n\n- a\n- b\n\n  more of b\n\n```rs\nfn a() {\n\n}\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n[m]: https://example.org/m\n\nEnd, see [m]";

test("blocks put together are the text", () => {
  const { blocks } = cutBlocks(TEXT);
  expect(blocks.map((block) => block.source).join("")).toBe(TEXT);
  expect(blocks.map((block) => block.source.trim().split("\n")[0])).toEqual([
    "# One",
    "A paragraph",
    "- a",
    "```rs",
    "| a | b |",
    "[m]: https://example.org/m",
    "End, see [m]",
  ]);
});

test("a growing text ends in the same blocks as a whole one", () => {
  let cut: Cut = cutBlocks("");
  for (let end = 1; end <= TEXT.length; end += 1) cut = cutBlocks(TEXT.slice(0, end), cut);
  expect(cut.blocks).toEqual(cutBlocks(TEXT).blocks);
});

test("finished blocks stay the same objects", () => {
  const before = cutBlocks("One.\n\nTwo.\n\nThr");
  const after = cutBlocks("One.\n\nTwo.\n\nThree.", before);
  expect(after.blocks[0]).toBe(before.blocks[0]);
  expect(after.blocks[1]).toBe(before.blocks[1]);
  expect(after.blocks[2]).not.toBe(before.blocks[2]);
});

test("another text begins anew", () => {
  const before = cutBlocks("One.\n\nTwo.");
  expect(cutBlocks("Other.", before).blocks).toMatchObject([{ at: 0, source: "Other." }]);
});

test("a growing text is not cut as a whole again", () => {
  const lex = vi.spyOn(Lexer.prototype, "lex");
  let cut: Cut = NOTHING;
  const words = "A paragraph of some words.\n\n";
  for (let at = 1; at <= 100; at += 1) cut = cutBlocks(words.repeat(at), cut);
  const longest = Math.max(...lex.mock.calls.map(([source]) => source.length));
  expect(longest).toBeLessThanOrEqual(words.length * 2);
  lex.mockRestore();
});
