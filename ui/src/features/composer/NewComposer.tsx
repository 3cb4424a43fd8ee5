// The composer before there is a session: what is sent in it begins one. Model, mode and posture are the session's own
// and are chosen in it.

import { Send } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { Problem } from "../../bindings/protocol";
import { IconButton, Notice } from "../../components";
import { useStanding } from "../../data";
import { asProblem, useT } from "../../i18n";
import { ProblemWithWays } from "../../parts/problem/ProblemWithWays";
import styles from "./Composer.module.css";
import { type Draft, EMPTY, isEmpty, isLongPaste, keepDraft, readDraft, withoutPaste, withPaste } from "./drafts";
import { useDropped, withDropped } from "./dropped";
import { FileMenu } from "./FileMenu";
import { useGrowing, usePlacedCaret, useSavedDraft } from "./field";
import { KeptTexts } from "./KeptTexts";
import { fileKey, isOfInputMethod } from "./keys";
import { withPath } from "./mention";
import { useFileMenu } from "./useFileMenu";

interface NewComposerProps {
  workspace: string;
  /** Why nothing could be answered yet; told when it is tried all the same. */
  lack?: Problem | undefined;
  /** Begins the session with it. Rejects with a `Problem`. */
  onStart: (draft: Draft) => Promise<void>;
}

export function NewComposer({ workspace, lack, onStart }: NewComposerProps) {
  const t = useT();
  const menuId = useId();
  const place = `new ${workspace}`;
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() => readDraft(place));
  const [caret, setCaret] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [unsent, setUnsent] = useState(false);
  const isUnanswered = problem?.code === "server_unreachable";
  useEffect(() => {
    if (!isUnanswered) return;
    return useStanding.subscribe(({ link }, { link: before }) => {
      if (link !== "open" || before === "open") return;
      setProblem(undefined);
      setUnsent(true);
    });
  }, [isUnanswered]);
  const files = useFileMenu(workspace, draft.text, caret);
  useSavedDraft(place, draft);
  useGrowing(field, draft.text);
  const placeCaret = usePlacedCaret(field);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const change = (next: Draft) => {
    keepDraft(place, next);
    setDraft(next);
  };
  const put = (next: { text: string; caret: number }) => {
    change({ ...draft, text: next.text });
    setCaret(next.caret);
    placeCaret(next.caret);
  };
  useDropped((paths) => put(withDropped(draft.text, caret, paths, workspace)));
  const choosePath = (path: string) => {
    if (files.mention === undefined) return;
    put(withPath(draft.text, files.mention, caret, path));
  };
  const send = async () => {
    if (isEmpty(draft) || busy) return;
    setProblem(lack);
    setUnsent(false);
    if (lack !== undefined) return;
    setBusy(true);
    try {
      await onStart(draft);
      keepDraft(place, EMPTY);
    } catch (thrown) {
      setProblem(asProblem(thrown));
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isOfInputMethod(event)) return;
    const isSend = event.key === "Enter" && !event.shiftKey && !event.altKey;
    if (fileKey(event, { files, choosePath })) event.preventDefault();
    else if (isSend) {
      event.preventDefault();
      void send();
    }
  };
  return (
    <section className={styles.place} aria-label={t("ui.composer.name")}>
      {problem && <ProblemWithWays problem={problem} onAgain={() => void send()} />}
      {unsent && !isEmpty(draft) && <Notice live>{t("ui.composer.unsent")}</Notice>}
      <div className={styles.box}>
        <FileMenu id={menuId} choices={files} onChoose={choosePath} />
        <KeptTexts kept={draft.kept} onRemove={(id) => change(withoutPaste(draft, id))} />
        <textarea
          ref={field}
          data-composer
          className={styles.field}
          rows={1}
          value={draft.text}
          placeholder={t("ui.composer.placeholder")}
          aria-label={t("ui.composer.field")}
          aria-autocomplete="list"
          aria-controls={files.open ? menuId : undefined}
          aria-activedescendant={files.open && files.files.length > 0 ? `${menuId}-${files.active}` : undefined}
          onChange={(event) => {
            setCaret(event.target.selectionStart);
            change({ ...draft, text: event.target.value });
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const text = event.clipboardData.getData("text/plain");
            if (!isLongPaste(text)) return;
            event.preventDefault();
            change(withPaste(draft, text));
          }}
        />
        <div className={styles.bar}>
          <span className={styles.space} />
          <IconButton
            look="primary"
            label={t("ui.composer.send")}
            shortcut="⏎"
            disabled={isEmpty(draft)}
            busy={busy}
            icon={<Send aria-hidden size={16} />}
            onClick={() => void send()}
          />
        </div>
      </div>
    </section>
  );
}
