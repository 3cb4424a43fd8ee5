// The files that a session changed, of one turn or of all, with their diffs.

import { ChevronsDownUp, ChevronsUpDown, FileDiff } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { setPanelWidth, useLayout } from "../../app/layout";
import { EmptyState, IconButton, Select } from "../../components";
import { Choices } from "../../components/Choices";
import { CopyButton } from "../../components/CopyButton";
import { Loaded } from "../../components/Loaded";
import { useIsNarrow } from "../../components/diff/useIsNarrow";
import { useT } from "../../i18n";
import { readKept, useCommand, writeKept } from "../../data";
import { sessionStore, useView } from "../../session";
import { ChangedFileCard } from "./ChangedFileCard";
import styles from "./ChangesPanel.module.css";
import { changesOf } from "./changes-of";
import { type Change, filesOf, patchOf, type Scope, turnsOf } from "./collect";
import { Counts } from "./Counts";

type Look = "unified" | "split";
const LOOK = "changes.look";
/** With more files than this, they begin folded. */
const OPEN_MOST = 8;
/** Of the panel, in pixels. */
const SPLIT_WIDTH = 720;

/** Side by side wants room; what the window has not is left at one column by the diff itself. */
function widen(): void {
  const { panelWidth = 0 } = useLayout.getState();
  if (panelWidth < SPLIT_WIDTH) setPanelWidth(SPLIT_WIDTH);
}

export default function ChangesPanel({ session }: { session: string }) {
  const begin = useBegin(session);
  const isWhole = begin.seq <= 1;
  const query = useCommand("session_changes", { session, before_seq: begin.seq }, { enabled: !isWhole });
  if (isWhole) return <OfSession session={session} older={NONE} from={1} />;
  return (
    <Loaded query={query}>{({ changes }) => <OfSession session={session} older={changes} from={begin.turn} />}</Loaded>
  );
}

const NONE: readonly Change[] = [];

/** Where what is here began when the panel was opened: older turns that come later change nothing about that. */
function useBegin(session: string): { seq: number; turn: number } {
  const caughtUp = useView(session, (view) => view.caughtUp);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a session, however many turns come later
  return useMemo(() => {
    const { view } = sessionStore(session).getState();
    const [first] = view.turns;
    return { seq: view.from, turn: first?.id ?? 1 };
  }, [session, caughtUp]);
}

/** Of the turns before `from` what the engine told, and of the others what the session's view has. */
function OfSession({ session, older, from }: { session: string; older: readonly Change[]; from: number }) {
  const turns = useView(session, (view) => view.turns);
  const workspace = useView(session, (view) => view.workspace) || undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files stand in the turns, so nothing else changes them.
  const changes = useMemo(() => {
    const newer = changesOf(sessionStore(session).getState().view).filter(({ turn }) => turn >= from);
    return [...older, ...newer];
  }, [session, turns, older, from]);
  return <Changes key={session} changes={changes} workspace={workspace} />;
}

export function Changes({ changes, workspace }: { changes: readonly Change[]; workspace: string | undefined }) {
  const t = useT();
  const [scope, setScope] = useState<Scope>("session");
  const [look, setLook] = useState<Look>(readKept<Look>(LOOK) ?? "unified");
  const [folded, setFolded] = useState<{ all: boolean; except: ReadonlySet<string> }>();
  const list = useRef<HTMLDivElement>(null);
  const turns = turnsOf(changes);
  const isNarrow = useIsNarrow(list, look === "split" && turns.length > 0);
  const shownScope = scope === "session" || turns.includes(scope) ? scope : "session";
  const files = useMemo(() => filesOf(changes, shownScope), [changes, shownScope]);
  if (turns.length === 0) {
    return (
      <EmptyState icon={<FileDiff aria-hidden size={24} />} title={t("ui.changes.none")}>
        {t("ui.changes.none_hint")}
      </EmptyState>
    );
  }
  const { all: allFolded, except } = folded ?? { all: files.length > OPEN_MOST, except: new Set<string>() };
  const isOpen = (path: string) => allFolded === except.has(path);
  const toggle = (path: string) => {
    const next = new Set(except);
    if (!next.delete(path)) next.add(path);
    setFolded({ all: allFolded, except: next });
  };
  const sum = (of: "added" | "removed") => files.reduce((total, file) => total + file[of], 0);
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <Select<string>
          label={t("ui.changes.scope")}
          value={String(shownScope)}
          onChange={(value) => setScope(value === "session" ? value : Number(value))}
          choices={[
            { value: "session", label: t("ui.changes.whole_session") },
            ...turns.map((turn) => ({ value: String(turn), label: t("ui.changes.turn", { number: turn }) })),
          ]}
        />
        <Choices<Look>
          label={t("ui.changes.view")}
          hideLabel
          value={look}
          choices={[
            { value: "unified", label: t("ui.changes.unified") },
            { value: "split", label: t("ui.changes.split") },
          ]}
          onChange={(next) => {
            setLook(next);
            writeKept(LOOK, next);
            if (next === "split") widen();
          }}
        />
      </div>
      <div className={styles.summary}>
        <span>{t("ui.changes.files", { count: files.length })}</span>
        <Counts added={sum("added")} removed={sum("removed")} />
        <span className={styles.space} />
        <IconButton
          label={t(allFolded ? "ui.changes.expand_all" : "ui.changes.collapse_all")}
          icon={allFolded ? <ChevronsUpDown aria-hidden size={16} /> : <ChevronsDownUp aria-hidden size={16} />}
          onClick={() => setFolded({ all: !allFolded, except: new Set() })}
        />
        <CopyButton label={t("ui.changes.copy_patch")} text={() => patchOf(files)} />
      </div>
      {isNarrow && <p className={styles.hint}>{t("ui.changes.too_narrow")}</p>}
      <div ref={list} className={styles.files}>
        {files.map((file) => (
          <ChangedFileCard
            key={file.path}
            {...{ file, look, workspace }}
            isOpen={isOpen(file.path)}
            onToggle={() => toggle(file.path)}
          />
        ))}
      </div>
    </div>
  );
}
