// What stands over everything, one at a time: the palette, the search over sessions, the list of keys.

import { create } from "zustand";
import { takeTyped, typeAhead } from "./typed-ahead";

/** `files` is the palette that looks for files alone. */
export type Overlay = "palette" | "files" | "search" | "shortcuts";

export const useOverlay = create<{ overlay: Overlay | undefined }>(() => ({ overlay: undefined }));

export function showOverlay(overlay: Overlay | undefined): void {
  if (overlay !== undefined && overlay !== "shortcuts") typeAhead(() => showOverlay(undefined));
  else takeTyped();
  useOverlay.setState({ overlay });
}
