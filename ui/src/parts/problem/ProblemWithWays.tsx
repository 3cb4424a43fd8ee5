import type { ComponentProps } from "react";
import { InlineProblem } from "../../components";
import { useWaysOut } from "./useWaysOut";

interface ProblemWithWaysProps extends Omit<ComponentProps<typeof InlineProblem>, "actions" | "onRetry"> {
  /** Does the same once more, where that is a way. */
  onAgain?: (() => void) | undefined;
}

/** A problem with the ways out of it. */
export function ProblemWithWays({ onAgain, ...shown }: ProblemWithWaysProps) {
  return <InlineProblem {...shown} actions={useWaysOut(shown.problem, onAgain)} />;
}
