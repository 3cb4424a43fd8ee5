// The words for what a session does, by its state.

import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Body, LiveBody, Update } from "../../bindings/protocol";
import { sessionStore } from "../../session";
import { openSession, SESSION, type TestSession } from "../../test/session";
import { show } from "../../test/show";
import { ActivityStrip } from "./ActivityStrip";

const frozen = (call: number, tool: string, subject: string): Body => ({
  type: "call_frozen",
  call,
  wire_id: `w${call}`,
  tool,
  args: "{}",
  subject,
});
const calls = (...ids: number[]): Body => ({
  type: "item_completed",
  item: 1,
  parts: ids.map((call) => ({ type: "call", call })),
});
const retrying = (code: string, delay_ms: number): LiveBody => ({
  type: "retrying",
  attempt: 2,
  max: 8,
  delay_ms,
  discarded: false,
  problem: { code, params: { provider: "acme", message: "no", status: "" } },
});

type Feed = (session: TestSession) => Update[];
const started: Feed = ({ event }) => [event({ type: "turn_started", input: [] })];

test.each<[string, Feed]>([
  ["Ready", () => []],
  ["Waiting for the model", started],
  ["Thinking", (s) => [...started(s), s.live({ type: "reasoning_delta", text: "hm" })]],
  ["Writing", (s) => [...started(s), s.live({ type: "text_delta", text: "hi" })]],
  ["Preparing a call", (s) => [...started(s), s.live({ type: "call_preparing", tool: "bash" })]],
  ["Checking the calls", (s) => [...started(s), s.event(frozen(1, "bash", "make")), s.event(calls(1))]],
  [
    // With a gap between that no text makes.
    "Runningmake",
    (s) => [
      ...started(s),
      s.event(frozen(1, "bash", "make")),
      s.event(calls(1)),
      s.event({ type: "call_started", call: 1 }),
    ],
  ],
  [
    "Running 2 calls",
    (s) => [
      ...started(s),
      s.event(frozen(1, "read_file", "a")),
      s.event(frozen(2, "read_file", "b")),
      s.event(calls(1, 2)),
      s.event({ type: "call_started", call: 1 }),
      s.event({ type: "call_started", call: 2 }),
    ],
  ],
  [
    "Waits for you (1)",
    (s) => [
      ...started(s),
      s.event(frozen(1, "ask", "")),
      s.event(calls(1)),
      s.event({ type: "wait_opened", wait: { id: 1, call: 1, body: { type: "questions", questions: [] } } }),
    ],
  ],
  ["Rate limit: next try in 30 s (2 of 8)", (s) => [...started(s), s.live(retrying("model_rate_limited", 30_000))]],
  [
    "Error at the vendor: next try in 30 s (2 of 8)",
    (s) => [...started(s), s.live(retrying("model_server_error", 30_000))],
  ],
  ["No connection: trying again (2 of 8)", (s) => [...started(s), s.live(retrying("model_unreachable", 0))]],
  ["Finished", (s) => [...started(s), s.event({ type: "turn_ended", end: { type: "completed" } })]],
  ["Stopped", (s) => [...started(s), s.event({ type: "turn_ended", end: { type: "interrupted" } })]],
  ["Failed", (s) => [...started(s), s.event({ type: "turn_ended", end: { type: "failed", problem: { code: "x" } } })]],
])("%s", async (words, feed) => {
  const session = await openSession();
  await session.feed(...feed(session));
  const { container } = show(<ActivityStrip session={SESSION} />);
  expect(container.textContent).toContain(words);
});

test("a lost connection comes before what was known last", async () => {
  const session = await openSession();
  await session.feed(...started(session));
  sessionStore(SESSION).setState({ link: "retrying" });
  show(<ActivityStrip session={SESSION} />);
  expect(screen.getByText("Connection lost, trying again")).toBeVisible();
});
