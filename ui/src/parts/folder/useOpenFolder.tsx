// Opens another folder as the workspace: by the host's dialog where it has one, else by the folder browser.

import { type ReactNode, useState } from "react";
import type { Problem } from "../../bindings/protocol";
import { chooseWorkspace, useWorkspace } from "../../app/workspace";
import { call, markStale, useAbout, useMay } from "../../data";
import { host } from "../../host";
import { asProblem, t } from "../../i18n";
import { FolderDialog } from "./FolderDialog";

interface OpenFolder {
  /** Whether folders may be opened from here. */
  may: boolean;
  /** Begins to choose. */
  choose: () => void;
  /** Opens a folder that is known already. */
  open: (path: string) => Promise<void>;
  problem: Problem | undefined;
  /** The folder browser; to be put somewhere in the view. */
  dialog: ReactNode;
}

export function useOpenFolder(onOpened?: (path: string) => void): OpenFolder {
  const may = useMay("workspaces");
  const home = useAbout().data?.home ?? "/";
  const workspace = useWorkspace();
  const [browsing, setBrowsing] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  const open = async (path: string) => {
    try {
      setProblem(undefined);
      const workspace = await call("workspace_open", { path });
      markStale(["workspaces"]);
      chooseWorkspace(workspace.path);
      onOpened?.(workspace.path);
    } catch (thrown) {
      setProblem(asProblem(thrown));
    }
  };
  const choose = async () => {
    const { pickFolder } = host().platform;
    if (pickFolder === undefined) return setBrowsing(true);
    const path = await pickFolder(t("ui.action.open_folder"), workspace);
    if (path !== undefined) await open(path);
  };
  const dialog = browsing && (
    <FolderDialog
      open
      from={home}
      onClose={() => setBrowsing(false)}
      onChoose={(path) => {
        setBrowsing(false);
        void open(path);
      }}
    />
  );
  return { may, choose: () => void choose(), open, problem, dialog };
}
