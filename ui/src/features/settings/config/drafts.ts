// Texts of configuration files that are not saved yet. They outlive a look at anything else in this window; before the
// window goes, the browser asks.

import { create } from "zustand";
import type { ConfigFileReply, ConfigLayer } from "../../../bindings/protocol";

export interface Draft {
  layer: ConfigLayer;
  /** Whose project file it is, or where the user's own was edited. */
  workspace: string | undefined;
  text: string;
  /** What the edited text began from; another reading of the file does not change it while there are edits. */
  base: ConfigFileReply | undefined;
}

/** Where it is kept which of the files are looked at. */
export const SHOWN = "config.shown";

/** By workspace and layer. */
export const useDrafts = create<Readonly<Record<string, Draft>>>(() => ({}));

export function keepDraft(key: string, draft: Draft | undefined): void {
  const { [key]: _, ...others } = useDrafts.getState();
  useDrafts.setState(draft === undefined ? others : { ...others, [key]: draft }, true);
}

export function unsaved(): readonly Draft[] {
  return Object.values(useDrafts.getState());
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

useDrafts.subscribe(() => {
  if (unsaved().length > 0) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
});
