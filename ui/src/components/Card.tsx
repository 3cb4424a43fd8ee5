import type { HTMLAttributes } from "react";
import styles from "./Card.module.css";
import { cx } from "./cx";

/** A bordered surface for one thing. */
export function Card({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <section className={cx(styles.card, className)} {...rest} />;
}
