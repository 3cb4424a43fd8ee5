// What comes from the desktop around the page: an entry of its menu is the action of the same id, and a notification that
// was clicked leads to its session.

import { useEffect } from "react";
import { host } from "../host";
import { runAction } from "./actions";
import { showSession } from "./show";

export function useNativeMenu(): void {
  useEffect(() => host().platform.onMenu?.(runAction), []);
}

export function useNotifiedSession(): void {
  useEffect(() => host().platform.onShowSession?.(showSession), []);
}
