import { expect, test } from "vitest";
import { Vector } from "./vector";

function filled(length: number): Vector<number> {
  const draft = Vector.empty<number>().draft();
  for (let at = 0; at < length; at += 1) draft.push(at);
  return draft.finish();
}

test("behaves as a list does", () => {
  for (const length of [0, 1, 255, 256, 257, 1000]) {
    const vector = filled(length);
    expect([...vector]).toEqual(Array.from({ length }, (_, at) => at));
    expect(vector.get(length)).toBeUndefined();
    expect(vector.get(-1)).toBeUndefined();
  }
});

test("a draft leaves its base alone", () => {
  const base = filled(600);
  const draft = base.draft();
  draft.set(300, -1);
  draft.truncate(500);
  draft.push(7);
  const after = draft.finish();
  expect(base.length).toBe(600);
  expect(base.get(300)).toBe(300);
  expect(after.length).toBe(501);
  expect(after.get(300)).toBe(-1);
  expect(after.get(500)).toBe(7);
  expect(after.get(501)).toBeUndefined();
});

test("an untouched draft gives its base back", () => {
  const base = filled(10);
  expect(base.draft().finish()).toBe(base);
});

test("what was cut off does not come back", () => {
  const draft = filled(10).draft();
  draft.truncate(5);
  draft.push(50);
  expect([...draft.finish()]).toEqual([0, 1, 2, 3, 4, 50]);
});
