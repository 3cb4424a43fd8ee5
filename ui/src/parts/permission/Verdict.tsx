import type { ExplainedCall } from "../../bindings/protocol";
import { Chip, InlineProblem, Words } from "../../components";
import { problemText, useT } from "../../i18n";
import styles from "./CallTester.module.css";
import { ProofList } from "./ProofList";
import { DECISION_NAME, DECISION_TONE, SCOPE_NAME } from "./words";

/** A decision with its reason, the steps that led to it, and what a yes could be. */
export function Verdict({ verdict }: { verdict: ExplainedCall }) {
  const t = useT();
  if ("error" in verdict) return <InlineProblem problem={verdict.error} tone="warn" />;
  const { decision, reason, proof, offers } = verdict;
  return (
    <div className={styles.verdict} role="status">
      <div className={styles.decision}>
        <Chip tone={DECISION_TONE[decision]}>{t(DECISION_NAME[decision])}</Chip>
        <span>
          <Words text={problemText(t, reason).message} />
        </span>
      </div>
      {proof.length > 0 && (
        <details>
          <summary>{t("ui.tester.proof")}</summary>
          <ProofList steps={proof} />
        </details>
      )}
      {offers.length > 0 && (
        <details>
          <summary>{t("ui.tester.offers")}</summary>
          <ul className={styles.offers}>
            {offers.map(({ scope, rules = [], folders = [] }) => (
              <li key={scope}>
                {t(SCOPE_NAME[scope])}
                {[...rules, ...folders].map((rule) => (
                  <code key={rule}>{rule}</code>
                ))}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
