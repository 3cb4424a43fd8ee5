// Menus of acts and of choices, opened by a control.

import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx";
import { Kbd } from "./Kbd";
import { useLayer } from "./layer";
import styles from "./Menu.module.css";

interface MenuProps {
  trigger: ReactElement;
  children: ReactNode;
  side?: "top" | "bottom";
  align?: "start" | "end";
}

export function Menu({ trigger, children, side = "bottom", align = "start" }: MenuProps) {
  const { container, onOpenChange } = useLayer();
  return (
    <Radix.Root modal={false} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal {...(container === undefined ? {} : { container })}>
        <Radix.Content className={styles.menu} side={side} align={align} sideOffset={4} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
  /** A second line. */
  note?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, shortcut, danger = false, note, children, ...rest }: MenuItemProps) {
  return (
    <Radix.Item className={cx(styles.item, danger && styles.danger)} {...rest}>
      {icon !== undefined && <span className={styles.icon}>{icon}</span>}
      <span className={styles.words}>
        {children}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      {shortcut !== undefined && <Kbd keys={shortcut} />}
    </Radix.Item>
  );
}

interface MenuChoicesProps<T extends string> {
  value: T;
  onChange: (value: T) => void;
  choices: readonly { value: T; label: ReactNode; note?: ReactNode; disabled?: boolean; danger?: boolean }[];
}

/** One of several, with the chosen one ticked. */
export function MenuChoices<T extends string>({ value, onChange, choices }: MenuChoicesProps<T>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {choices.map((choice) => (
        <Radix.RadioItem
          key={choice.value}
          value={choice.value}
          disabled={choice.disabled ?? false}
          className={cx(styles.item, choice.danger && styles.danger)}
        >
          <span className={styles.icon}>
            <Radix.ItemIndicator>
              <Check aria-hidden size={16} />
            </Radix.ItemIndicator>
          </span>
          <span className={styles.words}>
            {choice.label}
            {choice.note !== undefined && <span className={styles.note}>{choice.note}</span>}
          </span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <Radix.Label className={styles.heading}>{children}</Radix.Label>;
}

export function MenuLine() {
  return <Radix.Separator className={styles.line} />;
}
