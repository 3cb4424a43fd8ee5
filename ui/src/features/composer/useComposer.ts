// The composer's state: the draft, what is under the caret, and sending.

import { type ClipboardEvent, useEffect, useRef, useState } from "react";
import type { Content, Problem } from "../../bindings/protocol";
import { asProblem } from "../../i18n";
import { sessionStore, submit, useLinkBack, useView } from "../../session";
import {
  type Draft,
  EMPTY,
  isEmpty,
  isLongPaste,
  keepDraft,
  readDraft,
  takeHandedOver,
  withoutPaste,
  withPaste,
} from "./drafts";
import { useDropped, withDropped } from "./dropped";
import { useGrowing, usePlacedCaret, useSavedDraft } from "./field";
import { NO_RECALL, returnedInput } from "./history";
import { composerKeys } from "./keys";
import { withPath } from "./mention";
import { useFileMenu } from "./useFileMenu";

/** No answer came at all. */
const UNREACHABLE = "server_unreachable";

export function useComposer(session: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() => readDraft(session));
  const [caret, setCaret] = useState(0);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [held, setHeld] = useState(false);
  /** Whether the last message did not go out because nothing answered, and something does again. */
  const [unsent, setUnsent] = useState(false);
  const recalled = useRef(NO_RECALL);
  const sent = useRef<Draft>(undefined);
  /** Whether the problem is that of a message, which is still there to be sent. */
  const lost = useRef(false);
  const workspace = useView(session, (view) => view.workspace);
  const running = useView(session, (view) => view.running !== undefined);
  const waits = useView(session, (view) => view.waits.length > 0);
  const files = useFileMenu(workspace, draft.text, caret);
  const caughtUp = useView(session, (view) => view.caughtUp);
  const canSend = !isEmpty(draft);
  const placeCaret = usePlacedCaret(field);

  const change = (next: Draft) => {
    keepDraft(session, next);
    setDraft(next);
  };
  const put = (text: string, at = text.length) => {
    change({ ...readDraft(session), text });
    placeCaret(at);
    setCaret(at);
  };

  useSavedDraft(session, draft);
  useGrowing(field, draft.text);
  useDropped((paths) => {
    const next = withDropped(draft.text, caret, paths, workspace);
    put(next.text, next.caret);
  });
  useReturned(session, sent, (returned, reason) => {
    if (readDraft(session).text === "" && readDraft(session).kept.length === 0) change(returned);
    setProblem(reason);
  });
  useLinkBack(session, () => {
    if (problem?.code !== UNREACHABLE) return;
    setProblem(undefined);
    setUnsent(lost.current);
  });
  useEffect(() => {
    if (!running) setHeld(false);
  }, [running]);

  const send = async () => {
    if (!canSend || sending) return;
    if (running) {
      setHeld(true);
      return;
    }
    const input: Content[] = [draft.text.trim(), ...draft.kept.map(({ text }) => text)]
      .filter((text) => text !== "")
      .map((text) => ({ type: "text", text }));
    setSending(true);
    setProblem(undefined);
    setUnsent(false);
    sent.current = draft;
    recalled.current = NO_RECALL;
    change(EMPTY);
    try {
      await submit(session, { type: "start_turn", input });
    } catch (thrown) {
      lost.current = true;
      setProblem(asProblem(thrown));
      change(sent.current ?? draft);
      sent.current = undefined;
    } finally {
      setSending(false);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the session is open
  useEffect(() => {
    if (caughtUp && takeHandedOver(session)) void send();
  }, [session, caughtUp]);
  // Whoever comes to a session writes next.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const stop = () => {
    submit(session, { type: "interrupt" }).catch((thrown) => {
      lost.current = false;
      setProblem(asProblem(thrown));
    });
  };
  const choosePath = (path: string) => {
    if (files.mention === undefined) return;
    const next = withPath(draft.text, files.mention, caret, path);
    put(next.text, next.caret);
  };
  const write = (text: string, at: number) => {
    recalled.current = NO_RECALL;
    setCaret(at);
    change({ ...draft, text });
  };
  return {
    draft,
    field,
    files,
    running,
    sending,
    canSend,
    problem,
    note: noteOf({ held, waits, unsent: unsent && canSend && !running }),
    write,
    moveCaret: setCaret,
    choosePath,
    stop,
    send: () => void send(),
    removeKept: (id: number) => change(withoutPaste(draft, id)),
    mention: () => {
      const before = draft.text.slice(0, caret);
      const inserted = before === "" || /\s$/.test(before) ? "@" : " @";
      put(before + inserted + draft.text.slice(caret), caret + inserted.length);
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData("text/plain");
      if (!isLongPaste(text)) return;
      event.preventDefault();
      change(withPaste(draft, text));
    },
    onKeyDown: composerKeys({
      session,
      files,
      recalled,
      text: draft.text,
      send: () => void send(),
      stop: running ? stop : undefined,
      choosePath,
      put,
    }),
  };
}

function noteOf({ held, waits, unsent }: { held: boolean; waits: boolean; unsent: boolean }): string | undefined {
  if (held) return waits ? "ui.composer.held_by_question" : "ui.composer.held";
  return unsent ? "ui.composer.unsent" : undefined;
}

/** What was sent comes back when the session refused it, or when it was stopped before anything came of it. */
function useReturned(
  session: string,
  sent: React.RefObject<Draft | undefined>,
  give: (draft: Draft, reason: Problem | undefined) => void,
): void {
  const newest = useRef(give);
  useEffect(() => {
    newest.current = give;
  });
  useEffect(() => {
    const store = sessionStore(session);
    return store.subscribe(({ view }, { view: before }) => {
      if (view.refusal !== before.refusal && view.refusal && sent.current) {
        newest.current(sent.current, view.refusal.problem);
        sent.current = undefined;
      }
      if (view.lastEnd === before.lastEnd || !before.caughtUp) return;
      const returned = returnedInput(view);
      if (returned !== undefined) newest.current(sent.current ?? { text: returned, kept: [] }, undefined);
      sent.current = undefined;
    });
  }, [session, sent]);
}
