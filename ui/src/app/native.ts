// What the desktop's shell sends: entries of its menu, and folders that the program was started with.

import { useEffect, useRef } from "react";
import { host } from "../host";
import { useOpenFolder } from "../parts/folder/useOpenFolder";
import { useActions } from "./actions";
import { navigate } from "./route";

export function useNative(): void {
  const { open } = useOpenFolder(() => navigate({ view: "home" }));
  const newest = useRef(open);
  useEffect(() => {
    newest.current = open;
  });
  useEffect(() => host().platform.onMenu?.((action) => useActions.getState().actions.get(action)?.run()), []);
  useEffect(() => host().platform.onOpenFolder?.((path) => void newest.current(path)), []);
}
