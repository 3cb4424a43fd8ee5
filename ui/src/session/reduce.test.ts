import { describe, expect, test } from "vitest";
import type { Body, LiveBody, Update } from "../bindings/protocol";
import { reduce } from "./reduce";
import { rows } from "./testing/facts";
import { longJournal } from "./testing/journal";
import { callOf, emptyView, type SessionView } from "./view";

let seq = 0;
const event = (body: Body, turn: number | null = 1, at = 1000): Update => {
  seq += 1;
  return { event: { v: 1, seq, session: "s", turn, at, body } };
};
const live = (body: LiveBody): Update => ({ live: { session: "s", turn: 1, body } });
const started = (): Update => event({ type: "turn_started", input: [{ type: "text", text: "hi" }] });
const frozen = (call: number, tool = "read_file", readOnly = true): Update =>
  event({ type: "call_frozen", call, wire_id: `w${call}`, tool, args: "{}", subject: `s${call}`, read_only: readOnly });
const finished = (call: number, content = "out"): Update =>
  event({ type: "call_finished", call, outcome: "completed", content, duration_ms: 1 });

function fold(...updates: Update[]): SessionView {
  const view = reduce(emptyView("s"), updates, 5000);
  seq = 0;
  return view;
}

describe("a streamed answer", () => {
  test("keeps its ids when it settles", () => {
    const streaming = [
      started(),
      live({ type: "step_started" }),
      live({ type: "reasoning_delta", text: "I th" }),
      live({ type: "reasoning_delta", text: "ink" }),
      live({ type: "text_delta", text: "Hel" }),
      live({ type: "text_delta", text: "lo" }),
    ];
    const settled = event({
      type: "item_completed",
      item: 1,
      parts: [
        { type: "reasoning", text: "I think" },
        { type: "text", text: "Hello" },
      ],
    });
    const before = fold(...streaming);
    const expected = ["u1 user: hi", "m1.0 reasoning: I think", "m1.1 text: Hello"];
    expect(rows(before)).toEqual(expected);
    expect(before.items.get(2)).toMatchObject({ live: true });
    const after = reduce(before, [settled], 0);
    expect(rows(after)).toEqual(expected);
    expect(after.items.get(2)).toMatchObject({ live: false });
  });

  test("shares what a delta does not touch", () => {
    const before = fold(
      started(),
      live({ type: "reasoning_delta", text: "a" }),
      live({ type: "text_delta", text: "b" }),
    );
    const after = reduce(before, [live({ type: "text_delta", text: "c" })], 0);
    expect(after.items.get(0)).toBe(before.items.get(0));
    expect(after.items.get(1)).toBe(before.items.get(1));
    expect(after.items.get(2)).not.toBe(before.items.get(2));
    expect(after.calls).toBe(before.calls);
    expect(after.turns).toBe(before.turns);
    expect(before.items.get(2)).toMatchObject({ text: "b" });
  });

  test("begins anew when the stream does", () => {
    const view = fold(
      started(),
      live({ type: "step_started" }),
      live({ type: "text_delta", text: "half" }),
      live({ type: "step_started" }),
      live({ type: "text_delta", text: "whole" }),
    );
    expect(rows(view)).toEqual(["u1 user: hi", "m1.0 text: whole"]);
  });

  test("that was discarded goes, and the retry is told", () => {
    const view = fold(
      started(),
      live({ type: "text_delta", text: "half" }),
      live({
        type: "retrying",
        attempt: 1,
        max: 3,
        delay_ms: 200,
        discarded: true,
        problem: { code: "model_stream_cut" },
      }),
    );
    expect(rows(view)).toEqual(["u1 user: hi"]);
    expect(view.activity?.retry).toMatchObject({ attempt: 1, until: 5200 });
  });

  test("that never came to an end goes with its turn", () => {
    const view = fold(
      started(),
      live({ type: "reasoning_delta", text: "hm" }),
      event({ type: "turn_ended", end: { type: "interrupted" } }),
    );
    expect(rows(view)).toEqual(["u1 user: hi", "f1 footer: interrupted"]);
    expect(view.running).toBeUndefined();
  });
});

describe("calls", () => {
  test("readers side by side fold to one row, also across messages", () => {
    const message = (item: number, ...calls: number[]) =>
      event({ type: "item_completed", item, parts: calls.map((call) => ({ type: "call", call }) as const) });
    const view = fold(
      started(),
      frozen(1),
      frozen(2),
      message(1, 1, 2),
      finished(1),
      finished(2),
      frozen(3),
      frozen(4, "edit_file", false),
      frozen(5, "todo_write"),
      message(2, 3, 4, 5),
    );
    expect(rows(view)).toEqual([
      "u1 user: hi",
      "c1 calls: read_file s1 completed + read_file s2 completed + read_file s3 frozen",
      "c4 calls: edit_file s4 frozen",
      "c5 calls: todo_write s5 frozen",
    ]);
  });

  test("output grows while it runs, is bounded, and gives way to the result", () => {
    const running = fold(
      started(),
      frozen(1, "bash", false),
      event({ type: "call_started", call: 1 }),
      live({ type: "call_output", call: 1, text: "a\n" }),
      live({ type: "call_output", call: 1, text: "b\n".repeat(40_000) }),
    );
    expect(callOf(running, 1)?.output?.length).toBeLessThanOrEqual(64 * 1024);
    expect(callOf(running, 1)?.output?.endsWith("b\n")).toBe(true);
    seq = running.seq;
    const done = reduce(running, [finished(1, "all")], 0);
    expect(callOf(done, 1)).toMatchObject({
      stage: "finished",
      outcome: "completed",
      content: "all",
      output: undefined,
    });
    seq = 0;
  });

  test("a preparing call is shown until it is frozen", () => {
    const before = fold(
      started(),
      live({ type: "call_preparing", tool: "bash" }),
      live({ type: "call_preparing", tool: "ls" }),
    );
    expect(rows(before)).toEqual(["u1 user: hi", "p1 preparing: bash, ls"]);
    seq = before.seq;
    expect(rows(reduce(before, [frozen(1, "bash", false)], 0))).toEqual(["u1 user: hi", "c1 calls: bash s1 frozen"]);
    seq = 0;
  });

  test("files of a turn add up", () => {
    const diff = (call: number, added: number) =>
      event({
        type: "call_finished",
        call,
        outcome: "completed",
        content: "",
        duration_ms: 1,
        display: { type: "diff", files: [{ path: "a.rs", unified: "", added, removed: 1 }] },
      });
    const view = fold(started(), frozen(1, "edit_file", false), frozen(2, "edit_file", false), diff(1, 2), diff(2, 3));
    expect(view.turns.get(0)?.files).toEqual([{ path: "a.rs", added: 5, removed: 2, calls: [1, 2] }]);
  });
});

describe("waits", () => {
  const wait = (id: number, call: number, at: number) =>
    event({ type: "wait_opened", wait: { id, call, body: { type: "questions", questions: [] } } }, 1, at);
  test("stop the clock while any is open", () => {
    const view = fold(
      started(),
      frozen(1),
      frozen(2),
      wait(1, 1, 2000),
      wait(2, 2, 3000),
      event({ type: "wait_resolved", wait: 1, answer: { type: "once" } }, 1, 4000),
      event({ type: "wait_resolved", wait: 2, answer: { type: "once" } }, 1, 6000),
    );
    expect(view.waits).toEqual([]);
    expect(view.turns.get(0)).toMatchObject({ waitedMs: 4000, waitingSince: undefined });
  });

  test("end with their turn", () => {
    const view = fold(
      started(),
      frozen(1),
      wait(1, 1, 2000),
      event({ type: "turn_ended", end: { type: "interrupted" } }, 1, 2500),
    );
    expect(view.waits).toEqual([]);
    expect(view.turns.get(0)?.waitedMs).toBe(500);
  });
});

test("an event that is known already changes nothing", () => {
  const view = fold(started());
  expect(
    rows(
      reduce(view, [{ event: { v: 1, seq: 1, session: "s", turn: 1, at: 0, body: { type: "session_closed" } } }], 0),
    ),
  ).toEqual(rows(view));
});

test("refusals are counted, so that two of a kind are told apart", () => {
  const refused = live({ type: "op_refused", problem: { code: "turn_running" } });
  expect(fold(refused, refused).refusal).toEqual({ count: 2, problem: { code: "turn_running" } });
});

test("a session of ten thousand rows folds to its shape", () => {
  const journal = longJournal(1430);
  const view = reduce(emptyView("long"), journal, 0);
  expect(view.items.length).toBe(1430 * 7);
  expect(view.calls.length).toBe(1430 * 3);
  expect(view.turns.length).toBe(1430);
  expect(view.usage).toEqual({ fresh_input: 1430 * 150, output: 1430 * 50 });
  expect(view.caughtUp).toBe(true);
  expect(view.items.get(view.items.length - 2)).toMatchObject({ kind: "text", id: "m2860.0" });
  const next = reduce(view, [{ live: { session: "long", turn: 1430, body: { type: "text_delta", text: "x" } } }], 0);
  expect(next.items.length).toBe(view.items.length + 1);
  expect(next.items.get(5000)).toBe(view.items.get(5000));
});
