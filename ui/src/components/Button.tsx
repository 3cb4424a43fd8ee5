// Buttons in words. `primary` is the one thing that is expected next; `danger` is for what cannot be undone.

import type { ButtonHTMLAttributes, ReactNode } from "react";
import styles from "./Button.module.css";
import { cx } from "./cx";
import { Spinner } from "./Spinner";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: "plain" | "primary" | "danger" | "quiet";
  icon?: ReactNode;
  /** Shows that it is working, and takes no clicks meanwhile. */
  busy?: boolean;
  ref?: React.Ref<HTMLButtonElement>;
}

export function Button({ look = "plain", icon, busy = false, children, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.button, styles[look], className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
