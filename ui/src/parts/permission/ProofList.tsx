import type { ProofStep } from "../../bindings/protocol";
import { Words } from "../../components";
import { proofText, useT } from "../../i18n";
import styles from "./ProofList.module.css";

/** How a decision came about, step by step. */
export function ProofList({ steps }: { steps: readonly ProofStep[] }) {
  const t = useT();
  return (
    <ol className={styles.steps}>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step may repeat
        <li key={at}>
          <Words text={proofText(t, step)} />
        </li>
      ))}
    </ol>
  );
}
