import { expect, test } from "vitest";
import { type Cut, cutBlocks } from "./blocks";

const TEXT =
  "# One\n\nA paragraph\nof two lines.\n\n- a\n- b\n\n  more of b\n\n```rs\nfn a() {\n\n}\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nEnd";

test("blocks put together are the text", () => {
  const { blocks } = cutBlocks(TEXT);
  expect(blocks.map((block) => block.source).join("")).toBe(TEXT);
  expect(blocks.map((block) => block.source.trim().split("\n")[0])).toEqual([
    "# One",
    "A paragraph",
    "- a",
    "```rs",
    "| a | b |",
    "End",
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
  expect(cutBlocks("Other.", before).blocks).toEqual([{ at: 0, source: "Other." }]);
});
