import { LanguageChoice } from "../../parts/look/LanguageChoice";
import { ThemeChoice } from "../../parts/look/ThemeChoice";
import styles from "./Onboarding.module.css";

export function LookStep() {
  return (
    <div className={styles.stepBody}>
      <LanguageChoice />
      <ThemeChoice />
    </div>
  );
}
