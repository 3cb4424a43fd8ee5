// Texts of configuration files that are not saved yet. They outlive a look at anything else in this window; before the
// window goes, the browser asks.

import { create } from "zustand";
import type { ConfigFileReply } from "../../../bindings/protocol";

interface Draft {
  text: string;
  /** What the edited text began from; another reading of the file does not change it while there are edits. */
  base: ConfigFileReply | undefined;
}

/** By workspace and layer. */
export const useDrafts = create<Readonly<Record<string, Draft>>>(() => ({}));

export function keepDraft(key: string, draft: Draft | undefined): void {
  const { [key]: _, ...others } = useDrafts.getState();
  useDrafts.setState(draft === undefined ? others : { ...others, [key]: draft }, true);
}

export function hasUnsaved(): boolean {
  return Object.keys(useDrafts.getState()).length > 0;
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

useDrafts.subscribe(() => {
  if (hasUnsaved()) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
});
