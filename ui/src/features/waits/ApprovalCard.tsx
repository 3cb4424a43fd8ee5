// May a call run? What it would do exactly, why it is asked, and what each yes would mean.

import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import type { Answer, FileDiff, Offer, Wait, WaitBody } from "../../bindings/protocol";
import { Button, cx, DiffView, Spinner, VisibleText, visibleText, Words } from "../../components";
import { useFocusNext } from "../../components/useFocusNext";
import { hasText, problemText, type Translate, useT } from "../../i18n";
import { ProofList } from "../../parts/permission/ProofList";
import { callOf, commandOf, useView } from "../../session";
import { FoldedHead } from "./FoldedHead";
import { RejectForm } from "./RejectForm";
import { Odd, Visible } from "./Visible";
import styles from "./Waits.module.css";

interface ApprovalCardProps {
  session: string;
  wait: Wait;
  body: Extract<WaitBody, { type: "approval" }>;
  busy: boolean;
  /** Another card is open: this one is a line, and keeps what was begun in it. */
  folded: boolean;
  onOpen: () => void;
  onAnswer: (answer: Answer) => void;
}

export function ApprovalCard({ session, wait, body, busy, folded, onOpen, onAnswer }: ApprovalCardProps) {
  const t = useT();
  const [rejecting, setRejecting] = useState(false);
  const [explains, setExplains] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  // The form takes the focus itself; whoever leaves it is at its button again.
  useFocusNext(rejecting, () => card.current?.querySelector<HTMLElement>("[data-reject]"));
  const files = body.preview?.type === "diff" ? body.preview.files : [];
  const { message, hint } = problemText(t, body.reason);
  const workspace = useView(session, (view) => view.workspace);
  const subject = commandOf(body) ?? (body.subject || body.args);
  const question = questionText(t, body);
  const folders = body.offers.find(({ scope }) => scope === "once")?.folders ?? [];
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement || busy || folded) return;
    const offer = /^[1-9]$/.test(event.key) ? body.offers[Number(event.key) - 1] : undefined;
    // A key that is held down answers one card, not those that follow.
    if (offer && event.repeat) return;
    if (offer && !event.ctrlKey && !event.metaKey && !event.altKey) onAnswer(answerOf(offer));
    else if (event.key === "ArrowRight") moveFocus(event.currentTarget, 1);
    else if (event.key === "ArrowLeft") moveFocus(event.currentTarget, -1);
    else if (event.key === "Escape") event.currentTarget.querySelector<HTMLElement>("[data-reject]")?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no keyboard of its own either
    <div
      ref={card}
      role="group"
      aria-labelledby={`wait-${wait.id}`}
      aria-busy={busy}
      data-card={wait.id}
      data-open={!folded || undefined}
      tabIndex={-1}
      className={folded ? styles.folded : cx(styles.card, styles.whole)}
      onKeyDown={onKey}
    >
      {folded ? (
        <FoldedHead id={`wait-${wait.id}`} question={question} about={subject} busy={busy} onOpen={onOpen} />
      ) : (
        <h2 id={`wait-${wait.id}`} className={styles.question}>
          {question}
        </h2>
      )}
      <div className={styles.inside} hidden={folded}>
        <p className={styles.why}>
          <Words text={t("ui.waits.because", { reason: message })} /> {hint && <Words text={hint} />}{" "}
          {/* Where the session works anyhow needs no words. */}
          {files.length === 0 && body.cwd !== workspace && <Words text={t("ui.waits.cwd", { cwd: body.cwd })} />}{" "}
          <button
            type="button"
            className={styles.proofToggle}
            aria-expanded={explains}
            onClick={() => setExplains(!explains)}
          >
            <ChevronRight aria-hidden size={14} />
            {t("ui.waits.proof")}
          </button>
        </p>
        <div className={styles.matter}>
          {/* A change names its files itself. */}
          {!files.some(({ path }) => path === body.subject) && <Visible text={subject} />}
          {body.justification && <Wish words={body.justification} folders={folders} />}
          {files.map((file) => (
            <Change key={file.path} file={file} />
          ))}
          {explains && <Details session={session} wait={wait} body={body} />}
        </div>
        {rejecting ? (
          <RejectForm
            busy={busy}
            onSend={(words) => onAnswer({ type: "reject", ...(words === "" ? {} : { message: words }) })}
            onCancel={() => setRejecting(false)}
          />
        ) : (
          <div className={styles.offers}>
            {body.offers.map((offer, at) => (
              <OfferButton
                key={offer.scope}
                offer={offer}
                nth={at + 1}
                cwd={body.cwd}
                folded={folded}
                disabled={busy}
                onChoose={() => onAnswer(answerOf(offer))}
              />
            ))}
            <Button data-reject data-answer disabled={busy} onClick={() => setRejecting(true)} className={styles.offer}>
              {t("ui.waits.reject")}
            </Button>
            {busy && <Spinner />}
          </div>
        )}
      </div>
    </div>
  );
}

function questionText(t: Translate, { tool, reason }: ApprovalCardProps["body"]): string {
  if (reason.code === "asks_escape") return t("ui.waits.may_leave_sandbox");
  return hasText(`ui.waits.may_${tool}`) ? t(`ui.waits.may_${tool}`) : t("ui.waits.may_use", { tool });
}

function answerOf(offer: Offer): Answer {
  return { type: offer.scope };
}

interface OfferButtonProps {
  offer: Offer;
  nth: number;
  /** Left out in front of the paths of rules; the tooltip has them whole. */
  cwd: string;
  folded: boolean;
  disabled: boolean;
  onChoose: () => void;
}

function OfferButton({ offer, nth, cwd, folded, disabled, onChoose }: OfferButtonProps) {
  const t = useT();
  const { rules = [], folders = [] } = offer;
  const added = [...rules, ...(offer.scope === "once" ? [] : folders)];
  return (
    <Button
      data-answer
      data-first={(nth === 1 && !folded) || undefined}
      look={nth === 1 ? "primary" : "plain"}
      className={styles.offer}
      disabled={disabled}
      title={offerTitle(t, offer)}
      onClick={onChoose}
    >
      <span className={styles.words}>
        <span>
          <span className={styles.number}>{nth}</span> {scopeText(t, offer)}
        </span>
        {added.length > 0 && (
          <code className={styles.rules}>
            <VisibleText text={added.join(", ").replaceAll(`=${cwd}/`, "=")} />
          </code>
        )}
      </span>
    </Button>
  );
}

function offerTitle(t: Translate, { scope, rules = [], folders = [] }: Offer): string | undefined {
  if (rules.length > 0) return t("ui.waits.saves", { rules: visibleText(rules.join(", ")) });
  if (scope === "always" && folders.length > 0) {
    return t("ui.waits.open_always_where", { folders: visibleText(folders.join(", ")) });
  }
  return undefined;
}

/** A rule without a specifier holds for all that the tool does, and the button says so. */
function scopeText(t: Translate, { scope, rules = [], folders = [] }: Offer): string {
  if (folders.length > 0) return t(`ui.waits.open_${scope}`);
  const whole = rules.length > 0 && rules.every((rule) => !/[(=]/.test(rule));
  if (scope !== "session" || !whole) return t(`ui.waits.scope_${scope}`);
  if (rules.length === 1 && rules[0] === "Edit") return t("ui.waits.session_edits");
  return t("ui.waits.session_whole", { rule: visibleText(rules.join(", ")) });
}

/** Where a command wants to write besides, and why, in the model's words. */
function Wish({ words, folders }: { words: string; folders: readonly string[] }) {
  const t = useT();
  return (
    <>
      <div className={styles.label}>{t("ui.waits.wants_folders")}</div>
      <Visible text={folders.join("\n")} />
      <p className={styles.why}>
        <VisibleText prose text={t("ui.waits.justification", { words })} />
      </p>
    </>
  );
}

function Change({ file }: { file: FileDiff }) {
  const { path, moved_from: from, added, removed, unified } = file;
  return (
    <div className={styles.preview}>
      <div className={styles.path}>
        <VisibleText text={from == null ? path : `${from} → ${path}`} /> <span className={styles.added}>+{added}</span>{" "}
        {removed > 0 && <span className={styles.removed}>−{removed}</span>}
      </div>
      <Odd text={path} />
      {unified !== "" && <DiffView unified={unified} />}
    </div>
  );
}

function Details({ session, wait, body }: Pick<ApprovalCardProps, "session" | "wait" | "body">) {
  const t = useT();
  const proof = useView(session, (view) => callOf(view, wait.call)?.proof) ?? [];
  const box = useRef<HTMLDivElement>(null);
  // It stands below what is asked, so that it pushes nothing of that out of sight but when it is called for.
  useLayoutEffect(() => {
    box.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  return (
    <div ref={box} className={styles.details}>
      {proof.length > 0 && <ProofList steps={proof} />}
      <div className={styles.label}>{t("ui.waits.args")}</div>
      <Visible text={body.args} />
    </div>
  );
}

function moveFocus(card: HTMLElement, by: number): void {
  const buttons = [...card.querySelectorAll<HTMLElement>("[data-answer]:not(:disabled)")];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  // From the card itself: to its first or its last button.
  const next = at === -1 ? Math.min(by, 0) : at + by;
  buttons.at(next % buttons.length)?.focus();
}
