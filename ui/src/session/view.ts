// What a session looks like to its front end: the result of folding its updates. Only data; how it comes about is in
// `reduce.ts`, how it is shown in the features.

import type {
  Answer,
  CallId,
  CallOutcome,
  Cost,
  Decision,
  Display,
  JobEnd,
  JobId,
  Problem,
  ProofStep,
  Question,
  SessionId,
  Settings,
  TodoItem,
  TurnEnd,
  TurnId,
  Usage,
  Wait,
} from "../bindings/protocol";
import { Vector } from "./vector";

/** Where a call stands. `denied` and the like are outcomes of a finished one. */
export type CallStage = "frozen" | "decided" | "waiting" | "started" | "finished";

export interface CallView {
  id: CallId;
  turn: TurnId;
  tool: string;
  /** JSON text. */
  args: string;
  subject: string;
  readOnly: boolean;
  stage: CallStage;
  decision?: Decision;
  reason?: Problem;
  /** How the decision came about, step by step; empty where it was not kept. */
  proof?: readonly ProofStep[];
  /** What was asked, where the call is a question itself. */
  questions?: readonly Question[];
  answer?: Answer;
  startedAt?: number;
  /** The newest output of a running call, bounded. */
  output?: string | undefined;
  outcome?: CallOutcome;
  /** What the model got, as a preview where `cut`. */
  content?: string;
  /** The whole output is longer than `content`; `output_read` gives it. */
  cut?: boolean;
  display?: Display;
  durationMs?: number;
}

/** A command that goes on in the background of its session. */
export interface JobView {
  id: JobId;
  /** The call that started it. */
  call: CallId;
  command: string;
  cwd: string;
  startedAt: number;
  /** How long it had printed nothing when that was told. */
  stalledMs?: number;
  /** It has printed nothing since that was told. */
  quiet?: boolean;
  /** Absent while it runs. */
  end?: JobEnd;
  endedAt?: number;
  /** The newest output while it runs, bounded. */
  output: string;
  /** Of the whole output, once it has ended. */
  outputBytes?: number;
}

/** One row of the transcript. Ids stay the same from the first delta to the settled text. */
export type Item =
  | { kind: "user"; id: string; turn: TurnId; at: number; text: string }
  | { kind: "text"; id: string; turn: TurnId; text: string; live: boolean; cut: boolean }
  | { kind: "reasoning"; id: string; turn: TurnId; text: string; live: boolean }
  | { kind: "preparing"; id: string; turn: TurnId; tools: readonly string[] }
  /** One call, or several readers in a row that fold to one line. */
  | { kind: "calls"; id: string; turn: TurnId; calls: readonly CallId[] }
  | { kind: "job"; id: string; job: JobId; news: "stalled" | "ended" }
  | { kind: "notice"; id: string; problem: Problem }
  | { kind: "error"; id: string; turn: TurnId; problem: Problem }
  | { kind: "footer"; id: string; turn: TurnId };

export interface FileChange {
  path: string;
  movedFrom?: string;
  added: number;
  removed: number;
  /** The calls whose `display` holds the diffs, oldest first. */
  calls: readonly CallId[];
}

export interface TurnView {
  id: TurnId;
  startedAt: number;
  endedAt?: number;
  end?: TurnEnd;
  steps: number;
  usage: Usage;
  /** One per currency. */
  costs: readonly Cost[];
  files: readonly FileChange[];
  /** Milliseconds in which it waited for its user, up to the newest answer. */
  waitedMs: number;
  /** Since when it waits for its user, if it does. */
  waitingSince?: number | undefined;
}

/** What the running turn does at this moment; estimates, never kept. */
export interface Activity {
  phase: "starting" | "thinking" | "writing" | "preparing" | "calls" | "waiting" | "retrying";
  /** When the first delta of the step came, by the clock of this front end. */
  firstDeltaAt?: number;
  newestDeltaAt?: number;
  /** Estimated from the length of what came in this step. */
  liveTokens: number;
  retry?: { attempt: number; max: number; until: number; discarded: boolean; problem: Problem };
}

export interface SessionView {
  session: SessionId;
  /** Of the newest durable event; 0 before the first. */
  seq: number;
  /** Of the first durable event whose rows are here. 1 where nothing is missing; older turns are asked for. */
  from: number;
  /** Whether the backlog is over: before it, nothing is shown. */
  caughtUp: boolean;
  closed: boolean;
  workspace: string;
  settings: Settings | undefined;
  items: Vector<Item>;
  /** How many of them were put before the others later. A row's place counted from there stays the same. */
  before: number;
  /** By call id, which counts from 1: call 1 stands at 0. Those of turns that are not here are missing. */
  calls: Vector<CallView>;
  /** By turn id, which counts from 1. Those that are not here are missing. */
  turns: Vector<TurnView>;
  /** The running turn. */
  running: TurnId | undefined;
  activity: Activity | undefined;
  lastEnd: TurnEnd | undefined;
  /** Open ones, oldest first. */
  waits: readonly Wait[];
  todos: readonly TodoItem[];
  /** In the order in which they were started. */
  jobs: readonly JobView[];
  usage: Usage;
  costs: readonly Cost[];
  /** Of the newest step: what the model's window holds about now. */
  newestUsage: Usage | undefined;
  /** The newest op that was refused. `count` tells two of a kind apart. */
  refusal: { count: number; problem: Problem } | undefined;
  /** Where the items of the running step begin, while it streams. */
  stepAt: number;
  lastItem: number;
}

export const NO_USAGE: Usage = { fresh_input: 0, output: 0 };

export function emptyView(session: SessionId): SessionView {
  return {
    session,
    seq: 0,
    from: 1,
    caughtUp: false,
    closed: false,
    workspace: "",
    settings: undefined,
    items: Vector.empty(),
    before: 0,
    calls: Vector.empty(),
    turns: Vector.empty(),
    running: undefined,
    activity: undefined,
    lastEnd: undefined,
    waits: [],
    todos: [],
    jobs: [],
    usage: NO_USAGE,
    costs: [],
    newestUsage: undefined,
    refusal: undefined,
    stepAt: 0,
    lastItem: 0,
  };
}

export function callOf(view: SessionView, call: CallId): CallView | undefined {
  return view.calls.get(call - 1);
}

export function turnOf(view: SessionView, turn: TurnId): TurnView | undefined {
  return view.turns.get(turn - 1);
}

/** What the user asked in a turn. */
export function inputOf(view: SessionView, turn: TurnId): string | undefined {
  for (let at = view.items.length - 1; at >= 0; at -= 1) {
    const item = view.items.get(at);
    if (item?.kind === "user" && item.turn <= turn) return item.turn === turn ? item.text : undefined;
  }
  return undefined;
}

/** Of a long turn only the newest calls can be running. */
const RUNNING_AMONG = 64;

/** The calls that run now, oldest first. */
export function runningCalls(view: SessionView): CallView[] {
  const running: CallView[] = [];
  if (view.activity?.phase !== "calls") return running;
  for (let at = Math.max(0, view.calls.length - RUNNING_AMONG); at < view.calls.length; at += 1) {
    const call = view.calls.get(at);
    if (call?.stage === "started" && call.turn === view.running) running.push(call);
  }
  return running;
}
