// Opens another folder, wherever one is: by the action, and when the program is started with one.

import { useEffect, useRef } from "react";
import { host } from "../host";
import { useOpenFolder } from "../parts/folder/useOpenFolder";
import { useProvideActions } from "./actions";
import { navigate } from "./route";
import { showProblem } from "./Toasts";

export function OpenFolder() {
  const { may, choose, open, problem, dialog } = useOpenFolder(() => navigate({ view: "home" }));
  const newest = useRef(open);
  useEffect(() => {
    newest.current = open;
  });
  useEffect(() => host().platform.onOpenFolder?.((path) => void newest.current(path)), []);
  useEffect(() => {
    if (problem) showProblem(problem);
  }, [problem]);
  useProvideActions(
    may
      ? [{ id: "workspace.open", title: "ui.action.open_folder", group: "ui.group.go", shortcut: "mod+o", run: choose }]
      : [],
  );
  return dialog;
}
