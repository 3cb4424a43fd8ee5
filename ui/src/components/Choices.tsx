// One of a few, all in sight: radio buttons that look like one control.

import { type ReactNode, useId } from "react";
import styles from "./Choices.module.css";

interface ChoicesProps<T extends string> {
  label: string;
  hideLabel?: boolean;
  value: T;
  choices: readonly { value: T; label: string; icon?: ReactNode; lang?: string }[];
  disabled?: boolean;
  onChange: (value: T) => void;
}

export function Choices<T extends string>({ label, hideLabel, value, choices, disabled, onChange }: ChoicesProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className={hideLabel ? "sr-only" : styles.legend}>{label}</legend>
      <div className={styles.row}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice} lang={choice.lang}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon}
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
