// What may be done from here. The desktop may do everything; a browser page only what it was given.

import type { Exposure } from "../bindings/protocol";
import { useCommand } from "./query";

export function useAbout() {
  return useCommand("about", undefined);
}

/** Whether this front end was given a group of commands. While it is not known yet: no. */
export function useMay(group: Exposure): boolean {
  return useAbout().data?.exposed.includes(group) ?? false;
}
