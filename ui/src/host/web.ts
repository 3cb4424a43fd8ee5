// The browser page: commands and ops go out by fetch, updates come in over an event stream. The cookie authenticates.

import type { Command, Problem, Reply, SubscribeParams, Update } from "../bindings/protocol";
import type { Host, LinkState, Platform } from "./host";

/** How long a stream that the browser gave up on waits before it is opened anew, in milliseconds. */
const REOPEN_AFTER = [500, 1000, 2000, 5000];

export async function makeHost(): Promise<Host> {
  const token = takeToken();
  // A token that is refused shows as the first command's answer: not signed in.
  if (token !== undefined) await post("api/login", { token }).catch(() => undefined);
  return {
    call: async (params) => (await post("api/call", params)) as Reply,
    submit: async (params) => {
      await post("api/submit", params);
    },
    subscribe,
    platform: platform(),
  };
}

async function post(path: string, body: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw unreachable();
  }
  if (response.ok) return response.status === 204 ? undefined : readJson(response);
  throw await problemOf(response);
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === "object" && body !== null && "code" in body) return body as Problem;
  if (response.status === 401) return { code: "not_signed_in" };
  return { code: "server_status", params: { status: String(response.status) }, retryable: response.status >= 500 };
}

function unreachable(): Problem {
  return { code: "server_unreachable", retryable: true };
}

type OnState = (state: LinkState, problem?: Problem) => void;

/** An EventSource reconnects by itself; where the browser gives up, it is opened anew behind the last number seen. */
function subscribe(params: SubscribeParams, onUpdates: (batch: Update[]) => void, onState: OnState): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let nextSeq = params.to === "session" ? params.from_seq : 1;
  const open = () => {
    source = new EventSource(address(params, nextSeq));
    source.onopen = () => {
      failures = 0;
      onState("open");
    };
    source.onmessage = (message: MessageEvent<string>) => {
      if (message.lastEventId !== "") nextSeq = Math.max(nextSeq, Number(message.lastEventId) + 1 || nextSeq);
      onUpdates(JSON.parse(message.data) as Update[]);
    };
    source.onerror = () => {
      onState("retrying", unreachable());
      if (source?.readyState !== EventSource.CLOSED) return;
      const wait = REOPEN_AFTER[Math.min(failures, REOPEN_AFTER.length - 1)];
      failures += 1;
      timer = setTimeout(() => void reopen(), wait);
    };
  };
  // The browser does not tell why a stream was refused; a command does. A server that was started anew does not have
  // the session open yet.
  const reopen = async () => {
    const problem = await refusal(params);
    if (timer === undefined) return;
    if (problem !== undefined && problem.retryable !== true) onState("closed", problem);
    else open();
  };
  open();
  return () => {
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    source = undefined;
  };
}

async function refusal(params: SubscribeParams): Promise<Problem | undefined> {
  const command: Command =
    params.to === "session"
      ? { command: "session_open", params: { which: { type: "existing", session: params.session } } }
      : { command: "about" };
  try {
    await post("api/call", { command });
    return undefined;
  } catch (problem) {
    return problem as Problem;
  }
}

function address(params: SubscribeParams, nextSeq: number): string {
  if (params.to === "signals") return "api/events?signals";
  const query = new URLSearchParams({ session: params.session, from_seq: String(nextSeq) });
  if (params.preview_bytes != null) query.set("preview_bytes", String(params.preview_bytes));
  return `api/events?${query}`;
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
