import { expect, test } from "vitest";
import { plainOutput } from "./ansi";

test.each([
  ["plain", "plain"],
  ["\u001b[31mred\u001b[0m and \u001b[1;32mgreen\u001b[m", "red and green"],
  ["10%\r50%\r100%\ndone", "100%\ndone"],
  ["line\r\nnext\r\n", "line\nnext\n"],
  ["\u001b]0;title\u0007text", "text"],
  ["half\r", "half\r"],
])("%j", (text, expected) => {
  expect(plainOutput(text)).toBe(expected);
});
