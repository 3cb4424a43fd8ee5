// Chooses the host at the start. Tests put their own in its place.

import type { Host } from "./host";

export type { Host, LinkState, Platform } from "./host";

let current: Host | undefined;

export async function startHost(): Promise<Host> {
  const { makeHost } = "__TAURI_INTERNALS__" in window ? await import("./tauri") : await import("./web");
  current = await makeHost();
  return current;
}

export function setHost(host: Host): void {
  current = host;
}

export function host(): Host {
  if (current === undefined) throw new Error("the host is asked before it is there");
  return current;
}
