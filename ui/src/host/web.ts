// The browser page: commands and ops go out by fetch, updates come in over an event stream. The cookie authenticates.

import type { Problem, Reply } from "../bindings/protocol";
import type { Host, Platform } from "./host";
import { post } from "./web-request";
import { makeSubscribe } from "./web-stream";

const TOKEN = /^#token=([^&]+)/;

export async function makeHost(): Promise<Host> {
  const token = takeToken();
  const refusedLink = token === undefined ? undefined : await refusalOf(token);
  // A link that is opened where the page is already only changes what is behind `#`.
  window.addEventListener("hashchange", () => {
    if (TOKEN.test(location.hash)) location.reload();
  });
  return {
    call: async (params) => (await post("api/call", params)) as Reply,
    submit: async (params) => {
      await post("api/submit", params);
    },
    subscribe: makeSubscribe(),
    platform: { ...platform(), ...(refusedLink && { refusedLink }) },
  };
}

/** Why the token of a launch link does not let in, if it does not. Whoever is signed in already never hears of it. */
async function refusalOf(token: string): Promise<Problem | undefined> {
  try {
    await post("api/login", { token });
    return undefined;
  } catch (thrown) {
    const problem = thrown as Problem;
    return problem.code === "login_wrong" ? { code: "link_refused" } : problem;
  }
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
  const found = TOKEN.exec(location.hash)?.[1];
  if (found !== undefined) history.replaceState(null, "", location.pathname + location.search);
  return found === undefined ? undefined : decodeURIComponent(found);
}
