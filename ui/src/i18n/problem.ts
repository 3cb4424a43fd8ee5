// A problem as people read it, by the rules of crates/locale: `problem.<code>`, a place in front, and a hint if there is
// one. A hint that names a command of the terminal has another wording here under `ui.hint.<code>`, and a message whose
// particulars say nothing to whoever uses the page one under `ui.problem.<code>`.

import type { Problem } from "../bindings/protocol";
import { hasText, type Translate } from "./catalogue";
import { inWords } from "./words";
import en from "virtual:texts/en";

export interface ProblemText {
  message: string;
  hint?: string;
}

export function problemText(t: Translate, problem: Problem): ProblemText {
  const params = inWords(t, problem.params ?? {});
  const own = `ui.problem.${problem.code}`;
  const key = hasText(own) ? own : fitting(`problem.${problem.code}`, params);
  if (!hasText(key)) {
    const listed = Object.entries(params).map(([name, value]) => `${name}=${value}`);
    return { message: listed.length === 0 ? key : `${key} (${listed.join(", ")})` };
  }
  const namesFile = en[key]?.includes("{file}") ?? false;
  const before = namesFile ? "" : place(params);
  // A text that usually stands behind a place begins small; one that begins with a name is left as it is.
  const isSentence = before === "" && /^[a-z]/.test(en[key] ?? "");
  const message = before + (isSentence ? capital(t(key, params)) : t(key, params));
  const hint = [`ui.hint.${problem.code}`, `problem.${problem.code}.hint`].find(hasText);
  return hint === undefined ? { message } : { message, hint: t(hint, params) };
}

/** Anything thrown, as a problem: what is no problem is a fault of the program. */
export function asProblem(thrown: unknown): Problem {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && typeof thrown.code === "string") {
    return thrown as Problem;
  }
  return { code: "ui_fault", params: { reason: thrown instanceof Error ? thrown.message : String(thrown) } };
}

/** The former text where a journal of an earlier version lacks what the text names. */
function fitting(key: string, params: Record<string, string>): string {
  const former = `${key}.old`;
  const lacks = [...(en[key]?.matchAll(/\{(\w+)\}/g) ?? [])].some(([, name = ""]) => !Object.hasOwn(params, name));
  return lacks && hasText(former) ? former : key;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function place(params: Record<string, string>): string {
  const parts: string[] = [];
  for (const name of ["file", "line", "column"]) {
    const value = params[name];
    if (!value) break;
    parts.push(value);
  }
  return parts.length === 0 ? "" : `${parts.join(":")}: `;
}
