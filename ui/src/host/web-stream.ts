// The event streams of a page. A browser opens six connections to a server in all, whatever the number of tabs, so a page
// holds one: what happens outside of sessions comes along with the session that is shown.

import type { Problem, SubscribeParams, Update } from "../bindings/protocol";
import type { Host, LinkState } from "./host";
import { post, unreachable } from "./web-request";

/** How long a stream that the browser gave up on waits before it is opened anew, in milliseconds. */
const REOPEN_AFTER = [500, 1000, 2000, 5000];
/** How long a session's stream goes on for the signals alone after the session was left: another one mostly follows. */
const LEFT_FOR = 1000;

type SessionParams = Extract<SubscribeParams, { to: "session" }>;

interface Taker {
  onUpdates(batch: Update[]): void;
  onState(state: LinkState, problem?: Problem): void;
}

/** A stream, and whoever takes what it tells of its session. */
interface Stream {
  owner?: Taker;
  /** The stream that brought the signals before; it ends when this one has begun, so that none is missed. */
  before?: Stream;
  close(): void;
}

export function makeSubscribe(): Host["subscribe"] {
  const signals = new Set<Taker>();
  let carrier: Stream | undefined;

  const begin = (params?: SessionParams, owner?: Taker): Stream => {
    const carries = signals.size > 0 || params === undefined;
    const connection = connect(params, carries, {
      onUpdates(batch) {
        const own = batch.filter((update) => !("signal" in update));
        if (own.length > 0) stream.owner?.onUpdates(own);
        if (own.length < batch.length) {
          const told = batch.filter((update) => "signal" in update);
          for (const taker of signals) taker.onUpdates(told);
        }
      },
      onState(state, problem) {
        stream.owner?.onState(state, problem);
        if (stream !== carrier) return;
        if (state === "open") endBefore(stream);
        // That a session cannot be had says nothing about the rest; of one that was left nothing is asked for again.
        const isLeft = stream.owner === undefined && state === "retrying";
        if ((state === "closed" || isLeft) && params !== undefined) begin();
        else for (const taker of signals) taker.onState(state, problem);
      },
    });
    const stream: Stream = { owner, before: carries ? carrier : undefined, close: connection };
    if (carries) carrier = stream;
    return stream;
  };

  const leave = (stream: Stream) => {
    stream.owner = undefined;
    if (stream !== carrier || signals.size === 0) return end(stream);
    setTimeout(() => {
      if (stream === carrier) begin();
    }, LEFT_FOR);
  };

  const end = (stream: Stream) => {
    stream.close();
    endBefore(stream);
    if (stream === carrier) carrier = undefined;
  };

  const endBefore = (stream: Stream) => {
    const { before } = stream;
    stream.before = undefined;
    if (before !== undefined && before.owner === undefined) end(before);
  };

  return (params, onUpdates, onState) => {
    const taker: Taker = { onUpdates, onState };
    if (params.to === "session") {
      const stream = begin(params, taker);
      return () => leave(stream);
    }
    signals.add(taker);
    if (carrier === undefined) begin();
    return () => {
      signals.delete(taker);
      if (signals.size === 0 && carrier !== undefined && carrier.owner === undefined) end(carrier);
    };
  };
}

/** An EventSource reconnects by itself; where the browser gives up, it is opened anew behind the last number seen. */
function connect(params: SessionParams | undefined, carries: boolean, { onUpdates, onState }: Taker): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let nextSeq = params?.from_seq ?? 1;
  const open = () => {
    source = new EventSource(address(params, carries, nextSeq));
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

async function refusal(params?: SessionParams): Promise<Problem | undefined> {
  try {
    await post("api/call", {
      command:
        params === undefined
          ? { command: "about" }
          : { command: "session_open", params: { which: { type: "existing", session: params.session } } },
    });
    return undefined;
  } catch (problem) {
    return problem as Problem;
  }
}

function address(params: SessionParams | undefined, carries: boolean, nextSeq: number): string {
  if (params === undefined) return "api/events?signals";
  const query = new URLSearchParams({ session: params.session, from_seq: String(nextSeq) });
  if (params.preview_bytes != null) query.set("preview_bytes", String(params.preview_bytes));
  if (params.newest != null) query.set("newest", String(params.newest));
  return `api/events?${query}${carries ? "&signals" : ""}`;
}
