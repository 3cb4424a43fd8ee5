// Where one was before the settings, so that closing them leads back there.

import { hashOf, navigate, parseRoute, type Route } from "./route";

let place = hashOf({ view: "home" });

function remember(): void {
  if (parseRoute(location.hash).view !== "settings") place = location.hash;
}

remember();
window.addEventListener("hashchange", remember);

/** Closing the settings leads there, whatever was shown before. */
export function comeFrom(route: Route): void {
  place = hashOf(route);
}

export function goBack(): void {
  navigate(parseRoute(place));
}

/** Whether closing the settings leads there. */
export function leadsBackTo(route: Route): boolean {
  return place === hashOf(route);
}
