// What the app asks of the program around it. `tauri.ts` and `web.ts` answer; nothing else knows which of them is there.

import type {
  CallParams,
  Problem,
  Reply,
  SessionId,
  SubmitParams,
  SubscribeParams,
  Update,
} from "../bindings/protocol";

export type LinkState = "open" | "retrying" | "closed";

export interface Host {
  /** Rejects with a `Problem`. */
  call(params: CallParams): Promise<Reply>;
  /** Resolves when the op is on its way; a refusal by the session comes as a live `op_refused`. Rejects with a `Problem`. */
  submit(params: SubmitParams): Promise<void>;
  /** Gives back the way to end it. */
  subscribe(
    params: SubscribeParams,
    onUpdates: (batch: Update[]) => void,
    onState: (state: LinkState, problem?: Problem) => void,
  ): () => void;
  readonly platform: Platform;
}

/** What the surroundings can do. A control whose ability is absent is not shown. */
export interface Platform {
  readonly kind: "desktop" | "browser";
  /** Opens an address outside the app. */
  openExternal(url: string): void;
  copyText(text: string): Promise<void>;
  /** A native dialog for one folder, which begins in one; undefined if it was dismissed. */
  readonly pickFolder?: (title: string, from: string | undefined) => Promise<string | undefined>;
  /** Shown while the window is not focused. */
  notify(title: string, body: string): void;
  /** How many sessions wait for their user. */
  badge(count: number): void;
  /** The browser only: trades a token or password for a cookie. Rejects with a `Problem`. */
  readonly signIn?: (secret: { token: string } | { password: string }) => Promise<void>;
  /** The browser only: why the link that the page was opened with did not let in. */
  readonly refusedLink?: Problem;
  /** Paths of files dropped on the window; gives back the way to end it. */
  readonly onDrop?: (listener: (paths: string[]) => void) => () => void;
  /** A chosen entry of the native menu, by the id of its action; gives back the way to end it. */
  readonly onMenu?: (listener: (action: string) => void) => () => void;
  /** A folder that the program was started with, first or again; gives back the way to end it. */
  readonly onOpenFolder?: (listener: (path: string) => void) => () => void;
  /** A session whose notification was clicked, and its workspace if that is known; gives back the way to end it. */
  readonly onShowSession?: (listener: (session: SessionId, workspace: string | undefined) => void) => () => void;
}
