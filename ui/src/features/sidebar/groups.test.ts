import { describe, expect, it } from "vitest";
import type { SessionSummary } from "../../bindings/protocol";
import { fitsTitle, groupSessions, moveTo, statusOf } from "./groups";

const now = new Date(2026, 10, 30, 12).getTime();
const hour = 3_600_000;

function session(id: string, more: Partial<SessionSummary> = {}): SessionSummary {
  const base = { title: id, workspace: "/w", model: "a/b", started_at: 0, turns: 1, in_use: false };
  return { ...base, id, changed_at: now, status: { type: "resting" }, ...more };
}

const shape = (sessions: SessionSummary[]) =>
  groupSessions(sessions, now).map(({ name, sessions: held }) => `${name}: ${held.map(({ id }) => id).join(" ")}`);

describe("groups of sessions", () => {
  it("part at midnight, the newest first", () => {
    const sessions = [
      session("old", { changed_at: now - 13 * hour }),
      session("a", { changed_at: now - hour }),
      session("b"),
    ];
    expect(shape(sessions)).toEqual(["today: b a", "earlier: old"]);
  });
  it("put pinned ones first, but archived ones last even if they are pinned", () => {
    const sessions = [session("a"), session("p", { pinned: true }), session("x", { pinned: true, archived: true })];
    expect(shape(sessions)).toEqual(["pinned: p", "today: a", "archived: x"]);
  });
});

it("a title fits when every typed word is in it, whatever the case", () => {
  expect(fitsTitle(session("1", { title: "Mend the failing Test" }), "test MEND")).toBe(true);
  expect(fitsTitle(session("1", { title: "Mend the failing Test" }), "test break")).toBe(false);
  expect(fitsTitle(session("1", { title: "修复测试" }), "测试")).toBe(true);
});

it("a signal outranks what the list said", () => {
  expect(statusOf(session("a"), { a: { type: "running" } }).type).toBe("running");
  expect(statusOf(session("a"), {}).type).toBe("resting");
});

it("arrow keys stop at both ends", () => {
  expect(moveTo("ArrowDown", ["a", "b"], undefined)).toBe("a");
  expect(moveTo("ArrowDown", ["a", "b"], "b")).toBe("b");
  expect(moveTo("ArrowUp", ["a", "b"], "a")).toBe("a");
  expect(moveTo("End", ["a", "b"], "a")).toBe("b");
  expect(moveTo("x", ["a", "b"], "a")).toBeUndefined();
});
