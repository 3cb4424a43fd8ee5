// Problems of a configuration text: which have a place in it, and how they are said. Pure.

import type { ConfigFileReply, Problem } from "../../../bindings/protocol";
import { problemText, type Translate } from "../../../i18n";
import type { Mark } from "./CodeEditor";

export interface Said {
  severity: "error" | "warning";
  problem: Problem;
  line: number | undefined;
}

/** Errors first, each group in the order of its lines. */
export function saidOf({ errors, warnings }: Pick<ConfigFileReply, "errors" | "warnings">): Said[] {
  const of = (problems: readonly Problem[], severity: Said["severity"]) =>
    problems
      .map((problem) => ({ severity, problem, line: numberIn(problem, "line") }))
      .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return [...of(errors, "error"), ...of(warnings, "warning")];
}

export function marksOf(t: Translate, said: readonly Said[]): Mark[] {
  return said.flatMap(({ severity, problem, line }) => {
    if (line === undefined) return [];
    const { message, hint } = problemText(t, atNoPlace(problem));
    return [
      {
        severity,
        line,
        column: numberIn(problem, "column"),
        message: hint === undefined || leadsHere(problem) ? message : `${message}\n${hint}`,
      },
    ];
  });
}

/** Without the place in front: the mark stands at it. */
export function atNoPlace(problem: Problem): Problem {
  const { file: _, line: __, column: ___, ...params } = problem.params ?? {};
  return { ...problem, params };
}

/** Its hint names the editor that it is shown in. */
export function leadsHere({ code }: Problem): boolean {
  return code === "config_unknown_key";
}

function numberIn({ params }: Problem, name: string): number | undefined {
  const value = Number(params?.[name]);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}
