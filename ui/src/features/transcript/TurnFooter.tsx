// What a turn took, once it has ended.

import type { TurnId } from "../../bindings/protocol";
import { duration, money, shortNumber, useT } from "../../i18n";
import { turnOf, useView } from "../../session";
import styles from "./TurnFooter.module.css";

export function TurnFooter({ session, turn: id }: { session: string; turn: TurnId }) {
  const t = useT();
  const turn = useView(session, (view) => turnOf(view, id));
  if (turn?.end === undefined) return null;
  const took = (turn.endedAt ?? turn.startedAt) - turn.startedAt - turn.waitedMs;
  const { usage } = turn;
  const input = usage.fresh_input + (usage.cached_input ?? 0);
  const parts = [
    turn.end.type === "completed" ? undefined : t(`ui.turn.${turn.end.type}`),
    duration(Math.max(0, took)),
    input + usage.output > 0
      ? t("ui.turn.tokens", { input: shortNumber(input), output: shortNumber(usage.output) })
      : undefined,
    usage.cached_input && input > 0
      ? t("ui.turn.cached", { share: Math.round((usage.cached_input / input) * 100) })
      : undefined,
    ...turn.costs.map(money),
    turn.files.length > 0 ? t("ui.turn.files", { count: turn.files.length }) : undefined,
  ];
  return <footer className={styles.footer}>{parts.filter(Boolean).join(" · ")}</footer>;
}
