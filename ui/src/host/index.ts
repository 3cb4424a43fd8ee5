// Chooses the host at the start. Tests put their own in its place.

import type { Host } from "./host";
import { makeHost as makeDesktop } from "./tauri";
import { makeHost as makeBrowser } from "./web";

export type { Host, LinkState, Platform } from "./host";

let current: Host | undefined;

/** Both are small, and nothing can be asked before one of them is there: neither is loaded on its own. */
export async function startHost(): Promise<Host> {
  current = "__TAURI_INTERNALS__" in window ? makeDesktop() : await makeBrowser();
  return current;
}

export function setHost(host: Host): void {
  current = host;
}

export function host(): Host {
  if (current === undefined) throw new Error("the host is asked before it is there");
  return current;
}
