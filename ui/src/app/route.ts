// Which view is shown, kept in the address after `#`: `#/`, `#/session/ID`, `#/settings/PAGE`,
// `#/settings/PAGE/WHAT`.

import { useSyncExternalStore } from "react";

export type Route =
  | { view: "home" }
  | { view: "session"; session: string }
  /** `of` is what on the page is meant: a provider, on that of the models. */
  | { view: "settings"; page: string; of?: string };

export function parseRoute(hash: string): Route {
  const [, view, ...rest] = hash.replace(/^#/, "").split("/");
  const argument = decodeURIComponent(rest.join("/"));
  if (view === "session" && argument !== "") return { view, session: argument };
  if (view === "settings") {
    const [page, of] = rest.map(decodeURIComponent);
    return { view, page: page || "models", ...(of ? { of } : {}) };
  }
  return { view: "home" };
}

export function hashOf(route: Route): string {
  switch (route.view) {
    case "home":
      return "#/";
    case "session":
      return `#/session/${encodeURIComponent(route.session)}`;
    case "settings":
      return ["#/settings", ...[route.page, route.of ?? []].flat().map(encodeURIComponent)].join("/");
  }
}

const listeners = new Set<() => void>();

/** Whoever shows the route hears of it at once, together with what is changed beside it; the browser tells later. */
export function navigate(route: Route): void {
  location.hash = hashOf(route);
  for (const listener of listeners) listener();
}

let shown: string | undefined;
let parsed: Route = { view: "home" };

function current(): Route {
  // The same hash gives the same object, so that nothing renders twice.
  if (location.hash !== shown) {
    shown = location.hash;
    parsed = parseRoute(location.hash);
  }
  return parsed;
}

export function useRoute(): Route {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    window.addEventListener("hashchange", listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("hashchange", listener);
    };
  }, current);
}
