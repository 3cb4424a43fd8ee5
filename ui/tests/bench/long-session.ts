// A journal of 10,000 rows as the engine would have written it: requests, thinking, text with Markdown and code, readers,
// edits with their diffs, commands with their output. It only makes text; where that lies is decided elsewhere.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Body } from "../../src/bindings/protocol";

/** Each turn is a request, thinking, text, two readers in one row, an edit, a command, an answer and an end. */
const ROWS_PER_TURN = 8;
const TURNS = 1250;
export const ROWS = TURNS * ROWS_PER_TURN;
export const SESSION = "20261001-080000-1096e5";
/** What the last answer says and no other row. */
export const LAST_WORDS = "Nothing is left to be done here.";

const BEGAN = Date.UTC(2026, 9, 1, 8);
const SETTINGS = { model: "test/scripted", effort: null, mode: "normal", posture: "auto" } as const;

/** Puts the session where the program keeps those of a workspace. */
export function keepLongSession(home: string, workspace: string): void {
  const hash = createHash("sha256").update(workspace).digest("hex").slice(0, 8);
  const folder = join(home, "sessions", `${basename(workspace)}-${hash}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, `${SESSION}.jsonl`), longSession(workspace), { mode: 0o600 });
}

/** The lines of the journal. The workspace stands in the first of them alone. */
export function longSession(workspace: string): string {
  const journal = new Journal();
  journal.add({ type: "session_opened", build: "0.1.0", pid: 1, boot: "bench", workspace, settings: SETTINGS });
  journal.add({ type: "prefix_set", system: "You are a coding agent." });
  for (let turn = 1; turn <= TURNS; turn += 1) journal.turn(turn);
  journal.add({ type: "session_closed" });
  return journal.text();
}

class Journal {
  private readonly lines: string[] = [];
  private at = 0;
  private calls = 0;
  private items = 0;

  text(): string {
    return `${this.lines.join("\n")}\n`;
  }

  add(body: Body): void {
    const event = { v: 1, seq: this.lines.length + 1, session: SESSION, at: BEGAN + this.lines.length * 200, body };
    this.lines.push(JSON.stringify(this.at > 0 ? { ...event, turn: this.at } : event));
  }

  turn(turn: number): void {
    this.at = turn;
    this.add({ type: "turn_started", input: [{ type: "text", text: request(turn) }] });
    const path = `src/part${turn % 40}/module.rs`;
    this.step(
      [
        { type: "reasoning", text: thinking(turn) },
        { type: "text", text: plan(path) },
      ],
      [
        { tool: "read_file", args: { path }, content: source(turn) },
        {
          tool: "grep",
          args: { pattern: `limit_${turn}` },
          subject: `limit_${turn}`,
          content: `${path}:12: fn limit_${turn}()`,
        },
      ],
    );
    const edit = { path, old_string: `let limit = ${turn};`, new_string: `let limit = ${turn + 1};` };
    this.step([], [{ tool: "edit_file", args: edit, content: `Edited ${path}: 1 replacement.`, unified: diff(turn) }]);
    const command = `cargo test --package part${turn % 40}`;
    this.step(
      [],
      [{ tool: "bash", args: { command, description: "Run the tests" }, subject: command, content: output(turn) }],
    );
    this.step([{ type: "text", text: answer(turn, path) }], []);
    this.add({ type: "turn_ended", end: { type: "completed" } });
    this.at = turn === TURNS ? 0 : turn;
  }

  private step(said: Said[], wanted: Wanted[]): void {
    const made = wanted.map((call) => ({ ...call, id: this.freeze(call) }));
    this.items += 1;
    const parts = [...said, ...made.map(({ id }) => ({ type: "call" as const, call: id }))];
    this.add({ type: "item_completed", item: this.items, parts } as Body);
    const stop = made.length > 0 ? "calls" : "finished";
    this.add({ type: "step_ended", stop, usage: { fresh_input: 900, output: 120 }, duration_ms: 800 } as Body);
    for (const call of made) this.run(call.id, call);
  }

  private freeze({ tool, args, subject }: Wanted): number {
    this.calls += 1;
    this.add({
      type: "call_frozen",
      call: this.calls,
      wire_id: `call_${this.calls}`,
      tool,
      args: JSON.stringify(args),
      subject: subject ?? args["path"] ?? "",
      ...(READERS.has(tool) ? { read_only: true } : {}),
    } as Body);
    return this.calls;
  }

  private run(call: number, { tool, args, content, unified }: Wanted): void {
    const [code, step] = READERS.has(tool) ? ["allowed_reader", "reader_allows"] : ["allowed_posture", "posture_allows"];
    this.add({
      type: "call_decided",
      call,
      decision: "allow",
      reason: { code, params: { posture: "auto" } },
      proof: [{ code: step, params: { posture: "auto" } }],
    } as Body);
    this.add({ type: "call_started", call });
    const files = unified === undefined ? [] : [{ path: args["path"], unified, added: 2, removed: 1 }];
    const display =
      files.length > 0 ? { type: "diff", files } : tool === "bash" ? { type: "command", exit: 0 } : { type: "plain" };
    this.add({ type: "call_finished", call, outcome: "completed", content, display, duration_ms: 40 } as Body);
  }
}

type Said = { type: "reasoning" | "text"; text: string };

interface Wanted {
  tool: string;
  args: Record<string, string>;
  subject?: string;
  content: string;
  unified?: string;
}

const READERS = new Set(["read_file", "grep"]);

const request = (turn: number) =>
  turn === 1 ? "The long session" : `Request ${turn}: raise the limit of part ${turn % 40} by one and run its tests.`;

const thinking = (turn: number) =>
  `The limit of part ${turn % 40} is named in its module and perhaps in a test. `.repeat(2 + (turn % 5));

const plan = (path: string) => `I read \`${path}\` first, and look for who else names the limit.`;

const source = (turn: number) =>
  Array.from(
    { length: 12 + (turn % 20) },
    (_, at) => `${at + 1}→    let value_${at} = ${turn} * ${at}; // of the table`,
  ).join("\n");

const diff = (turn: number) =>
  `@@ -10,4 +10,5 @@\n fn limit() -> usize {\n-    let limit = ${turn};\n+    // Raised once more.\n+    let limit = ${turn + 1};\n     limit\n }\n`;

const output = (turn: number) => {
  const tests = Array.from({ length: 6 + (turn % 30) }, (_, at) => `test part::holds_${at} ... \u001b[32mok\u001b[0m`);
  return `running ${tests.length} tests\n${tests.join("\n")}\n\ntest result: ok. ${tests.length} passed; 0 failed`;
};

const answer = (turn: number, path: string) => {
  const rows = Array.from({ length: turn % 6 }, (_, at) => `| case ${at} | ${turn + at} | **fine** |`).join("\n");
  const table = rows === "" ? "" : `\n| case | limit | verdict |\n|---|---|---|\n${rows}\n`;
  const code = `\`\`\`rust\nfn limit() -> usize {\n    // Raised once more.\n    let limit = ${turn + 1};\n    limit\n}\n\`\`\``;
  const end = turn === TURNS ? LAST_WORDS : "What else names it reads it from there.";
  return `The limit in \`${path}:12\` is now **${turn + 1}**, and all tests pass.\n\n${code}\n${table}\n- nothing else changed\n- the tests took ${turn % 9} s\n\n${end}`;
};
