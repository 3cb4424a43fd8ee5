// A button that starts the tour: whether it is under way, and why it did not start.

import { useState } from "react";
import { startTour } from "../../app/tour";
import type { Problem } from "../../bindings/protocol";
import { asProblem } from "../../i18n";

export function useTour(onStarted: () => void) {
  const [isStarting, setIsStarting] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const start = async () => {
    setIsStarting(true);
    setProblem(undefined);
    try {
      await startTour();
      onStarted();
    } catch (thrown) {
      setProblem(asProblem(thrown));
    } finally {
      setIsStarting(false);
    }
  };
  return { start: () => void start(), isStarting, problem };
}
