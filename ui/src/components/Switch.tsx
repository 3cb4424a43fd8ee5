import { Switch as Radix } from "radix-ui";
import styles from "./Switch.module.css";

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label?: string;
  id?: string;
  disabled?: boolean;
}

/** On or off, taking effect at once. */
export function Switch({ checked, onChange, label, id, disabled = false }: SwitchProps) {
  return (
    <Radix.Root className={styles.switch} aria-label={label} {...{ id, checked, disabled }} onCheckedChange={onChange}>
      <Radix.Thumb className={styles.thumb} />
    </Radix.Root>
  );
}
