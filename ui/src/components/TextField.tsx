// One line or several lines of text with a label, a note and what is wrong with it.

import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import { cx } from "./cx";
import styles from "./TextField.module.css";

interface Common {
  label: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  note?: ReactNode;
  error?: string | undefined;
  mono?: boolean;
}

type TextFieldProps = Common & InputHTMLAttributes<HTMLInputElement> & { ref?: React.Ref<HTMLInputElement> };

export function TextField({ label, hideLabel, note, error, mono, className, id, ...rest }: TextFieldProps) {
  const ids = useFieldIds(id);
  return (
    <Field {...{ label, hideLabel, note, error, ids, className }}>
      <input
        id={ids.field}
        className={cx(styles.input, mono && styles.mono)}
        aria-describedby={ids.note}
        aria-invalid={error !== undefined || undefined}
        autoComplete="off"
        spellCheck={false}
        {...rest}
      />
    </Field>
  );
}

type TextAreaProps = Common & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: React.Ref<HTMLTextAreaElement> };

export function TextArea({ label, hideLabel, note, error, mono, className, id, ...rest }: TextAreaProps) {
  const ids = useFieldIds(id);
  return (
    <Field {...{ label, hideLabel, note, error, ids, className }}>
      <textarea
        id={ids.field}
        className={cx(styles.input, styles.area, mono && styles.mono)}
        aria-describedby={ids.note}
        aria-invalid={error !== undefined || undefined}
        {...rest}
      />
    </Field>
  );
}

function useFieldIds(given: string | undefined) {
  const made = useId();
  const field = given ?? made;
  return { field, note: `${field}-note` };
}

interface FieldProps {
  label: string;
  hideLabel: boolean | undefined;
  note: ReactNode;
  error: string | undefined;
  ids: { field: string; note: string };
  className: string | undefined;
  children: ReactNode;
}

function Field({ label, hideLabel, note, error, ids, className, children }: FieldProps) {
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={ids.field} className={hideLabel ? "sr-only" : styles.label}>
        {label}
      </label>
      {children}
      <div id={ids.note} className={styles.below}>
        {note !== undefined && <div className={styles.note}>{note}</div>}
        {error !== undefined && (
          <div role="alert" className={styles.error}>
            {error}
          </div>
        )}
      </div>
    </div>
  );
}
