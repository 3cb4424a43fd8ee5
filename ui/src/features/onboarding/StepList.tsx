import { Check } from "lucide-react";
import { useT } from "../../i18n";
import styles from "./Onboarding.module.css";

export type StepName = "look" | "model" | "folder";

const TITLES: Record<StepName, string> = {
  look: "ui.onboarding.step_look",
  model: "ui.onboarding.step_model",
  folder: "ui.onboarding.step_folder",
};

interface StepListProps {
  steps: readonly StepName[];
  current: StepName;
  /** Steps with nothing left to do. */
  done: readonly StepName[];
  onGo: (step: StepName) => void;
}

/** Where one is; every step can be gone to. */
export function StepList({ steps, current, done, onGo }: StepListProps) {
  const t = useT();
  return (
    <nav aria-label={t("ui.onboarding.steps")}>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step}>
            <button
              type="button"
              className={styles.step}
              aria-current={step === current ? "step" : undefined}
              onClick={() => onGo(step)}
            >
              <span className={styles.number}>{done.includes(step) ? <Check aria-hidden size={12} /> : index + 1}</span>
              {t(TITLES[step])}
              {done.includes(step) && <span className="sr-only"> ({t("ui.onboarding.step_done")})</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
