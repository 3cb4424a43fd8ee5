import { cx } from "./cx";
import styles from "./ScrollText.module.css";

interface ScrollTextProps {
  /** Said to screen readers when the keyboard reaches it. */
  label: string;
  text: string;
  className?: string | undefined;
}

/** Plain text that scrolls by itself, also with the keyboard. */
export function ScrollText({ label, text, className }: ScrollTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className={cx(styles.text, className)} tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}
