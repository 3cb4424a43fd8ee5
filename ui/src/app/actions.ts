// What can be done from anywhere: views tell it while they are shown, the palette and the keyboard reach it.

import { useEffect, useRef } from "react";
import { create } from "zustand";

export interface Action {
  /** As in `session.new`; shortcuts are bound to it. */
  id: string;
  /** Key of its name in the catalogue. */
  title: string;
  /** As in `mod+k`; `mod` is Cmd on a Mac and Ctrl elsewhere. */
  shortcut?: string;
  /** Heading in the palette: key in the catalogue. */
  group: string;
  run: () => void;
}

interface Actions {
  /** What can be done now. */
  actions: ReadonlyMap<string, Action>;
  /** Everything that was ever on offer in this window, so that keys can be given to it. */
  known: ReadonlyMap<string, ActionName>;
}

export type ActionName = Omit<Action, "run">;

export const useActions = create<Actions>(() => ({ actions: new Map(), known: new Map() }));

/** Does what is on offer under this id, if anything is. */
export function runAction(id: string): void {
  useActions.getState().actions.get(id)?.run();
}

/** Tells actions while the component is mounted. `run` may change at every render. */
export function useProvideActions(actions: readonly Action[]): void {
  const newest = useRef(actions);
  useEffect(() => {
    newest.current = actions;
  });
  const ids = actions.map((action) => action.id).join(" ");
  useEffect(() => {
    const mine = new Map(
      ids.split(" ").flatMap((id) => {
        const find = () => newest.current.find((action) => action.id === id);
        const action = find();
        return action ? [[id, { ...action, run: () => find()?.run() }] as const] : [];
      }),
    );
    useActions.setState(({ actions: all, known }) => ({
      actions: new Map([...all, ...mine]),
      known: new Map([...known, ...mine]),
    }));
    return () =>
      useActions.setState(({ actions: all }) => ({
        actions: new Map([...all].filter(([id, action]) => mine.get(id) !== action)),
      }));
  }, [ids]);
}
