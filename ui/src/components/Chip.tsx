// A small label that tells a state. Colour repeats what the words say.

import type { ReactNode } from "react";
import styles from "./Chip.module.css";
import { cx } from "./cx";

export type Tone = "neutral" | "accent" | "ok" | "warn" | "danger" | "plan" | "goal";

interface ChipProps {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
  title?: string;
}

export function Chip({ tone = "neutral", icon, children, title }: ChipProps) {
  return (
    <span className={cx(styles.chip, styles[tone])} title={title}>
      {icon}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
