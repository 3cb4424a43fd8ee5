// The desktop's menu: an entry of it is the action of the same id.

import { useEffect } from "react";
import { host } from "../host";
import { runAction } from "./actions";

export function useNativeMenu(): void {
  useEffect(() => host().platform.onMenu?.(runAction), []);
}
