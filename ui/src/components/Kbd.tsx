import styles from "./Kbd.module.css";

/** Keys as people read them; the text is made by `shortcutText`. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className={styles.kbd}>{keys}</kbd>;
}
