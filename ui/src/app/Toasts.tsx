// Problems of acts that have no place of their own, shown in a corner until they are closed; and short confirmations.

import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { create } from "zustand";
import type { Problem } from "../bindings/protocol";
import { Button, IconButton, InlineProblem, Notice } from "../components";
import { useFocusNext, useLastInside } from "../components/useFocusNext";
import { asProblem, useT } from "../i18n";
import { useWaysOut } from "../parts/problem/useWaysOut";
import styles from "./Toasts.module.css";

interface Toast {
  id: number;
  problem?: Problem;
  text?: string;
  /** Offered beside the text: undo. */
  act?: { label: string; run: () => void };
}

/** Where one goes on after a toast: to the composer, or to the sessions. */
const PLACES = '[data-composer], [data-session] > button[tabindex="0"]';
const STAYS_MS = 8000;
let newest = 0;
const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

export function showProblem(thrown: unknown): void {
  add({ problem: asProblem(thrown) });
}

/** Goes by itself. `text` is shown as it is. */
export function showNote(text: string, act?: { label: string; run: () => void }): void {
  add(act ? { text, act } : { text });
}

function add(toast: Omit<Toast, "id">): void {
  newest += 1;
  const id = newest;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-3), { ...toast, id }] }));
}

function remove(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  const corner = useRef<HTMLDivElement>(null);
  const last = useLastInside(corner);
  useFocusNext(toasts, () => (last.current === undefined ? undefined : document.querySelector<HTMLElement>(PLACES)));
  return (
    <div ref={corner} className={styles.corner}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useT();
  const { id, problem, text, act } = toast;
  useEffect(() => {
    if (problem !== undefined) return;
    const timer = setTimeout(() => remove(id), STAYS_MS);
    return () => clearTimeout(timer);
  }, [id, problem]);
  const close = (
    <IconButton label={t("ui.common.close")} icon={<X aria-hidden size={16} />} onClick={() => remove(id)} />
  );
  const ways = useWaysOut(problem);
  const actions = (
    <>
      {ways}
      {act && (
        <Button
          onClick={() => {
            act.run();
            remove(id);
          }}
        >
          {act.label}
        </Button>
      )}
      {close}
    </>
  );
  return (
    <div className={styles.toast}>
      {problem ? (
        <InlineProblem problem={problem} actions={actions} />
      ) : (
        <Notice live actions={actions}>
          {text}
        </Notice>
      )}
    </div>
  );
}
