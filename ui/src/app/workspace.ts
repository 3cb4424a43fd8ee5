// Which workspace is looked at: the one chosen last, else the one that the program was started in. Commands about it
// are sent with its path.

import { create } from "zustand";
import { type CommandName, type ParamsOf, readKept, useAbout, useCommand, writeKept } from "../data";

const KEY = "workspace";

const useChosen = create<{ path: string | undefined }>(() => ({ path: readKept<string>(KEY) }));

const visited = new Set<string>();

/** Absolute; undefined until the engine has told. */
export function useWorkspace(): string | undefined {
  const chosen = useChosen(({ path }) => path);
  const about = useAbout();
  return chosen ?? about.data?.workspace;
}

/** For acts that begin outside a component. Undefined means the one that the program was started in. */
export function chosenWorkspace(): string | undefined {
  return useChosen.getState().path;
}

/** Looks at a folder that is gone when the program ends: it is not where one begins the next time. */
export function visitWorkspace(path: string): void {
  visited.add(path);
  useChosen.setState({ path });
}

export function isVisiting(): boolean {
  return visited.has(chosenWorkspace() ?? "");
}

/** Back to the one that was chosen for good. */
export function leaveVisited(): void {
  const path = readKept<string>(KEY);
  useChosen.setState({ path: path !== undefined && visited.has(path) ? undefined : path });
}

/** Undefined goes back to the one that the program was started in. */
export function chooseWorkspace(path: string | undefined): void {
  useChosen.setState({ path });
  if (path === undefined || !visited.has(path)) writeKept(KEY, path);
}

/** A command about the workspace that is looked at; nothing is asked before it is known. */
export function useHere<C extends CommandName>(
  command: C,
  params: ParamsOf<C>,
  { enabled = true, keepFormer = false }: { enabled?: boolean; keepFormer?: boolean } = {},
) {
  const workspace = useWorkspace();
  return useCommand(command, params, { workspace, enabled: enabled && workspace !== undefined, keepFormer });
}
