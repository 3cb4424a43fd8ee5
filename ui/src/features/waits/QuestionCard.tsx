// Questions of the agent: choices, own words, or both. What is chosen so far outlives a look at another session.

import { useRef, useState } from "react";
import type { Answer, Question, QuestionAnswer, Wait } from "../../bindings/protocol";
import { Button, cx } from "../../components";
import { useFocusNext } from "../../components/useFocusNext";
import { useT } from "../../i18n";
import { FoldedHead } from "./FoldedHead";
import { QuestionForm } from "./QuestionForm";
import styles from "./Waits.module.css";

interface QuestionCardProps {
  session: string;
  wait: Wait;
  questions: readonly Question[];
  busy: boolean;
  /** Another card is open: this one is a line. */
  folded: boolean;
  onOpen: () => void;
  onAnswer: (answer: Answer) => void;
}

const begun = new Map<string, QuestionAnswer[]>();

export function QuestionCard({ session, wait, questions, busy, folded, onOpen, onAnswer }: QuestionCardProps) {
  const t = useT();
  const key = `${session} ${wait.id}`;
  const [answers, setAnswers] = useState(() => begun.get(key) ?? questions.map((): QuestionAnswer => ({ chosen: [] })));
  const [shown, setShown] = useState(0);
  const card = useRef<HTMLDivElement>(null);
  useFocusNext(
    shown,
    () => card.current?.querySelector<HTMLElement>("input:checked") ?? card.current?.querySelector("input"),
  );
  const question = questions[shown];
  const change = (at: number, answer: QuestionAnswer) => {
    const next = answers.with(at, answer);
    begun.set(key, next);
    setAnswers(next);
  };
  const isLast = shown === questions.length - 1;
  const all = answers.every(isAnswered);
  const send = () => {
    begun.delete(key);
    onAnswer({ type: "questions", answers });
  };
  const goOn = () => {
    if (all && isLast) send();
    else setShown(Math.max(0, isLast ? answers.findIndex((answer) => !isAnswered(answer)) : shown + 1));
  };
  if (question === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form inside has fieldsets of its own
    <div
      ref={card}
      role="group"
      aria-label={folded ? undefined : t("ui.waits.question")}
      aria-labelledby={folded ? `wait-${wait.id}` : undefined}
      aria-busy={busy}
      data-card={wait.id}
      data-open={!folded || undefined}
      tabIndex={-1}
      className={folded ? styles.folded : styles.card}
    >
      {folded && (
        <FoldedHead
          id={`wait-${wait.id}`}
          question={t("ui.waits.question")}
          about={question.question}
          busy={busy}
          onOpen={onOpen}
        />
      )}
      <div className={styles.inside} hidden={folded}>
        {questions.length > 1 && (
          <div className={styles.steps}>
            {questions.map((each, at) => (
              <button
                type="button"
                key={each.question}
                aria-current={at === shown ? "step" : undefined}
                className={cx(styles.step, at === shown && styles.current)}
                onClick={() => setShown(at)}
              >
                {each.header}
                {isAnswered(answers[at]) && " ✓"}
              </button>
            ))}
          </div>
        )}
        <QuestionForm
          key={shown}
          name={`${key} ${shown}`}
          question={question}
          answer={answers[shown] ?? { chosen: [] }}
          onChange={(answer) => change(shown, answer)}
          onEnter={goOn}
        />
        <div className={styles.offers}>
          <Button look="primary" busy={busy} disabled={!isAnswered(answers[shown])} onClick={goOn}>
            {t(isLast ? "ui.waits.send_answers" : "ui.waits.next")}
          </Button>
          <Button look="quiet" disabled={busy} onClick={() => onAnswer({ type: "reject" })}>
            {t("ui.waits.dismiss")}
          </Button>
        </div>
      </div>
    </div>
  );
}

function isAnswered(answer: QuestionAnswer | undefined): boolean {
  return answer !== undefined && (answer.chosen.length > 0 || (answer.own_words ?? "").trim() !== "");
}
