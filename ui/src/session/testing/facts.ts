// A view as a test can compare it: what the engine's own fold must agree on, and the rows in short.

import { callOf, type Item, type SessionView } from "../view";

export function facts(view: SessionView) {
  return {
    settings: view.settings,
    waits: view.waits.map((wait) => wait.id),
    usage: view.usage,
    todos: view.todos,
    jobs: view.jobs.map(({ id, call, command, end }) => ({ id, call, command, end: end ?? null })),
    turns: view.turns.length,
    last_end: view.lastEnd ?? null,
  };
}

export function rows(view: SessionView): string[] {
  return [...view.items].map((item) => `${item.id} ${row(view, item)}`);
}

function row(view: SessionView, item: Item): string {
  switch (item.kind) {
    case "user":
    case "text":
    case "reasoning":
      return `${item.kind}: ${item.text}`;
    case "preparing":
      return `preparing: ${item.tools.join(", ")}`;
    case "calls":
      return `calls: ${item.calls.map((id) => callRow(view, id)).join(" + ")}`;
    case "job":
      return `job: ${item.job} ${item.news}`;
    case "notice":
    case "error":
      return `${item.kind}: ${item.problem.code}`;
    case "footer":
      return `footer: ${view.turns.get(item.turn - 1)?.end?.type}`;
  }
}

function callRow(view: SessionView, id: number): string {
  const call = callOf(view, id);
  if (call === undefined) return "absent";
  return [call.tool, call.subject, call.outcome ?? call.stage].join(" ");
}
