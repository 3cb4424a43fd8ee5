// The desktop: four commands of the shell around the page, and one channel per subscription.

import { Channel, invoke } from "@tauri-apps/api/core";
import type { Problem, Reply, Update } from "../bindings/protocol";
import type { Host } from "./host";

export function makeHost(): Host {
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
      openExternal: (url) => void invoke("open_external", { url }),
      copyText: (text) => navigator.clipboard.writeText(text),
      pickFolder: async () => (await invoke<string | null>("pick_folder")) ?? undefined,
      notify: (title, body) => void invoke("notify", { title, body }),
      badge: (count) => void invoke("badge", { count }),
    },
  };
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
