import { LoaderCircle } from "lucide-react";
import styles from "./Spinner.module.css";

/** Turns while something is under way. Whoever shows it says in words what that is. */
export function Spinner({ size = 14 }: { size?: number }) {
  return <LoaderCircle aria-hidden size={size} className={styles.spinner} />;
}
