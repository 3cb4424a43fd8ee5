// One function for every command, with the type of its reply.

import type { CallParams, Command, Problem, Reply } from "../bindings/protocol";
import { host } from "../host";
import { noteSignIn } from "./sign-in";

export type CommandName = Command["command"];
/** What a command is called with; undefined where it takes nothing. */
export type ParamsOf<C extends CommandName> =
  Extract<Command, { command: C }> extends { params: infer P } ? P : undefined;

/** Which reply a command gets, where it is not the one of its own name. */
const OTHER = {
  session_open: "session_opened",
  tour_start: "session_opened",
  session_edit: "session_edited",
  session_restore: "session_edited",
  session_delete: "done",
  workspace_open: "workspace_opened",
  workspace_forget: "done",
  config_check: "config_file",
  config_save: "config_file",
  config_set: "config_changed",
  config_unset: "config_changed",
  provider_save: "provider_saved",
  provider_remove: "done",
  permissions_forget: "permissions_forgotten",
  job_stop: "done",
} as const satisfies Partial<Record<CommandName, Reply["reply"]>>;
type OtherReplies = typeof OTHER;
type ReplyName<C extends CommandName> = C extends keyof OtherReplies ? OtherReplies[C] : C;
export type DataOf<C extends CommandName> =
  Extract<Reply, { reply: ReplyName<C> }> extends { data: infer D } ? D : undefined;

/** Rejects with a `Problem`. Without a workspace the one that the program was started in is meant. */
export async function call<C extends CommandName>(
  command: C,
  params: ParamsOf<C>,
  workspace?: string,
): Promise<DataOf<C>> {
  const body = (params === undefined ? { command } : { command, params }) as Command;
  const request: CallParams = workspace === undefined ? { command: body } : { workspace, command: body };
  const reply = await host().call(request).catch(noteSignIn);
  if (reply?.reply !== replyNameOf(command)) throw { code: "reply_unexpected" } satisfies Problem;
  return ("data" in reply ? reply.data : undefined) as DataOf<C>;
}

export function replyNameOf(command: CommandName): string {
  return (OTHER as Partial<Record<CommandName, string>>)[command] ?? command;
}
