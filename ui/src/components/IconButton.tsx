// A button that is an icon. It always has a name, which also shows when it is pointed at.

import type { ReactNode } from "react";
import styles from "./Button.module.css";
import { Button, type ButtonProps } from "./Button";
import { cx } from "./cx";
import { Tooltip } from "./Tooltip";

export interface IconButtonProps extends Omit<ButtonProps, "children" | "icon"> {
  /** Said to screen readers and shown as a tooltip. */
  label: string;
  icon: ReactNode;
  shortcut?: string | undefined;
}

export function IconButton({ label, icon, look = "quiet", className, shortcut, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(shortcut === undefined ? {} : { shortcut })}>
      <Button look={look} aria-label={label} className={cx(styles.icon, className)} icon={icon} {...rest} />
    </Tooltip>
  );
}
