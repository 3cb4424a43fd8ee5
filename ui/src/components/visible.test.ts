import { expect, test } from "vitest";
import { pieces, visibleText } from "./visible";

const odd = (text: string) => pieces(text).flatMap((piece) => (piece.odd ? [`${piece.odd} ${piece.text}`] : []));

test("pieces put together are the text", () => {
  const text = "rm -rf \u202e/tmp/\u200bx \u0430b 中文 \u001b[31m\n\tе́";
  expect(
    pieces(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test.each([
  ["cargo test --workspace && echo 'ok'\n\tls", []],
  ["echo 中文 привет ελληνικά café", []],
  ["rm \u001b[1A", ["control \u001b"]],
  ["a\rb\u0007", ["control \r", "control \u0007"]],
  ["safe\u202etxt.exe", ["hidden \u202e"]],
  ["zero\u200bwidth\ufeff", ["hidden \u200b", "hidden \ufeff"]],
  ["tag\u{e0041}", ["hidden \u{e0041}"]],
  ["git \u0430dd", ["lookalike \u0430"]],
  ["\u0441\u043e\u0440", ["lookalike \u0441", "lookalike \u043e", "lookalike \u0440"]],
  ["rm \u2013rf", ["lookalike \u2013"]],
  ["cat /etc\uff0fpasswd", ["lookalike \uff0f"]],
  ["a\u00a0b", ["lookalike \u00a0"]],
  ["\u{1d42c}udo", ["lookalike \u{1d42c}"]],
])("%j", (text, expected) => {
  expect(odd(text)).toEqual(expected);
});

test("what could deceive is written out where nothing can be marked", () => {
  expect(visibleText("Bash=safe\u202etxt.exe \u0430dd ok")).toBe("Bash=safe⟨U+202E⟩txt.exe \u0430⟨U+0430⟩dd ok");
  expect(visibleText("Bash(cargo test:*)")).toBe("Bash(cargo test:*)");
});
