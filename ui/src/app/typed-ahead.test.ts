import { fireEvent } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { takeTyped, typeAhead } from "./typed-ahead";

it("what is typed before the field is there is kept for it, and reaches nothing else", () => {
  const before = document.body.appendChild(document.createElement("input"));
  const press = (key: string, more: KeyboardEventInit = {}) => fireEvent.keyDown(before, { key, ...more });
  const givenUp = vi.fn(() => void takeTyped());
  typeAhead(givenUp);
  for (const key of ["a", "b", "x", "Backspace", " ", "c"]) expect(press(key)).toBe(false);
  expect(press("k", { ctrlKey: true })).toBe(true);
  expect(takeTyped()).toBe("ab c");
  expect(press("d")).toBe(true);
  expect(takeTyped()).toBe("");
  typeAhead(givenUp);
  press("e");
  expect(press("Escape")).toBe(false);
  expect(givenUp).toHaveBeenCalledOnce();
  expect(press("f")).toBe(true);
});
