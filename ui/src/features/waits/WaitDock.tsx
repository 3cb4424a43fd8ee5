// Everything the session waits for, between transcript and composer: one card per question, however one came here.

import { useEffect, useRef, useState } from "react";
import type { Answer, Problem, Wait } from "../../bindings/protocol";
import { Button, InlineProblem } from "../../components";
import { asProblem, useT } from "../../i18n";
import { submit, useView } from "../../session";
import { ApprovalCard } from "./ApprovalCard";
import { QuestionCard } from "./QuestionCard";
import styles from "./Waits.module.css";

export function WaitDock({ session }: { session: string }) {
  const t = useT();
  const waits = useView(session, (view) => view.waits);
  const dock = useRef<HTMLElement>(null);
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set());
  const [problem, setProblem] = useState<Problem>();
  useOfferFocus(dock, waits);
  if (waits.length === 0) return null;
  const answer = async (wait: Wait, given: Answer) => {
    setSent((all) => new Set(all).add(wait.id));
    setProblem(undefined);
    try {
      await submit(session, { type: "resolve", wait: wait.id, answer: given });
    } catch (thrown) {
      setProblem(asProblem(thrown));
      setSent((all) => new Set([...all].filter((id) => id !== wait.id)));
    }
  };
  const approvals = waits.filter((wait) => wait.body.type === "approval" && !sent.has(wait.id));
  const answerAll = (given: Answer) => {
    for (const wait of approvals) void answer(wait, given);
  };
  return (
    <section ref={dock} className={styles.dock} aria-label={t("ui.waits.name")}>
      {approvals.length > 1 && (
        <div className={styles.together}>
          <span>{t("ui.waits.several", { count: approvals.length })}</span>
          <Button onClick={() => answerAll({ type: "once" })}>{t("ui.waits.all_once")}</Button>
          <Button onClick={() => answerAll({ type: "reject" })}>{t("ui.waits.reject_all")}</Button>
        </div>
      )}
      {problem && <InlineProblem problem={problem} />}
      {waits.map((wait) => {
        const common = {
          session,
          wait,
          busy: sent.has(wait.id),
          onAnswer: (given: Answer) => void answer(wait, given),
        };
        if (wait.body.type === "approval") return <ApprovalCard key={wait.id} {...common} body={wait.body} />;
        return <QuestionCard key={wait.id} {...common} questions={wait.body.questions} />;
      })}
    </section>
  );
}

/** Goes to a new card only where nothing else has the focus: whoever types is not disturbed. After an answer the focus
 * goes on to the next card, or to the composer, and is never lost. */
function useOfferFocus(dock: React.RefObject<HTMLElement | null>, waits: readonly Wait[]): void {
  const before = useRef(0);
  const wasInside = useRef(false);
  useEffect(() => {
    const onFocus = () => {
      wasInside.current = dock.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, [dock]);
  useEffect(() => {
    const came = waits.length > before.current;
    const went = waits.length < before.current;
    before.current = waits.length;
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (!nowhere) return;
    const first = dock.current?.querySelector<HTMLElement>("[data-first]");
    if (first && (came || wasInside.current)) first.focus({ preventScroll: true });
    else if (went && wasInside.current) document.querySelector<HTMLElement>("[data-composer]")?.focus();
  }, [dock, waits]);
}
