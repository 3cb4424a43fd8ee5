// A host for tests: commands are answered from a table, and what was asked is kept.

import { vi } from "vitest";
import type { CallParams, Command, Problem, Reply, SubmitParams, Update } from "../bindings/protocol";
import { type DataOf, type ParamsOf, queryClient } from "../data";
import { replyNameOf } from "../data/call";
import { type Host, setHost } from "../host";

type Name = Command["command"];
type Answers = { [C in Name]?: DataOf<C> | ((params: ParamsOf<C>, workspace: string | undefined) => DataOf<C>) };

export interface FakeHost extends Host {
  /** What was asked, in order. */
  asked: { command: Name; params: unknown; workspace: string | undefined }[];
  submitted: SubmitParams[];
  copied: string[];
  /** Changes what a command is answered from now on. */
  answer: (answers: Answers) => void;
  /** Sends updates to every subscriber. */
  send: (batch: Update[]) => void;
}

export const ABOUT: DataOf<"about"> = {
  version: "1.0.0",
  platform: "linux",
  home: "/home/you",
  workspace: "/home/you/project",
  language: "en",
  exposed: ["posture", "settings", "providers", "workspaces"],
};

export const refuse = (code: string, params: Record<string, string> = {}): (() => never) => {
  return () => {
    throw { code, params } satisfies Problem;
  };
};

export function fakeHost(answers: Answers): FakeHost {
  queryClient.clear();
  let table: Answers = { about: ABOUT, ...answers };
  const listeners = new Set<(batch: Update[]) => void>();
  const host: FakeHost = {
    asked: [],
    submitted: [],
    copied: [],
    answer: (more) => {
      table = { ...table, ...more };
    },
    send: (batch) => {
      for (const listener of listeners) listener(batch);
    },
    async call({ command, workspace }: CallParams): Promise<Reply> {
      const params = "params" in command ? command.params : undefined;
      host.asked.push({ command: command.command, params, workspace: workspace ?? undefined });
      const found = table[command.command] as unknown;
      if (found === undefined && !(command.command in table))
        throw { code: "fake_has_no_answer", params: { command: command.command } };
      const data = typeof found === "function" ? await found(params, workspace) : found;
      return { reply: replyNameOf(command.command), data } as Reply;
    },
    async submit(params) {
      host.submitted.push(params);
    },
    subscribe(_, onUpdates, onState) {
      listeners.add(onUpdates);
      queueMicrotask(() => onState("open"));
      return () => listeners.delete(onUpdates);
    },
    platform: {
      kind: "browser",
      openExternal: vi.fn(),
      copyText: async (text) => {
        host.copied.push(text);
      },
      notify: vi.fn(),
      badge: vi.fn(),
    },
  };
  setHost(host);
  return host;
}
