// Where one was before the settings, so that closing them leads back there.

import { hashOf, navigate, parseRoute } from "./route";

let place = hashOf({ view: "home" });

function remember(): void {
  if (parseRoute(location.hash).view !== "settings") place = location.hash;
}

remember();
window.addEventListener("hashchange", remember);

export function goBack(): void {
  navigate(parseRoute(place));
}
