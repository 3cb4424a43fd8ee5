// The desktop: four commands of the shell around the page, one channel per subscription, and what the shell's plugins
// allow the page: a folder dialog, addresses for the browser, events of menu and window.

import { Channel, invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import type { Problem, Reply, Update } from "../bindings/protocol";
import type { Host } from "./host";

export function makeHost(): Host {
  let startFolder = takeStartFolder();
  return {
    call: (params) => asked<Reply>("call", { params }),
    submit: (params) => asked<void>("submit", { params }),
    subscribe(params, onUpdates, onState) {
      let ended = false;
      let id: number | undefined;
      const channel = new Channel<Update[]>();
      channel.onmessage = (batch) => {
        if (!ended) onUpdates(batch);
      };
      asked<number>("subscribe", { params, channel }).then(
        (given) => {
          id = given;
          if (ended) void invoke("unsubscribe", { id });
          else onState("open");
        },
        (problem: Problem) => {
          if (!ended) onState("closed", problem);
        },
      );
      return () => {
        ended = true;
        if (id !== undefined) void invoke("unsubscribe", { id });
      };
    },
    platform: {
      kind: "desktop",
      openExternal: (url) => void invoke("plugin:opener|open_url", { url }),
      copyText: (text) => navigator.clipboard.writeText(text),
      pickFolder: async (title, from) => {
        const options = { directory: true, multiple: false, title, defaultPath: from };
        return (await invoke<string | null>("plugin:dialog|open", { options })) ?? undefined;
      },
      // The shell sees the same signals and does both by itself, also while the page is loading.
      notify: () => {},
      badge: () => {},
      onDrop: (listener) =>
        // By the event's own name: the function for it brings the whole of window management along.
        listening(() =>
          listen<{ paths: string[] }>("tauri://drag-drop", ({ payload }) => {
            if (payload.paths.length > 0) listener(payload.paths);
          }),
        ),
      onMenu: (listener) => listening(() => listen<string>("menu", ({ payload }) => listener(payload))),
      onOpenFolder: (listener) => {
        if (startFolder !== undefined) listener(startFolder);
        startFolder = undefined;
        return listening(() => listen<string>("open-folder", ({ payload }) => listener(payload)));
      },
      onShowSession: (listener) =>
        listening(() =>
          listen<[string, string | null]>("show-session", ({ payload: [session, workspace] }) =>
            listener(session, workspace ?? undefined),
          ),
        ),
    },
  };
}

/** Ends a listener that may not have begun yet. */
function listening(begin: () => Promise<() => void>): () => void {
  const begun = begin();
  return () => void begun.then((end) => end());
}

/** The folder that the shell put into the address, taken out of it: the address tells the view. */
function takeStartFolder(): string | undefined {
  const found = /^#folder=(.+)/.exec(location.hash)?.[1];
  if (found === undefined) return undefined;
  history.replaceState(null, "", location.pathname);
  return decodeURIComponent(found);
}

/** The shell rejects with a problem; anything else it throws is a fault of its own. */
async function asked<T>(command: string, args: Record<string, unknown>): Promise<T> {
  try {
    return await invoke<T>(command, args);
  } catch (thrown) {
    if (typeof thrown === "object" && thrown !== null && "code" in thrown) throw thrown;
    throw { code: "ui_fault", params: { reason: String(thrown) } } satisfies Problem;
  }
}
