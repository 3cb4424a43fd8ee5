// The agent's own list of things to do, as it stood at one moment.

import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { useT } from "../i18n";
import { cx } from "./cx";
import styles from "./TodoList.module.css";

const ICONS = { completed: CircleCheck, in_progress: CircleDot, pending: Circle } as const;

export function TodoList({ todos }: { todos: readonly { content: string; status: string; level?: number }[] }) {
  const t = useT();
  return (
    <ul className={styles.todos}>
      {todos.map((todo, at) => {
        const status = todo.status in ICONS ? (todo.status as keyof typeof ICONS) : "pending";
        const Icon = ICONS[status];
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps may say the same
            key={at}
            className={cx(styles.todo, (todo.level ?? 0) > 0 && styles.step, status === "completed" && styles.done)}
          >
            <Icon size={14} aria-hidden />
            <span>
              <span className="sr-only">{t(`ui.todos.${status}`)} </span>
              {todo.content}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
