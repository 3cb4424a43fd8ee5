// Sessions under their headings, as one list for the keyboard: arrows move, Enter opens, F2 renames, Delete deletes.

import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { SessionId, SessionSummary } from "../../bindings/protocol";
import { useFocusNext, useLastInside } from "../../components/useFocusNext";
import { useStanding } from "../../data";
import { useT } from "../../i18n";
import { type GroupName, moveTo, statusOf } from "./groups";
import { SessionRow } from "./SessionRow";
import styles from "./SessionList.module.css";
import type { SessionActs } from "../../parts/session/useSessionActs";

export interface ListedGroup {
  name: GroupName | "in_content";
  rows: { session: SessionSummary; excerpt?: string }[];
}

const HEADINGS: Record<ListedGroup["name"], string> = {
  pinned: "ui.sidebar.pinned",
  today: "ui.sidebar.today",
  earlier: "ui.sidebar.earlier",
  archived: "ui.sidebar.archived",
  in_content: "ui.sidebar.search_in_content",
};

interface SessionListProps {
  groups: readonly ListedGroup[];
  open: SessionId | undefined;
  acts: SessionActs;
  renaming: SessionId | undefined;
  onRename: (session: SessionId | undefined) => void;
  onOpen: (session: SessionSummary) => void;
}

export function SessionList({ groups, open, acts, renaming, onRename, onOpen }: SessionListProps) {
  const t = useT();
  const heading = useId();
  const list = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState<SessionId>();
  const told = useStanding((standing) => standing.status);
  const rows = groups.flatMap(({ rows: held }) => held);
  const ids = rows.map(({ session }) => session.id);
  const current = [reached, open, ids[0]].find((id) => id !== undefined && ids.includes(id));

  const last = useLastInside(list);
  // A row that is pinned or archived goes elsewhere, and takes the focus with it or leaves it to the one that comes up.
  const formerIds = useRef(ids);
  useFocusNext(groups.map(({ name, rows: held }) => [name, ...held.map(({ session }) => session.id)]).join(), () => {
    const id = last.current?.closest<HTMLElement>("[data-session]")?.dataset.session;
    if (id === undefined) return undefined;
    const next = ids.includes(id) ? id : (ids[formerIds.current.indexOf(id)] ?? ids.at(-1));
    return next === undefined ? undefined : buttonOf(list.current, next);
  });
  useEffect(() => {
    formerIds.current = ids;
  });

  const focusOn = (id: SessionId) => {
    setReached(id);
    buttonOf(list.current, id)?.focus();
  };
  const endRename = (id: SessionId) => {
    onRename(undefined);
    // The button comes back in place of the field.
    requestAnimationFrame(() => focusOn(id));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys of an open menu bubble up to here in React, though the menu is not inside.
    if (!(event.target instanceof HTMLElement) || !list.current?.contains(event.target)) return;
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const at = event.target.closest<HTMLElement>("[data-session]")?.dataset.session;
    const session = rows.find((row) => row.session.id === at)?.session;
    const next = moveTo(event.key, ids, at);
    if (next !== undefined) focusOn(next);
    else if (event.key === "F2" && session) onRename(session.id);
    else if (event.key === "Delete" && session) {
      const neighbour = ids[ids.indexOf(session.id) + 1] ?? ids[ids.indexOf(session.id) - 1];
      if (neighbour !== undefined) focusOn(neighbour);
      acts.remove(session);
    } else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside.
    <div ref={list} onKeyDown={onKeyDown}>
      {groups.map(({ name, rows: held }) => (
        <section key={name} aria-labelledby={`${heading}-${name}`} className={styles.group}>
          <h2 id={`${heading}-${name}`} className={styles.heading}>
            {t(HEADINGS[name])}
          </h2>
          <ul>
            {held.map(({ session, excerpt }) => (
              <SessionRow
                key={session.id}
                {...{ session, excerpt, acts }}
                status={statusOf(session, told)}
                isOpen={session.id === open}
                isReachable={session.id === current}
                isRenamed={session.id === renaming}
                onOpen={() => {
                  setReached(session.id);
                  onOpen(session);
                }}
                onRename={(on) => (on ? onRename(session.id) : endRename(session.id))}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function buttonOf(list: HTMLElement | null, id: SessionId): HTMLElement | null | undefined {
  return list?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"] > button`);
}
