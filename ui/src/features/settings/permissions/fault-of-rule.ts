// Whether the engine can read a rule, without writing it: a call is explained with this rule alone in force.

import type { Problem } from "../../../bindings/protocol";
import { call } from "../../../data";
import type { ListKey } from "../../../parts/permission/rule-list";

/** What is wrong with it, if anything. Rejects if the engine cannot be asked. */
export async function faultOfRule(
  list: ListKey,
  rule: string,
  workspace: string | undefined,
): Promise<Problem | undefined> {
  const only = (key: ListKey) => (list === key ? [rule] : []);
  const rules = {
    allow: only("permissions.allow"),
    ask: only("permissions.ask"),
    deny: only("permissions.deny"),
  };
  const probe = { tool: "bash", args: '{"command":"true"}', posture: "ask", mode: "normal", rules } as const;
  const { verdicts } = await call("permissions_explain", { calls: [probe] }, workspace);
  const verdict = verdicts[0];
  return verdict !== undefined && "error" in verdict ? verdict.error : undefined;
}
