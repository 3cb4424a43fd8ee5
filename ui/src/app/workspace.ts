// Which workspace is looked at: the one chosen last, else the one that the program was started in. Commands about it
// are sent with its path.

import { create } from "zustand";
import { readKept, useAbout, writeKept } from "../data";

const KEY = "workspace";

const useChosen = create<{ path: string | undefined }>(() => ({ path: readKept<string>(KEY) }));

/** Absolute; undefined until the engine has told. */
export function useWorkspace(): string | undefined {
  const chosen = useChosen(({ path }) => path);
  const about = useAbout();
  return chosen ?? about.data?.workspace;
}

/** Undefined goes back to the one that the program was started in. */
export function chooseWorkspace(path: string | undefined): void {
  useChosen.setState({ path });
  writeKept(KEY, path);
}
