// Searches what was said in sessions, in this workspace or in all.

import { type KeyboardEvent, useRef, useState } from "react";
import type { SessionHit } from "../../bindings/protocol";
import { showSession } from "../../app/show";
import { useTypedAhead } from "../../app/useTypedAhead";
import { useHere } from "../../app/workspace";
import { Dialog, InlineProblem, Switch, TextField } from "../../components";
import { Loading } from "../../components/Loaded";
import { useSettled } from "../../components/useSettled";
import { ago, useT } from "../../i18n";
import styles from "./Palette.module.css";

const PAUSE_MS = 200;
const SHORTEST = 2;
const MOST = 50;

export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [query, setQuery] = useState("");
  useTypedAhead(setQuery);
  const [everywhere, setEverywhere] = useState(false);
  const settled = useSettled(query.trim(), PAUSE_MS);
  const isLong = settled.length >= SHORTEST;
  const params = { query: settled, all_workspaces: everywhere, limit: MOST };
  const search = useHere("sessions_search", params, { enabled: isLong });
  const open = ({ summary }: SessionHit) => {
    onClose();
    // The dialog gives the focus back first.
    requestAnimationFrame(() => showSession(summary.id, summary.workspace));
  };
  const body = useRef<HTMLDivElement>(null);
  const isNewest = settled === query.trim();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const field = event.target instanceof HTMLInputElement ? event.target : undefined;
    const first = search.data?.hits[0];
    // What is found for former words is not what is meant.
    if (event.key === "Enter" && field && isLong && isNewest && first) open(first);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp")
      moveIn(body.current, event.key === "ArrowDown" ? 1 : -1);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open wide onOpenChange={(next) => !next && onClose()} title={t("ui.search.title")}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field and the buttons inside. */}
      <div ref={body} className={styles.search} onKeyDown={onKeyDown}>
        <TextField
          label={t("ui.search.field")}
          autoFocus
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <span className={styles.switchRow}>
          <Switch checked={everywhere} onChange={setEverywhere} label={t("ui.search.all_workspaces")} />
          <span aria-hidden>{t("ui.search.all_workspaces")}</span>
        </span>
        {!isLong && <p className={styles.meta}>{t("ui.search.start")}</p>}
        {isLong && search.isFetching && <Loading text={t("ui.search.searching")} />}
        {isLong && search.error && <InlineProblem problem={search.error} onRetry={() => void search.refetch()} />}
        {isLong && search.data && <Results {...search.data} query={settled} everywhere={everywhere} onOpen={open} />}
      </div>
    </Dialog>
  );
}

/** Among the results; the field stands before the first. */
function moveIn(body: HTMLElement | null, by: number): void {
  const places = [...(body?.querySelectorAll<HTMLElement>("input, [data-result]") ?? [])];
  const at = places.indexOf(document.activeElement as HTMLElement);
  places[Math.min(Math.max(at + by, 0), places.length - 1)]?.focus();
}

interface ResultsProps {
  hits: readonly SessionHit[];
  more: boolean;
  query: string;
  everywhere: boolean;
  onOpen: (hit: SessionHit) => void;
}

function Results({ hits, more, query, everywhere, onOpen }: ResultsProps) {
  const t = useT();
  return (
    <>
      <p role="status" className={styles.meta}>
        {hits.length === 0 ? t("ui.search.none", { query }) : t("ui.search.found", { count: hits.length })}
      </p>
      <ul className={styles.results}>
        {hits.map((hit) => (
          <li key={hit.summary.id}>
            <button type="button" data-result className={styles.result} onClick={() => onOpen(hit)}>
              <span className={styles.resultTitle}>{hit.summary.title || t("ui.sidebar.untitled")}</span>
              {hit.excerpt !== "" && <span className={styles.excerpt}>{hit.excerpt}</span>}
              <span className={styles.meta}>
                {[ago(hit.summary.changed_at), everywhere && hit.summary.workspace].filter(Boolean).join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {more && <p className={styles.meta}>{t("ui.search.more")}</p>}
    </>
  );
}
