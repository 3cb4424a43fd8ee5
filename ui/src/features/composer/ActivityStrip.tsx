// One line above the composer: what the session does, for how long, and what it used. Live numbers are estimates and say so.

import { useEffect, useState } from "react";
import { cx, Spinner } from "../../components";
import { useCommand } from "../../data";
import { duration, money, shortNumber, ticking, useT } from "../../i18n";
import { type Activity, sessionStore, type TurnView, turnOf, useView } from "../../session";
import styles from "./ActivityStrip.module.css";

/** How often clock and numbers of a running turn are told anew. */
const TICK_MS = 500;

export function ActivityStrip({ session }: { session: string }) {
  const running = useView(session, (view) => (view.running === undefined ? undefined : turnOf(view, view.running)));
  return (
    <div className={styles.strip}>
      {running === undefined ? <Resting session={session} /> : <Running session={session} turn={running} />}
      <Totals session={session} />
    </div>
  );
}

function Resting({ session }: { session: string }) {
  const t = useT();
  const end = useView(session, (view) => view.lastEnd?.type);
  return (
    <span className={cx(styles.state, end === "failed" && styles.failed)}>
      {t(end === undefined ? "ui.state.ready" : `ui.state.${end}`)}
    </span>
  );
}

function Running({ session, turn }: { session: string; turn: TurnView }) {
  const t = useT();
  const phase = useView(session, (view) => view.activity?.phase);
  const retry = useView(session, (view) => view.activity?.retry);
  const waits = useView(session, (view) => view.waits.length);
  const now = useNow();
  // Looked at when the clock ticks: numbers that change with every delta cannot be read.
  const { activity } = sessionStore(session).getState().view;
  const until = turn.waitingSince ?? now;
  const clock = Math.max(0, until - turn.startedAt - turn.waitedMs);
  const tokens = turn.usage.output + (activity?.liveTokens ?? 0);
  const rate = rateOf(activity);
  return (
    <span className={styles.state}>
      {waits === 0 && <Spinner size={14} />}
      <span className={cx(waits > 0 && styles.waiting)}>{stateWord(t, { phase, retry }, waits, now)}</span>
      <span className={styles.numbers}>
        {ticking(clock)}
        {tokens >= 1 && ` · ${t("ui.state.tokens", { tokens: shortNumber(tokens) })}`}
        {rate !== undefined && waits === 0 && ` · ${t("ui.state.rate", { rate: Math.round(rate) })}`}
      </span>
    </span>
  );
}

type Doing = { [K in "phase" | "retry"]: Activity[K] | undefined };

function stateWord(t: ReturnType<typeof useT>, { phase, retry }: Doing, waits: number, now: number): string {
  if (waits > 0) return t("ui.state.waiting", { count: waits });
  if (retry) {
    const { attempt, max, until } = retry;
    return t("ui.state.retrying", { attempt, max, delay: duration(Math.max(0, until - now)) });
  }
  return t(`ui.state.${phase ?? "starting"}`);
}

/** Tokens per second of the step that streams. */
function rateOf(activity: Activity | undefined): number | undefined {
  if (!activity?.firstDeltaAt || !activity.newestDeltaAt) return undefined;
  const seconds = (activity.newestDeltaAt - activity.firstDeltaAt) / 1000;
  return seconds < 0.5 ? undefined : activity.liveTokens / seconds;
}

/** Of the whole session: how full the model's window is, what was cached, what it cost. */
function Totals({ session }: { session: string }) {
  const t = useT();
  const usage = useView(session, (view) => view.usage);
  const newest = useView(session, (view) => view.newestUsage);
  const costs = useView(session, (view) => view.costs);
  const model = useView(session, (view) => view.settings?.model);
  const workspace = useView(session, (view) => view.workspace);
  const models = useCommand("models", undefined, { workspace, enabled: workspace !== "" });
  const window = models.data?.models.find(({ reference }) => reference === model)?.context_window;
  const input = usage.fresh_input + (usage.cached_input ?? 0);
  const filled = newest && newest.fresh_input + (newest.cached_input ?? 0) + newest.output;
  const parts = [
    filled && window ? t("ui.state.window", { share: Math.round((filled / window) * 100) }) : undefined,
    usage.cached_input != null && input > 0
      ? t("ui.turn.cached", { share: Math.round((usage.cached_input / input) * 100) })
      : undefined,
    ...costs.map(money),
  ];
  return (
    <span
      className={styles.totals}
      title={t("ui.turn.tokens", { input: shortNumber(input), output: shortNumber(usage.output) })}
    >
      {parts.filter(Boolean).join(" · ")}
    </span>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
