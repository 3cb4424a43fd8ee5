import { expect, it } from "vitest";
import { when } from "./when";

const now = new Date(2026, 10, 30, 12).getTime();

it("today has a time, other days a date, other years their year", () => {
  expect(when(new Date(2026, 10, 30, 9, 5).getTime(), "en", now)).toBe("09:05");
  expect(when(new Date(2026, 10, 29, 23, 59).getTime(), "en", now)).toBe("Nov 29");
  expect(when(new Date(2025, 0, 2).getTime(), "en", now)).toBe("Jan 2, 2025");
  expect(when(new Date(2026, 10, 29).getTime(), "zh-CN", now)).toBe("11月29日");
});
