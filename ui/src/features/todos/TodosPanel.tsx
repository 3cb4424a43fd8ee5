// The agent's own list of steps, as it stands now.

import { ListChecks } from "lucide-react";
import { EmptyState, TodoList } from "../../components";
import { useT } from "../../i18n";
import { useView } from "../../session";

export default function TodosPanel({ session }: { session: string }) {
  const t = useT();
  const todos = useView(session, (view) => view.todos);
  if (todos.length > 0) return <TodoList todos={todos} />;
  return (
    <EmptyState icon={<ListChecks aria-hidden size={24} />} title={t("ui.todos.empty")}>
      {t("ui.todos.empty_text")}
    </EmptyState>
  );
}
