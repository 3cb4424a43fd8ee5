// Makes a long journal, as a session of many turns would write it.

import type { Body, Update } from "../../bindings/protocol";

const PROOF = ["not_denied", "reader_allows"].map((code) => ({ code }));

/** Each turn has a request, thinking, two readers, an edit with its diff, an answer and an end: seven rows. */
export function longJournal(turns: number): Update[] {
  const updates: Update[] = [];
  let seq = 0;
  let call = 0;
  let item = 0;
  const add = (turn: number | null, body: Body) => {
    seq += 1;
    updates.push({ event: { v: 1, seq, session: "long", turn, at: 1_796_000_000_000 + seq * 10, body } });
  };
  const settings = { model: "p/m", effort: null, mode: "normal", posture: "ask" } as const;
  add(null, { type: "session_opened", build: "1", pid: 1, boot: "b", workspace: "/w", settings });
  for (let turn = 1; turn <= turns; turn += 1) {
    add(turn, { type: "turn_started", input: [{ type: "text", text: `Request ${turn}` }] });
    const made = [1, 2, 3].map((nth) => {
      call += 1;
      const tool = nth === 3 ? "edit_file" : "read_file";
      const subject = `src/file${nth}.rs`;
      add(turn, {
        type: "call_frozen",
        call,
        wire_id: `w${call}`,
        tool,
        args: `{"path":"${subject}"}`,
        subject,
        read_only: nth < 3,
      });
      return call;
    });
    item += 1;
    const parts = made.map((id) => ({ type: "call", call: id }) as const);
    const thinking = { type: "reasoning", text: "The file must be read before it is changed." } as const;
    add(turn, { type: "item_completed", item, parts: [thinking, { type: "text", text: "I read first." }, ...parts] });
    add(turn, { type: "step_ended", stop: "calls", usage: { fresh_input: 100, output: 20 }, duration_ms: 5 });
    for (const id of made) {
      add(turn, {
        type: "call_decided",
        call: id,
        decision: "allow",
        reason: { code: "allowed_reader" },
        proof: PROOF,
      });
      add(turn, { type: "call_started", call: id });
      const unified = "@@ -1 +1 @@\n-a\n+b\n";
      const display =
        id % 3 === 0
          ? ({ type: "diff", files: [{ path: "src/file3.rs", unified, added: 1, removed: 1 }] } as const)
          : ({ type: "plain" } as const);
      add(turn, {
        type: "call_finished",
        call: id,
        outcome: "completed",
        content: "x".repeat(200),
        display: display as never,
        duration_ms: 3,
      });
    }
    item += 1;
    const answer = `Answer ${turn}: \`src/file3.rs\` now says **b**.\n\n- one\n- two\n`;
    add(turn, { type: "item_completed", item, parts: [{ type: "text", text: answer }] });
    add(turn, { type: "step_ended", stop: "finished", usage: { fresh_input: 50, output: 30 }, duration_ms: 5 });
    add(turn, { type: "turn_ended", end: { type: "completed" } });
  }
  updates.push({ caught_up: seq });
  return updates;
}
