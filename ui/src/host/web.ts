// The browser page: commands and ops go out by fetch, updates come in over an event stream. The cookie authenticates.

import type { Reply } from "../bindings/protocol";
import type { Host, Platform } from "./host";
import { post } from "./web-request";
import { makeSubscribe } from "./web-stream";

export async function makeHost(): Promise<Host> {
  const token = takeToken();
  // A token that is refused shows as the first command's answer: not signed in.
  if (token !== undefined) await post("api/login", { token }).catch(() => undefined);
  return {
    call: async (params) => (await post("api/call", params)) as Reply,
    submit: async (params) => {
      await post("api/submit", params);
    },
    subscribe: makeSubscribe(),
    platform: platform(),
  };
}

function platform(): Platform {
  const title = document.title;
  return {
    kind: "browser",
    openExternal: (url) => void window.open(url, "_blank", "noopener,noreferrer"),
    copyText: (text) => navigator.clipboard.writeText(text),
    notify: (heading, body) => {
      if ("Notification" in window && Notification.permission === "granted") new Notification(heading, { body });
    },
    badge: (count) => {
      document.title = count > 0 ? `(${count}) ${title}` : title;
    },
    signIn: async (secret) => {
      await post("api/login", secret);
    },
  };
}

/** The secret of a launch link, `#token=…`, taken out of the address so that it is in no history. */
export function takeToken(): string | undefined {
  const found = /^#token=([^&]+)/.exec(location.hash)?.[1];
  if (found !== undefined) history.replaceState(null, "", location.pathname + location.search);
  return found === undefined ? undefined : decodeURIComponent(found);
}
