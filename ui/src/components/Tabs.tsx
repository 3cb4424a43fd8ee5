// Views that share a place, one shown at a time.

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import styles from "./Tabs.module.css";

interface TabsProps<T extends string> {
  value: T;
  onChange: (value: T) => void;
  label: string;
  tabs: readonly { value: T; label: ReactNode; content: ReactNode }[];
  /** Stands behind the tabs. */
  end?: ReactNode;
}

export function Tabs<T extends string>({ value, onChange, label, tabs, end }: TabsProps<T>) {
  return (
    <Radix.Root className={styles.root} value={value} onValueChange={(next) => onChange(next as T)}>
      <div className={styles.bar}>
        <Radix.List className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={styles.content}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
