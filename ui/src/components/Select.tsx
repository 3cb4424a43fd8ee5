// One of several in a form. For a short list; a long one that needs search has its own view.

import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useLayer } from "./layer";
import menu from "./Menu.module.css";
import styles from "./Select.module.css";

interface SelectProps<T extends string> {
  value: T;
  onChange: (value: T) => void;
  choices: readonly { value: T; label: ReactNode; note?: ReactNode; disabled?: boolean }[];
  /** Said to screen readers, if no label points at `id`. */
  label?: string;
  id?: string;
  disabled?: boolean;
}

export function Select<T extends string>({ value, onChange, choices, label, id, disabled = false }: SelectProps<T>) {
  const { container, onOpenChange } = useLayer();
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as T)}
      onOpenChange={onOpenChange}
      disabled={disabled}
    >
      <Radix.Trigger className={styles.trigger} aria-label={label} id={id}>
        <Radix.Value />
        <Radix.Icon className={styles.chevron}>
          <ChevronDown aria-hidden size={16} />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal {...(container === undefined ? {} : { container })}>
        <Radix.Content className={menu.menu} position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport>
            {choices.map((choice) => (
              <Radix.Item
                key={choice.value}
                value={choice.value}
                disabled={choice.disabled ?? false}
                className={menu.item}
              >
                <span className={menu.icon}>
                  <Radix.ItemIndicator>
                    <Check aria-hidden size={16} />
                  </Radix.ItemIndicator>
                </span>
                <span className={menu.words}>
                  <Radix.ItemText>{choice.label}</Radix.ItemText>
                  {choice.note !== undefined && <span className={menu.note}>{choice.note}</span>}
                </span>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
