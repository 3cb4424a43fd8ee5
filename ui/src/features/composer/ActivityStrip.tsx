// One line above the composer: what the session does, for how long, and what it used. Live numbers are estimates and say so.

import { useEffect, useState } from "react";
import { cx, Spinner, VisibleText } from "../../components";
import { useCommand } from "../../data";
import { hasText, money, shortNumber, type Translate, ticking, useT } from "../../i18n";
import { type Activity, runningCalls, sessionStore, type TurnView, turnOf, useLink, useView } from "../../session";
import styles from "./ActivityStrip.module.css";
import { waitWords } from "./wait-words";

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
  const { link } = useLink(session);
  if (link === "retrying") return <span className={cx(styles.state, styles.offline)}>{t("ui.state.offline")}</span>;
  return (
    <span className={cx(styles.state, end === "failed" && styles.failed)}>
      {t(end === undefined ? "ui.state.ready" : `ui.state.${end}`)}
    </span>
  );
}

function Running({ session, turn }: { session: string; turn: TurnView }) {
  const t = useT();
  const waits = useView(session, (view) => view.waits.length);
  const now = useNow();
  // Looked at when the clock ticks: numbers that change with every delta cannot be read.
  const { activity } = sessionStore(session).getState().view;
  const until = turn.waitingSince ?? now;
  const clock = Math.max(0, until - turn.startedAt - turn.waitedMs);
  const tokens = turn.usage.output + (activity?.liveTokens ?? 0);
  const rate = rateOf(activity);
  return (
    <span className={cx(styles.state, styles.busy)}>
      {waits === 0 && <Spinner size={14} />}
      <StateWord session={session} waits={waits} now={now} />
      <span className={styles.numbers}>
        {ticking(clock)}
        {tokens >= 1 && ` · ${t("ui.state.tokens", { tokens: shortNumber(tokens) })}`}
        {rate !== undefined && waits === 0 && ` · ${t("ui.state.rate", { rate: Math.round(rate) })}`}
      </span>
    </span>
  );
}

interface StateWordProps {
  session: string;
  waits: number;
  now: number;
}

/** What it does, or what it waits for: its user, a call, the model, another try. */
function StateWord({ session, waits, now }: StateWordProps) {
  const t = useT();
  const { link } = useLink(session);
  const phase = useView(session, (view) => view.activity?.phase);
  const retry = useView(session, (view) => view.activity?.retry);
  const calls = useView(session, (view) => runningCalls(view).length);
  const call = useView(session, (view) => runningCalls(view)[0]);
  if (link === "retrying") return <span className={styles.offline}>{t("ui.state.offline")}</span>;
  if (waits > 0) return <span className={styles.waiting}>{t("ui.state.waiting", { count: waits })}</span>;
  if (call !== undefined) {
    const [subject = ""] = call.subject.split("\n", 1);
    return (
      <span className={styles.call}>
        {calls > 1 ? t("ui.state.calls", { count: calls }) : doing(t, call.tool)}
        {calls === 1 && subject !== "" && (
          <code>
            <VisibleText isBeginning text={subject} />
          </code>
        )}
      </span>
    );
  }
  if (retry) {
    const { text, whole } = waitWords(t, retry, now);
    return (
      <span className={styles.call} title={whole}>
        {text}
      </span>
    );
  }
  return <span>{t(`ui.state.${phase === "calls" ? "deciding" : (phase ?? "starting")}`)}</span>;
}

function doing(t: Translate, tool: string): string {
  return hasText(`ui.doing.${tool}`) ? t(`ui.doing.${tool}`) : t("ui.state.call", { tool });
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
