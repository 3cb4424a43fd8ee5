// A step of a decision's proof as people read it, by the rules of crates/locale: `proof.<code>`, with the text of a problem
// in place of its code where a step has a `reason`.

import type { ProofStep } from "../bindings/protocol";
import type { Translate } from "./catalogue";
import { problemText } from "./problem";
import { inWords } from "./words";

export function proofText(t: Translate, { code, params = {} }: ProofStep): string {
  const { reason } = params;
  const worded = inWords(t, params);
  if (reason === undefined) return t(`proof.${code}`, worded);
  return t(`proof.${code}`, { ...worded, reason: problemText(t, { code: reason, params }).message });
}
