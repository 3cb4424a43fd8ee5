import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Update } from "../bindings/protocol";
import { makeHost } from "./web";

class FakeSource {
  static CLOSED = 2;
  static made: FakeSource[] = [];
  readyState = 1;
  onopen?: () => void;
  onmessage?: (message: { data: string; lastEventId: string }) => void;
  onerror?: () => void;
  closed = false;
  constructor(readonly url: string) {
    FakeSource.made.push(this);
  }
  close() {
    this.closed = true;
  }
}

const answer = (status: number, body: unknown) => vi.fn(async () => new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  FakeSource.made = [];
  vi.stubGlobal("EventSource", FakeSource);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a command is posted and its reply given", async () => {
  const fetch = answer(200, { reply: "done" });
  vi.stubGlobal("fetch", fetch);
  const host = await makeHost();
  expect(await host.call({ command: { command: "about" } })).toEqual({ reply: "done" });
  expect(fetch).toHaveBeenCalledWith(
    "api/call",
    expect.objectContaining({ method: "POST", body: '{"command":{"command":"about"}}' }),
  );
});

test.each([
  [answer(409, { code: "turn_running" }), { code: "turn_running" }],
  [answer(401, {}), { code: "not_signed_in" }],
  [answer(401, { code: "not_signed_in", params: { by: "token" } }), { code: "not_signed_in", params: { by: "token" } }],
  [answer(502, "x"), { code: "server_status", params: { status: "502" }, retryable: true }],
  [vi.fn(async () => Promise.reject(new TypeError("failed"))), { code: "server_unreachable", retryable: true }],
])("what fails is a problem (%#)", async (fetch, problem) => {
  vi.stubGlobal("fetch", fetch);
  const host = await makeHost();
  await expect(host.call({ command: { command: "about" } })).rejects.toEqual(problem);
});

test("a wrong password is told as what it is", async () => {
  vi.stubGlobal("fetch", answer(401, { code: "login_wrong" }));
  const host = await makeHost();
  await expect(host.platform.signIn?.({ password: "guess" })).rejects.toEqual({ code: "login_wrong" });
});

test("a launch link's token is traded for a cookie and leaves the address", async () => {
  const fetch = vi.fn(async () => new Response(null, { status: 204 }));
  vi.stubGlobal("fetch", fetch);
  location.hash = "#token=abc%2Fd";
  await makeHost();
  expect(fetch).toHaveBeenCalledWith("api/login", expect.objectContaining({ body: '{"token":"abc/d"}' }));
  expect(location.hash).toBe("");
});

test.each([
  [401, { code: "login_wrong" }, "link_refused"],
  [429, { code: "login_too_often", params: { seconds: "9" } }, "login_too_often"],
])("a launch link that does not let in is told (%i)", async (status, body, code) => {
  vi.stubGlobal("fetch", answer(status, body));
  location.hash = "#token=stale";
  expect((await makeHost()).platform.refusedLink?.code).toBe(code);
  expect(location.hash).toBe("");
});

test("updates come as batches, and a stream that was given up goes on behind the last number", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", answer(200, { reply: "about" }));
  const host = await makeHost();
  const batches: Update[][] = [];
  const states: string[] = [];
  const end = host.subscribe(
    { to: "session", session: "s 1", from_seq: 1, preview_bytes: 10 },
    (batch) => batches.push(batch),
    (state) => states.push(state),
  );
  const [first] = FakeSource.made;
  expect(first?.url).toBe("api/events?session=s+1&from_seq=1&preview_bytes=10");
  first?.onopen?.();
  first?.onmessage?.({ data: '[{"caught_up":7}]', lastEventId: "7" });
  expect(batches).toEqual([[{ caught_up: 7 }]]);
  if (first) first.readyState = FakeSource.CLOSED;
  first?.onerror?.();
  await vi.advanceTimersByTimeAsync(600);
  expect(FakeSource.made[1]?.url).toContain("from_seq=8");
  expect(states).toEqual(["open", "retrying"]);
  end();
  expect(FakeSource.made[1]?.closed).toBe(true);
});

test("a stream that was refused for want of a cookie is not opened again", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", answer(401, { code: "not_signed_in" }));
  const host = await makeHost();
  const states: unknown[] = [];
  host.subscribe(
    { to: "signals" },
    () => {},
    (state, problem) => states.push([state, problem?.code]),
  );
  const [first] = FakeSource.made;
  expect(first?.url).toBe("api/events?signals");
  if (first) first.readyState = FakeSource.CLOSED;
  first?.onerror?.();
  await vi.advanceTimersByTimeAsync(600);
  expect(states.at(-1)).toEqual(["closed", "not_signed_in"]);
  expect(FakeSource.made).toHaveLength(1);
});

test("a page holds one stream: signals come along with the session that is shown", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", answer(200, { reply: "about" }));
  const host = await makeHost();
  const told: unknown[] = [];
  const shown: unknown[] = [];
  const states: string[] = [];
  host.subscribe(
    { to: "signals" },
    (batch) => told.push(...batch),
    (state) => states.push(state),
  );
  const session = (id: string) =>
    host.subscribe(
      { to: "session", session: id, from_seq: 1 },
      (batch) => shown.push(...batch),
      () => {},
    );
  const open = () => FakeSource.made.filter((source) => !source.closed).map((source) => source.url);
  const begun = (index: number) => FakeSource.made[index]?.onopen?.();
  begun(0);
  const leaveFirst = session("a");
  expect(open()).toEqual(["api/events?signals", "api/events?session=a&from_seq=1&signals"]);
  begun(1);
  expect(open()).toEqual(["api/events?session=a&from_seq=1&signals"]);
  FakeSource.made[1]?.onmessage?.({ data: '[{"caught_up":7},{"signal":{"type":"x"}}]', lastEventId: "7" });
  expect(shown).toEqual([{ caught_up: 7 }]);
  expect(told).toEqual([{ signal: { type: "x" } }]);

  leaveFirst();
  const leaveSecond = session("b");
  FakeSource.made[1]?.onmessage?.({ data: '[{"caught_up":8},{"signal":{"type":"y"}}]', lastEventId: "8" });
  expect(shown).toHaveLength(1);
  expect(told).toHaveLength(2);
  begun(2);
  expect(open()).toEqual(["api/events?session=b&from_seq=1&signals"]);

  leaveSecond();
  await vi.advanceTimersByTimeAsync(1100);
  begun(3);
  expect(open()).toEqual(["api/events?signals"]);
  expect(states.every((state) => state === "open")).toBe(true);
});

test("a session that cannot be had leaves the signals", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", answer(404, { code: "session_not_found" }));
  const host = await makeHost();
  const states: unknown[] = [];
  host.subscribe(
    { to: "signals" },
    () => {},
    () => {},
  );
  host.subscribe(
    { to: "session", session: "gone", from_seq: 1 },
    () => {},
    (state, problem) => states.push([state, problem?.code]),
  );
  const joined = FakeSource.made[1];
  if (joined) joined.readyState = FakeSource.CLOSED;
  joined?.onerror?.();
  await vi.advanceTimersByTimeAsync(600);
  expect(states.at(-1)).toEqual(["closed", "session_not_found"]);
  FakeSource.made[2]?.onopen?.();
  expect(FakeSource.made.filter((source) => !source.closed).map((source) => source.url)).toContain(
    "api/events?signals",
  );
});

test("a session that was left and then ends is not asked for again: the signals go on by themselves", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", answer(404, { code: "session_not_found" }));
  const host = await makeHost();
  const states: string[] = [];
  host.subscribe(
    { to: "signals" },
    () => {},
    (state) => states.push(state),
  );
  FakeSource.made[0]?.onopen?.();
  const leave = host.subscribe(
    { to: "session", session: "deleted", from_seq: 1 },
    () => {},
    () => {},
  );
  FakeSource.made[1]?.onopen?.();
  leave();
  FakeSource.made[1]?.onerror?.();
  FakeSource.made[2]?.onopen?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeSource.made.filter((source) => !source.closed).map((source) => source.url)).toEqual([
    "api/events?signals",
  ]);
  expect(states.every((state) => state === "open")).toBe(true);
  expect(fetch).not.toHaveBeenCalled();
});
