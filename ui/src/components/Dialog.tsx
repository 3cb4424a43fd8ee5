// A question or a view over everything else. For what cannot be inline only.

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useT } from "../i18n";
import styles from "./Dialog.module.css";
import { IconButton } from "./IconButton";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons at the bottom. */
  footer?: ReactNode;
  wide?: boolean;
  /** Where the focus goes when it closes, if what opened it is gone by then, such as a line of a menu. */
  returnTo?: () => HTMLElement | null;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  wide = false,
  returnTo,
}: DialogProps) {
  const t = useT();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.content}
          onOpenAutoFocus={focusContent}
          {...(returnTo && {
            onCloseAutoFocus: (event: Event) => {
              event.preventDefault();
              returnTo()?.focus();
            },
          })}
          data-wide={wide || undefined}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
        >
          <header className={styles.header}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t("ui.common.close")} icon={<X aria-hidden size={16} />} />
            </Radix.Close>
          </header>
          {description !== undefined && (
            <Radix.Description className={styles.description}>{description}</Radix.Description>
          )}
          {children}
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Not the button that closes it: what reads the dialog out begins at its title. A field with `autoFocus` comes before. */
function focusContent(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}
