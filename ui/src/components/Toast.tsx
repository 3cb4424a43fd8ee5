// Short messages about what was just done, with a way back where there is one. What somebody must act on is never here:
// a message goes away by itself, but not while it is pointed at or focused.

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { create } from "zustand";
import type { Problem } from "../bindings/protocol";
import { problemText, useT } from "../i18n";
import { Button } from "./Button";
import { cx } from "./cx";
import { IconButton } from "./IconButton";
import styles from "./Toast.module.css";

interface Message {
  id: number;
  /** What is said: words, or a problem. */
  text: string | Problem;
  action?: { label: string; run: () => void };
}

const LASTS_MS = 5_000;
const LASTS_WITH_ACTION_MS = 12_000;
const MOST = 4;

const useMessages = create<{ messages: Message[] }>(() => ({ messages: [] }));
let nextId = 1;

export function toast(message: Omit<Message, "id">): void {
  const id = nextId++;
  useMessages.setState(({ messages }) => ({ messages: [...messages, { ...message, id }].slice(-MOST) }));
}

/** For rejections of acts that have no place of their own to show them. */
export function toastProblem(problem: Problem): void {
  toast({ text: problem });
}

function dismiss(id: number): void {
  useMessages.setState(({ messages }) => ({ messages: messages.filter((message) => message.id !== id) }));
}

/** Mounted once, by the shell. */
export function Toaster() {
  const t = useT();
  const messages = useMessages((state) => state.messages);
  return (
    <section className={styles.toaster} aria-label={t("ui.toast.label")} aria-live="polite">
      {messages.map((message) => (
        <Toast key={message.id} message={message} />
      ))}
    </section>
  );
}

function Toast({ message }: { message: Message }) {
  const t = useT();
  const [held, setHeld] = useState(false);
  const { id, text, action } = message;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), action ? LASTS_WITH_ACTION_MS : LASTS_MS);
    return () => clearTimeout(timer);
  }, [id, action, held]);
  const isProblem = typeof text !== "string";
  const said = isProblem ? problemText(t, text) : { message: text };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds it; everything works without.
    <div
      className={cx(styles.toast, isProblem && styles.problem)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.words}>
        <div>{said.message}</div>
        {said.hint !== undefined && <div className={styles.hint}>{said.hint}</div>}
      </div>
      {action && (
        <Button
          look="quiet"
          className={cx(styles.action)}
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={t("ui.common.close")} icon={<X aria-hidden size={16} />} onClick={() => dismiss(id)} />
    </div>
  );
}
