// A session as tests see one: opened over a fake host, fed by hand.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act } from "@testing-library/react";
import type { Body, Event, LiveBody, ModelsReply, Update } from "../bindings/protocol";
import { closeAllSessions, sessionStore } from "../session/store";
import { type FakeHost, fakeHost } from "./fake-host";

export const SESSION = "20261130-000000-aaaaaa";

export const MODELS: ModelsReply = {
  models: [
    {
      reference: "p/m",
      provider: "p",
      provider_title: "Provider",
      model: "m",
      context_window: 1000,
      efforts: ["low", "high"],
    },
    { reference: "p/n", provider: "p", provider_title: "Provider", model: "n", missing_key: "P_KEY" },
  ],
  default_model: "p/m",
  default_origin: { from: "default" },
};

export interface TestSession {
  host: FakeHost;
  /** Sends updates and lets them be shown. */
  feed: (...updates: Update[]) => Promise<void>;
  event: (body: Body, turn?: number) => Update;
  live: (body: LiveBody) => Update;
}

/** Opens a session that has these events. */
export async function openSession(events: readonly Event[] = [opened]): Promise<TestSession> {
  closeAllSessions();
  const host = fakeHost({
    session_open: { session: SESSION, workspace: "/w" },
    models: MODELS,
    files_find: { files: [], more: false },
  });
  let seq = events.at(-1)?.seq ?? 0;
  sessionStore(SESSION);
  const feed = async (...updates: Update[]) => {
    await act(async () => {
      host.send(updates);
      // Longer than what is joined before it is shown.
      await new Promise((done) => setTimeout(done, 80));
    });
  };
  await act(async () => {
    await new Promise((done) => setTimeout(done, 0));
  });
  await feed(...events.map((event) => ({ event })), { caught_up: seq });
  return {
    host,
    feed,
    event: (body, turn = 1) => {
      seq += 1;
      return { event: { v: 1, seq, session: SESSION, turn, at: seq * 1000, body } };
    },
    live: (body) => ({ live: { session: SESSION, turn: 1, body } }),
  };
}

const opened: Event = {
  v: 1,
  seq: 1,
  session: SESSION,
  at: 0,
  body: {
    type: "session_opened",
    build: "1",
    pid: 1,
    boot: "b",
    workspace: "/w",
    settings: { model: "p/m", mode: "normal", posture: "ask" },
  },
};

/** A recorded session of tests/transcripts. */
export function recorded(name: string): Event[] {
  const text = readFileSync(join(__dirname, `../../../tests/transcripts/${name}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Event);
}
