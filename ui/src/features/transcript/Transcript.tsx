// The rows of a session in a virtual list. New text is followed only while the reader is at the end; anyone reading
// further up keeps their place.

import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../../components";
import { useT } from "../../i18n";
import { loadOlder, sessionStore, useView } from "../../session";
import { Announcer } from "./Announcer";
import { Older } from "./Older";
import { Row } from "./Row";
import styles from "./Transcript.module.css";

/** Distance to the end that still counts as being there, in pixels. */
const AT_END = 48;
/** So near to the beginning of what is here, older turns are asked for, in screens. */
const NEAR_BEGINNING = 4;

export function Transcript({ session }: { session: string }) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  // The rows themselves are not looked at here: a delta draws its own row and nothing else.
  const count = useView(session, (view) => view.items.length);
  useView(session, (view) => view.items.get(view.items.length - 1)?.id);
  const before = useView(session, (view) => view.before);
  const turns = useView(session, (view) => view.turns.length);
  const store = sessionStore(session);
  const hasBeenAtEnd = useRef(false);
  const keyOf = useCallback((index: number) => store.getState().view.items.get(index)?.id ?? index, [store]);
  const list = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    getItemKey: keyOf,
    estimateSize: () => 56,
    overscan: 6,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    onChange: (instance) => {
      const isThere = isAtEnd(instance);
      setAtEnd(isThere);
      // Before it has been at the end it stands at the beginning, where nobody reads.
      hasBeenAtEnd.current ||= isThere && count > 0;
      if (hasBeenAtEnd.current && isNearBeginning(instance)) void loadOlder(session);
    },
    directDomUpdates: true,
    directDomUpdatesMode: "position",
    // Enough for the first drawing where nothing can be measured.
    initialRect: { width: 800, height: 600 },
  });
  const toEnd = useCallback(() => {
    if (count > 0) list.scrollToIndex(count - 1, { align: "end" });
  }, [list, count]);
  // One's own message is followed from wherever one was reading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at a new turn only
  useEffect(toEnd, [turns]);
  // A card that appears below makes this lower: whoever was at the end stays there.
  const wasAtEnd = useRef(true);
  wasAtEnd.current = atEnd;
  useEffect(() => {
    if (scroller.current === null) return;
    const observer = new ResizeObserver(() => {
      if (wasAtEnd.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
    });
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={styles.place}>
      <section
        ref={scroller}
        className={styles.scroller}
        aria-label={t("ui.transcript.name")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
        tabIndex={0}
      >
        <div ref={list.containerRef} className={styles.rows}>
          {list.getVirtualItems().map(({ key, index }) => (
            <div key={key} ref={list.measureElement} data-index={index} className={styles.row}>
              <Row session={session} place={index - before} />
            </div>
          ))}
        </div>
      </section>
      {!atEnd && (
        <Button className={styles.toEnd ?? ""} icon={<ArrowDown aria-hidden size={14} />} onClick={toEnd}>
          {t("ui.transcript.to_end")}
        </Button>
      )}
      <Older session={session} />
      <Announcer session={session} />
    </div>
  );
}

function isNearBeginning(list: Virtualizer<HTMLDivElement, Element>): boolean {
  return (list.scrollOffset ?? 0) < NEAR_BEGINNING * (list.scrollRect?.height ?? 0);
}

/** By what the list has measured: asking the element itself would lay the page out once more at each step. */
function isAtEnd(list: Virtualizer<HTMLDivElement, Element>): boolean {
  return list.getTotalSize() - (list.scrollOffset ?? 0) - (list.scrollRect?.height ?? 0) <= AT_END;
}
