// What the model is sent with the next request: each part with its size, the share of the window, and what of the newest
// request came from the cache.

import { Layers, RefreshCw } from "lucide-react";
import { useEffect } from "react";
import type { ContextPart, SessionContextReply } from "../../bindings/protocol";
import { EmptyState, IconButton } from "../../components";
import { Loaded } from "../../components/Loaded";
import { markStale, useCommand } from "../../data";
import { shortNumber, useT } from "../../i18n";
import { useView } from "../../session";
import styles from "./ContextPanel.module.css";
import { Part } from "./Part";
import { cachedShare, inputTokens, percent, totalTokens, windowShare } from "./shares";

export default function ContextPanel({ session }: { session: string }) {
  const workspace = useView(session, (view) => view.workspace) || undefined;
  const newest = useView(session, (view) => view.newestUsage);
  const running = useView(session, (view) => view.running);
  // Each step and each input adds to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes is the reason to ask again.
  useEffect(() => markStale(["session_context"]), [newest, running]);
  return <ContextOf {...{ session, workspace }} />;
}

export function ContextOf({ session, workspace }: { session: string; workspace: string | undefined }) {
  const t = useT();
  const context = useCommand("session_context", { session }, { workspace });
  return (
    <div className={styles.panel}>
      <div className={styles.top}>
        <p className={styles.note}>{t("ui.context.intro")}</p>
        <IconButton
          label={t("ui.context.refresh")}
          icon={<RefreshCw aria-hidden size={14} />}
          busy={context.isFetching}
          onClick={() => void context.refetch()}
        />
      </div>
      <Loaded query={context}>
        {(reply) =>
          reply.parts.length === 0 ? (
            <EmptyState icon={<Layers aria-hidden size={24} />} title={t("ui.context.none")} />
          ) : (
            <>
              <Window reply={reply} />
              <Newest reply={reply} />
              <Parts parts={reply.parts} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function Window({ reply }: { reply: SessionContextReply }) {
  const t = useT();
  const used = windowShare(reply);
  const tokens = totalTokens(reply.parts);
  return (
    <section className={styles.section}>
      <div className={styles.figure}>
        <span className={styles.big}>{t("ui.context.tokens", { tokens: shortNumber(tokens) })}</span>
        <span className={styles.note}>
          {used === undefined
            ? t("ui.context.window_unknown")
            : t("ui.context.window_share", { share: percent(used), window: shortNumber(reply.window ?? 0) })}
        </span>
      </div>
      {used !== undefined && (
        <div className={styles.meter} data-full={used > 0.85 || undefined}>
          <div style={{ width: `${used * 100}%` }} />
        </div>
      )}
      <p className={styles.note}>{t("ui.context.estimate")}</p>
    </section>
  );
}

function Newest({ reply: { newest, total } }: { reply: SessionContextReply }) {
  const t = useT();
  const cached = newest ? cachedShare(newest) : undefined;
  const rows: [string, string][] = newest
    ? [
        [t("ui.context.newest_input"), shortNumber(inputTokens(newest))],
        [
          t("ui.context.cached"),
          cached === undefined
            ? t("ui.context.cached_unknown")
            : t("ui.context.cached_share", { share: percent(cached) }),
        ],
        [t("ui.context.newest_output"), shortNumber(newest.output)],
      ]
    : [];
  return (
    <section className={styles.section} aria-label={t("ui.context.newest")}>
      {newest && (
        <>
          <h2 className={styles.heading}>{t("ui.context.newest")}</h2>
          <Figures rows={rows} />
        </>
      )}
      <h2 className={styles.heading}>{t("ui.context.total")}</h2>
      <Figures
        rows={[
          [t("ui.context.newest_input"), shortNumber(inputTokens(total))],
          [t("ui.context.newest_output"), shortNumber(total.output)],
        ]}
      />
    </section>
  );
}

function Figures({ rows }: { rows: readonly [string, string][] }) {
  return (
    <dl className={styles.figures}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Parts({ parts }: { parts: readonly ContextPart[] }) {
  const t = useT();
  const largest = Math.max(...parts.map(({ tokens }) => tokens), 1);
  return (
    <section className={styles.section} aria-label={t("ui.context.parts")}>
      <h2 className={styles.heading}>{t("ui.context.parts")}</h2>
      <ul className={styles.parts}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are told by their place alone.
          <Part key={index} part={part} largest={largest} />
        ))}
      </ul>
    </section>
  );
}
