// Everything the session waits for, between transcript and composer: one card per question, however one came here. Of several
// one is open and the others are lines below and above it, so that all are in reach in a low window too.

import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Answer, Problem, Wait } from "../../bindings/protocol";
import { Button, InlineProblem } from "../../components";
import { asProblem, useT } from "../../i18n";
import { submit, useLinkBack, useView } from "../../session";
import { ApprovalCard } from "./ApprovalCard";
import { openWait } from "./open-wait";
import { QuestionCard } from "./QuestionCard";
import styles from "./Waits.module.css";

/** How long a card that got the focus after another was answered hears no answer. */
const DEAF_MS = 400;

export function WaitDock({ session }: { session: string }) {
  const t = useT();
  const waits = useView(session, (view) => view.waits);
  const dock = useRef<HTMLElement>(null);
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<number>();
  const [problem, setProblem] = useState<Problem>();
  const ids = waits.map(({ id }) => id);
  const open = openWait(ids, sent, chosen);
  // The cards are there to be answered again.
  useLinkBack(session, () => setProblem((now) => (now?.code === "server_unreachable" ? undefined : now)));
  const onKeyCapture = useOfferFocus(dock, waits);
  if (waits.length === 0) return null;
  const show = (id: number) => {
    // The line that was pressed is gone then; the focus goes on to the card as a whole.
    flushSync(() => setChosen(id));
    dock.current?.querySelector<HTMLElement>("[data-open]")?.focus();
  };
  const answer = async (wait: Wait, given: Answer) => {
    setChosen(wait.id);
    setSent((all) => new Set(all).add(wait.id));
    setProblem(undefined);
    try {
      await submit(session, { type: "resolve", wait: wait.id, answer: given });
    } catch (thrown) {
      setProblem(asProblem(thrown));
      setSent((all) => new Set([...all].filter((id) => id !== wait.id)));
    }
  };
  const approvals = waits.filter((wait) => wait.body.type === "approval" && !sent.has(wait.id));
  const answerAll = (given: Answer) => {
    for (const wait of approvals) void answer(wait, given);
  };
  return (
    <section ref={dock} className={styles.dock} aria-label={t("ui.waits.name")} onKeyDownCapture={onKeyCapture}>
      <div className={styles.rows} style={rowsOf(waits, open, (approvals.length > 1 ? 1 : 0) + (problem ? 1 : 0))}>
        {approvals.length > 1 && (
          <div className={styles.together}>
            <span>{t("ui.waits.several", { count: approvals.length })}</span>
            <Button onClick={() => answerAll({ type: "once" })}>{t("ui.waits.all_once")}</Button>
            <Button onClick={() => answerAll({ type: "reject" })}>{t("ui.waits.reject_all")}</Button>
          </div>
        )}
        {problem && <InlineProblem problem={problem} />}
        {waits.map((wait) => {
          const common = {
            session,
            wait,
            busy: sent.has(wait.id),
            folded: wait.id !== open,
            onOpen: () => show(wait.id),
            onAnswer: (given: Answer) => void answer(wait, given),
          };
          if (wait.body.type === "approval") return <ApprovalCard key={wait.id} {...common} body={wait.body} />;
          return <QuestionCard key={wait.id} {...common} questions={wait.body.questions} />;
        })}
      </div>
    </section>
  );
}

/** The rows of the dock, with `above` of them before the cards. The four of an open approval are its own: only the third,
 * what is asked, gives way where there is little room. */
function rowsOf(waits: readonly Wait[], open: number | undefined, above: number): CSSProperties {
  const at = waits.findIndex(({ id }) => id === open);
  const surplus = { "--surplus": Math.max(0, waits.length - 3) } as CSSProperties;
  if (waits[at]?.body.type !== "approval") return surplus;
  const before = Array.from({ length: above + at }, () => "max-content");
  return {
    ...surplus,
    gridTemplateRows: [...before, "max-content", "max-content", "minmax(auto, 1fr)", "max-content"].join(" "),
  };
}

/** Goes to a new card only where nothing else has the focus: whoever types is not disturbed. After an answer the focus
 * goes on to the next card as a whole, or to the composer, and is never lost. A key that was meant for the card before
 * must not answer this one unseen: so the focus is on no button, and keys that answer are not heard for a moment. */
function useOfferFocus(dock: React.RefObject<HTMLElement | null>, waits: readonly Wait[]) {
  const before = useRef(0);
  const wasInside = useRef(false);
  const deaf = useRef<{ card: HTMLElement; until: number }>(undefined);
  useEffect(() => {
    const onFocus = () => {
      wasInside.current = dock.current?.contains(document.activeElement) ?? false;
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, [dock]);
  useEffect(() => {
    const came = waits.length > before.current;
    const went = waits.length < before.current;
    before.current = waits.length;
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (!nowhere) return;
    const next = wasInside.current ? nextCard(dock.current) : undefined;
    if (next) {
      deaf.current = { card: next, until: performance.now() + DEAF_MS };
      next.focus();
    } else if (came && !wasInside.current) {
      dock.current?.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
    } else if (went && wasInside.current) document.querySelector<HTMLElement>("[data-composer]")?.focus();
  }, [dock, waits]);
  return (event: KeyboardEvent<HTMLElement>) => {
    if (deaf.current === undefined || performance.now() >= deaf.current.until) return;
    if (!/^([1-9]|Enter| )$/.test(event.key) || !deaf.current.card.contains(event.target as Node)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The one that is open by now, unless it is answered already. */
function nextCard(dock: HTMLElement | null): HTMLElement | undefined {
  return dock?.querySelector<HTMLElement>('[data-open]:not([aria-busy="true"])') ?? undefined;
}
