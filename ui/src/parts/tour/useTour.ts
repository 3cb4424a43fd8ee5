// Starts the tour: a scripted model in a throw-away folder.

import { useState } from "react";
import type { Problem } from "../../bindings/protocol";
import { call, markStale } from "../../data";
import { asProblem } from "../../i18n";

export function useTour(onStarted: (session: string, workspace: string) => void) {
  const [isStarting, setIsStarting] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const start = async () => {
    setIsStarting(true);
    setProblem(undefined);
    try {
      const { session, workspace } = await call("tour_start", undefined);
      markStale(["sessions_list", "workspaces"]);
      onStarted(session, workspace);
    } catch (thrown) {
      setProblem(asProblem(thrown));
    } finally {
      setIsStarting(false);
    }
  };
  return { start: () => void start(), isStarting, problem };
}
