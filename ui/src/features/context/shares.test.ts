import { expect, it } from "vitest";
import { cachedShare, inputTokens, percent, share, windowShare } from "./shares";

const usage = { fresh_input: 25, cached_input: 75, output: 4 };
const part = (tokens: number) => ({ kind: "user" as const, count: 1, bytes: 1, tokens, preview: "" });

it("the cached share is of the whole input, and unknown is not zero", () => {
  expect(cachedShare(usage)).toBe(0.75);
  expect(cachedShare({ ...usage, cached_input: 0 })).toBe(0);
  expect(cachedShare({ ...usage, cached_input: null })).toBeUndefined();
  expect(inputTokens(usage)).toBe(100);
});

it("the window's share never passes the whole, and needs a window", () => {
  const reply = { parts: [part(300), part(900)], total: usage };
  expect(windowShare({ ...reply, window: 1000 })).toBe(1);
  expect(windowShare({ ...reply, window: 4800 })).toBe(0.25);
  expect(windowShare({ ...reply, window: null })).toBeUndefined();
  expect(share(1, 0)).toBe(0);
});

it("a small share is not shown as nothing", () => {
  expect(percent(0.004)).toBe("0.4");
  expect(percent(0)).toBe("0");
  expect(percent(0.756)).toBe("76");
});
