// One question: its options and a line for own words.

import type { Question, QuestionAnswer } from "../../bindings/protocol";
import { TextField } from "../../components";
import { useT } from "../../i18n";
import styles from "./Waits.module.css";

interface QuestionFormProps {
  /** Unique in the page. */
  name: string;
  question: Question;
  answer: QuestionAnswer;
  onChange: (answer: QuestionAnswer) => void;
  onEnter: () => void;
}

export function QuestionForm({ name, question, answer, onChange, onEnter }: QuestionFormProps) {
  const t = useT();
  const choose = (label: string, on: boolean) => {
    const others = question.multi_select ? answer.chosen.filter((chosen) => chosen !== label) : [];
    onChange({ ...answer, chosen: on ? [...others, label] : others });
  };
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.question}>
        {question.question}
        {question.multi_select && <span className={styles.note}>{t("ui.waits.several_possible")}</span>}
      </legend>
      {question.options.map((option, at) => (
        <label key={option.label} className={styles.option}>
          <input
            type={question.multi_select ? "checkbox" : "radio"}
            name={name}
            data-first={at === 0 || undefined}
            checked={answer.chosen.includes(option.label)}
            onChange={(event) => choose(option.label, event.target.checked)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              if (answer.chosen.includes(option.label)) onEnter();
              else choose(option.label, true);
            }}
          />
          <span>
            {option.label}
            {option.description && <span className={styles.note}>{option.description}</span>}
          </span>
        </label>
      ))}
      <TextField
        label={t("ui.waits.own_words")}
        hideLabel
        placeholder={t("ui.waits.own_words")}
        value={answer.own_words ?? ""}
        onChange={(event) => onChange({ ...answer, own_words: event.target.value || null })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing || event.keyCode === 229) return;
          event.preventDefault();
          onEnter();
        }}
      />
    </fieldset>
  );
}
