// Made by `cargo xtask codegen` from crates/protocol. Do not edit.

/**
 * What the program is and what this front end may do with it.
 */
export type AboutReply = { version: string,
/**
 * As in `linux`, `macos`, `windows`.
 */
platform: string,
/**
 * Absolute path of the user's home folder, if it is known.
 */
home: string | null,
/**
 * The workspace that the program was started in; absolute.
 */
workspace: string,
/**
 * The language texts are shown in: `en` or `zh-CN`.
 */
language: string,
/**
 * What may be changed from here. A front end on this machine may do everything.
 */
exposed: Array<Exposure>, };

/**
 * What the user said. Whatever is not understood is a rejection.
 */
export type Answer = { "type": "once" } | { "type": "session" } | { "type": "always" } | { "type": "prefix" } | { "type": "reject",
/**
 * Passed on to the model.
 */
message?: string | null, } | { "type": "questions", answers: Array<QuestionAnswer>, } | { "type": "nobody_to_ask" } | { "type": "unknown" };

/**
 * Where a big payload was kept beside the journal: the SHA-256 of its bytes in hexadecimal.
 */
export type BlobRef = string;

/**
 * The bodies of durable events.
 */
export type Body = { "type": "session_opened",
/**
 * Version of the program.
 */
build: string, pid: number,
/**
 * Identifies the machine's boot: calls decided under another one are never run again by themselves.
 */
boot: string,
/**
 * Absolute workspace root.
 */
workspace: string,
/**
 * Further absolute folders that may be written.
 */
roots?: Array<string>, settings: Settings, } | { "type": "configured", model?: string | null, effort?: Effort | null, mode?: Mode | null, posture?: Posture | null, } | { "type": "session_closed" } | { "type": "prefix_set", system: string, } | { "type": "turn_started", input: Array<Content>,
/**
 * Host-written text that rides in the user turn behind the input, so that the prefix never changes.
 */
context?: string, } | { "type": "turn_ended", end: TurnEnd, } | { "type": "step_ended", stop: StopReason, usage: Usage,
/**
 * By the price table of that moment; past steps are never priced again.
 */
cost?: Cost | null,
/**
 * From the start of the request to its end.
 */
duration_ms: number, } | { "type": "step_failed", problem: Problem, } | { "type": "item_completed", item: ItemId, parts: Array<Part>,
/**
 * Cut short by an interrupt: it holds what had arrived.
 */
cut?: boolean, } | { "type": "call_frozen", call: CallId,
/**
 * The id that goes back to the model; unique in the session, made by us where the model's was not.
 */
wire_id: string, tool: string,
/**
 * JSON text.
 */
args: string,
/**
 * What it is about, for people: a command, a path, a pattern.
 */
subject?: string,
/**
 * Whether it may run beside other readers.
 */
read_only?: boolean, } | { "type": "call_decided", call: CallId, decision: Decision, reason: Problem, proof?: Array<ProofStep>, } | { "type": "call_started", call: CallId,
/**
 * It runs without the sandbox, as the one retry of this call, which the sandbox made fail.
 */
escapes?: CallId | null, } | { "type": "call_finished", call: CallId, outcome: CallOutcome, content: string,
/**
 * In a subscription that asked for previews: how long the whole content is, in bytes, where this is only its
 * beginning. Never in a journal.
 */
whole_bytes?: number | null, display?: Display,
/**
 * The full output, where `content` is a bounded form of it.
 */
full?: BlobRef | null,
/**
 * Files whose content the call read or wrote.
 */
seen?: Array<SeenFile>,
/**
 * Jobs that the content tells of.
 */
jobs?: Array<JobSeen>,
/**
 * The command, where the sandbox seems to have made it fail: the user may be asked to run it without one.
 */
denied_command?: string | null, duration_ms: number, } | { "type": "wait_opened", wait: Wait, } | { "type": "wait_resolved", wait: WaitId, answer: Answer, } | { "type": "todo_changed", items: Array<TodoItem>, } | { "type": "job_started", job: JobId,
/**
 * The call that started it.
 */
call: CallId, command: string,
/**
 * Absolute.
 */
cwd: string,
/**
 * What marks its processes, so that they can be found when the one that started them is gone.
 */
mark?: string, } | { "type": "job_stalled", job: JobId, quiet_ms: number, } | { "type": "job_ended", job: JobId, end: JobEnd,
/**
 * Of its whole output.
 */
output_bytes: number,
/**
 * From its start; 0 where that is not known.
 */
duration_ms: number, } | { "type": "notice", notice: Problem, };

/**
 * One tool call. Counts from 1 in its session; the model's own id for it is its `wire_id`.
 */
export type CallId = number;

/**
 * How a call ended. Every call has exactly one.
 */
export type CallOutcome = "completed" | "failed" | "denied" | "cancelled" | "unknown";

/**
 * A command on its way to the engine of a workspace.
 */
export type CallParams = {
/**
 * Absolute; the workspace that the program was started in if it is left out.
 */
workspace?: string | null, command: Command, };

/**
 * One thing `doctor` looked at.
 */
export type Check = {
/**
 * Names the check; its title in the catalogue is `doctor.<name>`.
 */
name: string, level: CheckLevel,
/**
 * What was found: a version, a path, an address. Absent where nothing was.
 */
found?: string | null,
/**
 * For a warning or an error: what it is and what to do.
 */
problem?: Problem | null, };

export type CheckLevel = "ok" | "info" | "warning" | "error";

export type Command = { "command": "sessions_list", "params": SessionsListParams } | { "command": "sessions_show", "params": SessionsShowParams } | { "command": "session_open", "params": SessionOpenParams } | { "command": "session_edit", "params": SessionEditParams } | { "command": "session_delete", "params": SessionParams } | { "command": "session_restore", "params": SessionParams } | { "command": "sessions_search", "params": SessionsSearchParams } | { "command": "session_context", "params": SessionParams } | { "command": "session_events", "params": SessionEventsParams } | { "command": "session_changes", "params": SessionChangesParams } | { "command": "output_read", "params": OutputReadParams } | { "command": "jobs_list", "params": JobsListParams } | { "command": "job_output", "params": JobOutputParams } | { "command": "job_stop", "params": JobParams } | { "command": "about" } | { "command": "workspaces" } | { "command": "workspace_open", "params": WorkspaceParams } | { "command": "workspace_forget", "params": WorkspaceParams } | { "command": "folder_list", "params": WorkspaceParams } | { "command": "files_find", "params": FilesFindParams } | { "command": "file_read", "params": FileReadParams } | { "command": "tour_start" } | { "command": "models" } | { "command": "config_file", "params": ConfigFileParams } | { "command": "config_check", "params": ConfigTextParams } | { "command": "config_save", "params": ConfigSaveParams } | { "command": "config_schema" } | { "command": "provider_remove", "params": ProviderRemoveParams } | { "command": "doctor", "params": DoctorParams } | { "command": "config_show" } | { "command": "config_locations" } | { "command": "config_set", "params": ConfigSetParams } | { "command": "config_unset", "params": ConfigUnsetParams } | { "command": "local_servers" } | { "command": "provider_presets" } | { "command": "providers" } | { "command": "provider_models", "params": ProviderModelsParams } | { "command": "provider_save", "params": ProviderSaveParams } | { "command": "permissions_explain", "params": PermissionsExplainParams } | { "command": "permissions_list" } | { "command": "permissions_forget", "params": PermissionsForgetParams } | { "command": "permissions_check" };

export type ConfigChangedReply = {
/**
 * The file that was to be changed; absolute.
 */
file: string,
/**
 * Whether its text is another one now.
 */
changed: boolean,
/**
 * What held before.
 */
before: ConfigValue,
/**
 * What holds now. Its origin is another file where that one outranks the changed one.
 */
now: ConfigValue, };

export type ConfigFileParams = { layer: ConfigLayer, };

/**
 * A configuration file as text.
 */
export type ConfigFileReply = {
/**
 * Absolute; it need not exist.
 */
file: string, text: string,
/**
 * Tells this text from any other; a save names the one it began from.
 */
revision: string,
/**
 * What is wrong with the text. Problems of a place have the parameters `line` and, where it is known, `column`, both
 * from 1.
 */
errors: Array<Problem>, warnings: Array<Problem>, };

/**
 * Whose file is changed.
 */
export type ConfigLayer = "user" | "project";

/**
 * A file or folder that matters.
 */
export type ConfigLocation = {
/**
 * Names it; its title in the catalogue is `location.<name>`.
 */
name: string,
/**
 * Absolute.
 */
path: string, exists: boolean, };

export type ConfigLocationsReply = { locations: Array<ConfigLocation>, };

export type ConfigSaveParams = { layer: ConfigLayer,
/**
 * Refused while it has errors.
 */
text: string,
/**
 * Of the text that was edited; refused if the file is another one by now.
 */
revision: string, };

export type ConfigSchemaReply = {
/**
 * A JSON Schema of the files.
 */
schema: JsonValue, };

export type ConfigSetParams = { key: string,
/**
 * As a person types it: TOML, except that a string needs no quotes and a list of one no brackets.
 */
value: string, layer: ConfigLayer, };

export type ConfigShowReply = { values: Array<ConfigValue>,
/**
 * What is wrong; where there is something, the next lower layer holds.
 */
errors: Array<Problem>, warnings: Array<Problem>, };

export type ConfigTextParams = { layer: ConfigLayer, text: string, };

export type ConfigUnsetParams = { key: string, layer: ConfigLayer, };

/**
 * One effective configuration value.
 */
export type ConfigValue = {
/**
 * Dotted key; a provider's fields stand under `providers.<name>`.
 */
key: string,
/**
 * `None` where nothing is set and there is no default; header values are masked.
 */
value: JsonValue | null,
/**
 * The value as a configuration file would have it, on one line.
 */
toml: string | null, origin: ValueOrigin,
/**
 * Of a list of rules or patterns, of which each file has a row of its own: the line of each of its strings.
 */
lines?: Array<number>, };

export type ConfiguredProvider = { entry: ProviderEntry, origin: ValueOrigin, };

/**
 * A piece of user input.
 */
export type Content = { "type": "text", text: string, };

export type ContextKind = "system" | "tools" | "user" | "model" | "results";

export type ContextPart = { kind: ContextKind,
/**
 * For an entry of the conversation: the turn it belongs to.
 */
turn?: TurnId | null,
/**
 * How many texts it is made of: tools, messages, results.
 */
count: number,
/**
 * As UTF-8.
 */
bytes: number,
/**
 * Estimated from the text; the vendor's own count is in `newest`.
 */
tokens: number,
/**
 * What it says, up to 4,000 bytes.
 */
preview: string, };

/**
 * Money in the currency of the price table that gave it; never converted.
 */
export type Cost = { amount: number,
/**
 * ISO 4217 code, as in `USD`.
 */
currency: string, };

/**
 * The three decisions. Joined by maximum: a later check can only tighten.
 */
export type Decision = "allow" | "ask" | "deny";

/**
 * How a finished call is shown to people, beside the content the model got.
 */
export type Display = { "type": "plain" } | { "type": "diff", files: Array<FileDiff>, } | { "type": "command", exit: number | null, } | { "type": "job", job: JobId, };

export type DoctorParams = {
/**
 * Ask the configured provider whether it can be reached.
 */
reach_provider: boolean, };

export type DoctorReply = { checks: Array<Check>,
/**
 * The configuration's values that somebody set.
 */
config: Array<ConfigValue>, };

/**
 * How long the model may think; `None` in a setting leaves it to the vendor. The words are the vendors' own levels.
 */
export type Effort = string;

/**
 * A durable event: one line of the journal.
 */
export type Event = {
/**
 * Format version, [`crate::EVENT_VERSION`].
 */
v: number,
/**
 * Counts from 1 in its session without a gap.
 */
seq: number, session: SessionId, turn?: TurnId | null,
/**
 * Milliseconds since the Unix epoch.
 */
at: number, body: Body, };

/**
 * A call to be judged without being made.
 */
export type ExplainCall = { tool: string,
/**
 * The arguments, as JSON text.
 */
args: string,
/**
 * Take the place of the configured rules and of what was allowed for good.
 */
rules?: ExplainRules | null, posture: Posture, mode: Mode,
/**
 * Absolute; the workspace if it is left out. It need not exist.
 */
cwd?: string | null,
/**
 * Absolute; the user's own if it is left out.
 */
home?: string | null, };

/**
 * Rules as a configuration would write them.
 */
export type ExplainRules = { allow: Array<string>, ask: Array<string>, deny: Array<string>, };

/**
 * What would be decided, with the proof; or why it cannot be told.
 */
export type ExplainedCall = { decision: Decision, reason: Problem, proof: Array<ProofStep>, offers: Array<Offer>, } | { error: Problem, };

/**
 * A group of commands and ops that a front end from outside may be given or not. Answering waits, working in a session
 * and choosing its model are always there.
 */
export type Exposure = "posture" | "settings" | "providers" | "workspaces";

/**
 * One file's change as a unified diff without file headers.
 */
export type FileDiff = {
/**
 * Relative to the workspace root where it lies inside.
 */
path: string,
/**
 * Where the file was before, if it moved.
 */
moved_from?: string | null,
/**
 * Hunks with three lines of context; cut at 64 KiB with a closing line that says so.
 */
unified: string, added: number, removed: number, };

export type FileReadParams = {
/**
 * From the workspace's root, or absolute inside it.
 */
path: string, };

export type FileReadReply = {
/**
 * Absolute.
 */
path: string,
/**
 * The beginning, up to 512 KiB. Empty for a binary file.
 */
text: string,
/**
 * Of the whole file, in bytes.
 */
size: number,
/**
 * It is not text.
 */
binary: boolean,
/**
 * `text` ends before the file does.
 */
cut: boolean, };

export type FilesFindParams = {
/**
 * Letters of the wanted path in their order; empty lists what lies at the top.
 */
query: string,
/**
 * Most paths in the reply.
 */
limit: number, };

export type FilesFindReply = {
/**
 * The best match first.
 */
files: Array<FoundFile>,
/**
 * There are more than were asked for.
 */
more: boolean, };

export type FolderListReply = {
/**
 * Absolute.
 */
path: string,
/**
 * The one above, if there is one.
 */
parent?: string | null,
/**
 * Names of the folders in it, sorted; hidden ones left out.
 */
folders: Array<string>, };

export type FoundFile = {
/**
 * From the workspace's root, with `/`; a folder ends in one.
 */
path: string, };

/**
 * A call that was allowed for good.
 */
export type Grant = { rule: string,
/**
 * When, in milliseconds since the Unix epoch.
 */
at: number, };

/**
 * Something shown in the transcript. Counts from 1 in its session.
 */
export type ItemId = number;

/**
 * How a job ended.
 */
export type JobEnd = { "type": "exited", code: number, } | { "type": "signalled", signal: number, } | { "type": "stopped", by: JobStopper, } | { "type": "failed", problem: Problem, } | { "type": "lost",
/**
 * Something of it still ran when the session was opened again, and was stopped. Where it is not set, something
 * may run yet that could not be found.
 */
stopped?: boolean, };

/**
 * A job of its session: what kind it is and a number that counts from 1, as in `bash-1`. Fits a file name.
 */
export type JobId = string;

/**
 * A part of what a job printed.
 */
export type JobOutputParams = { session: SessionId, job: JobId,
/**
 * In bytes; a place inside a character is moved back to its start. Unset: the newest output.
 */
offset?: number | null,
/**
 * Most bytes of the reply; at most 1 MiB are given.
 */
limit: number, };

export type JobOutputReply = { text: string,
/**
 * Where `text` begins, in bytes.
 */
offset: number,
/**
 * Where the next page begins; unset at the end of what there is now.
 */
next?: number | null,
/**
 * Of what was kept so far, in bytes.
 */
size: number, };

/**
 * One job.
 */
export type JobParams = { session: SessionId, job: JobId, };

/**
 * What a call's content tells the model of a job.
 */
export type JobSeen = { job: JobId,
/**
 * The job's output up to this byte has been read.
 */
read_to: number,
/**
 * It says how the job ended.
 */
end?: boolean, };

/**
 * A job as it stood.
 */
export type JobSnapshot = { job: JobId,
/**
 * The call that started it.
 */
call: CallId, command: string,
/**
 * Absolute.
 */
cwd: string,
/**
 * Milliseconds since the Unix epoch.
 */
started_at: number,
/**
 * How long it had printed nothing when that was told, in milliseconds.
 */
stalled_ms?: number | null,
/**
 * Unset while it runs.
 */
end?: JobEnd | null,
/**
 * Milliseconds since the Unix epoch; unset while it runs.
 */
ended_at?: number | null,
/**
 * Of its whole output, once it has ended.
 */
output_bytes: number, };

/**
 * Who stopped a job.
 */
export type JobStopper = "model" | "user" | "session";

/**
 * A job in a list, as its session's journal tells.
 */
export type JobSummary = { session: SessionId,
/**
 * The session's.
 */
title: string, workspace: string, job: JobId,
/**
 * The call that started it.
 */
call: CallId, command: string,
/**
 * Absolute.
 */
cwd: string,
/**
 * Milliseconds since the Unix epoch.
 */
started_at: number,
/**
 * Unset while it runs. A job without an end whose session no process has open is lost.
 */
end?: JobEnd | null,
/**
 * Milliseconds since the Unix epoch; unset while it runs, and where it is not known.
 */
ended_at?: number | null,
/**
 * It was told that it has printed nothing for a long time.
 */
stalled?: boolean,
/**
 * Process id of the engine that runs it, while it runs; 0 where that cannot be read.
 */
engine?: number | null,
/**
 * Absolute path of the file with its output, which may not exist yet.
 */
log: string, };

export type JobsListParams = {
/**
 * Of this session alone; unset: of the sessions that some process has open.
 */
session?: SessionId | null,
/**
 * All workspaces, not only the engine's own.
 */
all_workspaces: boolean,
/**
 * Those that have ended too.
 */
ended: boolean, };

export type JobsListReply = {
/**
 * The newest first.
 */
jobs: Array<JobSummary>, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * A model as its endpoint lists it.
 */
export type ListedModel = { id: string,
/**
 * In tokens, where told.
 */
context_window?: number | null, };

/**
 * A live event: shown, not kept.
 */
export type Live = { session: SessionId, turn?: TurnId | null, body: LiveBody, };

/**
 * The bodies of live events.
 */
export type LiveBody = { "type": "step_started" } | { "type": "text_delta", text: string, } | { "type": "reasoning_delta", text: string, } | { "type": "call_preparing", tool: string, } | { "type": "call_output", call: CallId, text: string, } | { "type": "job_output", job: JobId, text: string, } | { "type": "retrying", attempt: number, max: number, delay_ms: number, discarded: boolean, problem: Problem, } | { "type": "op_refused", problem: Problem, };

/**
 * A model server found on this machine.
 */
export type LocalServer = {
/**
 * As in `Ollama`.
 */
name: string,
/**
 * What goes into `base_url` of an `openai` provider.
 */
base_url: string, models: Array<string>, };

export type LocalServersReply = { servers: Array<LocalServer>, };

/**
 * How the agent and its user work together.
 */
export type Mode = "normal" | "plan";

/**
 * A model that can be chosen.
 */
export type ModelChoice = {
/**
 * `provider/model`.
 */
reference: string, provider: string,
/**
 * What people call the provider.
 */
provider_title: string,
/**
 * The vendor's name of the model.
 */
model: string,
/**
 * In tokens, where known.
 */
context_window?: number | null, price?: ModelPrice | null,
/**
 * The words for how long it may think; none if that cannot be set.
 */
efforts?: Array<string>,
/**
 * Used while the session sets none.
 */
default_effort?: string | null,
/**
 * The variable of `.env` that should hold its key, and does not.
 */
missing_key?: string | null,
/**
 * It plays a script, as the tour's does; no model is asked.
 */
scripted?: boolean, };

/**
 * Per million tokens, in `currency`.
 */
export type ModelPrice = { input: number,
/**
 * Input that the vendor had cached.
 */
cache_hit: number, output: number,
/**
 * ISO 4217.
 */
currency: string, };

export type ModelsReply = {
/**
 * In the order of the configuration.
 */
models: Array<ModelChoice>,
/**
 * What a new session gets: a reference, if there is one.
 */
default_model: string | null, default_origin: ValueOrigin, };

/**
 * A yes the user may give, with what it would be remembered as.
 */
export type Offer = { scope: Scope,
/**
 * The allow rules it adds; none for once.
 */
rules?: Array<string>,
/**
 * Absolute folders that it opens for writing, with all below them: for the call, the session or the project.
 */
folders?: Array<string>, };

export type Op = { "type": "start_turn", input: Array<Content>, } | { "type": "interrupt" } | { "type": "resolve", wait: WaitId, answer: Answer, } | { "type": "configure", model?: string | null, effort?: Effort | null, mode?: Mode | null, posture?: Posture | null, } | { "type": "stop_job", job: JobId, } | { "type": "close" };

/**
 * The whole output of a call.
 */
export type OutputReadParams = { session: SessionId, call: CallId,
/**
 * In bytes; a place inside a character is moved back to its start.
 */
offset: number,
/**
 * Most bytes of the reply; at most 1 MiB are given.
 */
limit: number, };

export type OutputReadReply = { text: string,
/**
 * Where the next page begins; unset at the end.
 */
next?: number | null,
/**
 * Of the whole, in bytes.
 */
size: number, };

/**
 * A piece of a model's message, in the order the model gave.
 */
export type Part = { "type": "text", text: string, } | { "type": "reasoning", text: string, signature?: string | null, } | { "type": "call", call: CallId, } | { "type": "vendor", wire: string, json: string, };

/**
 * What `check` found in the configured rules.
 */
export type PermissionsCheckReply = { rules: number, errors: Array<Problem>, warnings: Array<Problem>, };

export type PermissionsExplainParams = { calls: Array<ExplainCall>, };

export type PermissionsExplainReply = {
/**
 * In the order of the calls.
 */
verdicts: Array<ExplainedCall>, };

export type PermissionsForgetParams = {
/**
 * The place in the list, from 1.
 */
number: number, };

export type PermissionsListReply = {
/**
 * The file they are kept in.
 */
file: string, grants: Array<Grant>, };

/**
 * How calls that change something are let through.
 */
export type Posture = "ask" | "accept-edits" | "auto" | "yolo" | "dont-ask";

/**
 * A code with named parameters. The text of code `x` is the catalogue's entry `problem.x`.
 */
export type Problem = {
/**
 * Lower-case words joined by `_`.
 */
code: string, params?: { [key in string]: string },
/**
 * Whether doing the same again may work.
 */
retryable?: boolean, };

/**
 * One step on the way to a decision. The text of code `x` is the catalogue's entry `proof.x`.
 */
export type ProofStep = {
/**
 * Lower-case words joined by `_`.
 */
code: string,
/**
 * If there is a `reason`, it is the code of a problem that has its parameters here too, and its text stands in place
 * of the code.
 */
params?: { [key in string]: string }, };

/**
 * What a set-up knows of a `[[providers]]` entry. An entry may hold more; a change leaves that alone.
 */
export type ProviderEntry = { name: string, kind: Wire,
/**
 * `None` only for an entry that has the exact address of requests instead.
 */
base_url: string | null,
/**
 * Where the list of models is, if not at the usual place below `base_url`.
 */
models_url?: string | null,
/**
 * The first one is the default.
 */
models: Array<string>,
/**
 * The variable of `.env` with the key; `None` if no key is sent.
 */
api_key_env?: string | null,
/**
 * For `Anthropic`: the key goes out as `Authorization: Bearer`.
 */
bearer?: boolean, };

export type ProviderModelsParams = {
/**
 * Its models do not matter.
 */
entry: ProviderEntry,
/**
 * Instead of the one in `.env`.
 */
key?: Secret | null, };

export type ProviderModelsReply = {
/**
 * `None` if the endpoint answered but keeps no list; the key is untested then.
 */
models: Array<ListedModel> | null, };

/**
 * A vendor whose address is known.
 */
export type ProviderPreset = {
/**
 * As the vendor writes it.
 */
title: string,
/**
 * Without models: those come from the endpoint. Its name is also the preset's.
 */
entry: ProviderEntry,
/**
 * Addresses of the same vendor in other regions.
 */
other_base_urls: Array<string>, };

export type ProviderPresetsReply = { presets: Array<ProviderPreset>, };

export type ProviderRemoveParams = { name: string, };

export type ProviderSaveParams = { entry: ProviderEntry,
/**
 * Goes into `.env` under the entry's `api_key_env`; without one there, under a name made from the provider's.
 */
key?: Secret | null,
/**
 * Make the entry's first model the default model.
 */
make_default: boolean, };

export type ProviderSavedReply = {
/**
 * Absolute path of the user's configuration file.
 */
config_file: string,
/**
 * Whether its text is another one now.
 */
config_changed: boolean,
/**
 * Absolute path of the file of keys, if a key was written.
 */
key_file: string | null,
/**
 * Where the entry that holds under this name stands, if that is not the user's file: a project's outranks it.
 */
outranked_by: ValueOrigin | null, };

export type ProvidersReply = {
/**
 * Without scripted ones, which need no set-up.
 */
providers: Array<ConfiguredProvider>,
/**
 * The full reference of the default model, if there is one.
 */
default_model: string | null,
/**
 * Where that was said; `Default` if nobody did, and it is the first provider's.
 */
default_origin: ValueOrigin,
/**
 * The variables that `.env` holds keys for.
 */
keys: Array<string>,
/**
 * Absolute path of the user's configuration file.
 */
config_file: string,
/**
 * Absolute path of the file of keys.
 */
key_file: string, };

/**
 * One question with two to four answers to choose from.
 */
export type Question = {
/**
 * A word or two that name the subject.
 */
header: string, question: string, options: Array<QuestionOption>, multi_select: boolean, };

/**
 * The answer to one question: chosen labels, own words, or both.
 */
export type QuestionAnswer = { chosen: Array<string>, own_words?: string | null, };

export type QuestionOption = { label: string, description?: string, };

export type Reply = { "reply": "sessions_list", "data": SessionsListReply } | { "reply": "sessions_show", "data": SessionsShowReply } | { "reply": "session_opened", "data": SessionOpenedReply } | { "reply": "session_edited", "data": SessionSummary } | { "reply": "sessions_search", "data": SessionsSearchReply } | { "reply": "session_context", "data": SessionContextReply } | { "reply": "session_events", "data": SessionEventsReply } | { "reply": "session_changes", "data": SessionChangesReply } | { "reply": "output_read", "data": OutputReadReply } | { "reply": "jobs_list", "data": JobsListReply } | { "reply": "job_output", "data": JobOutputReply } | { "reply": "about", "data": AboutReply } | { "reply": "workspaces", "data": WorkspacesReply } | { "reply": "workspace_opened", "data": WorkspaceSummary } | { "reply": "folder_list", "data": FolderListReply } | { "reply": "files_find", "data": FilesFindReply } | { "reply": "file_read", "data": FileReadReply } | { "reply": "models", "data": ModelsReply } | { "reply": "config_file", "data": ConfigFileReply } | { "reply": "config_schema", "data": ConfigSchemaReply } | { "reply": "done" } | { "reply": "doctor", "data": DoctorReply } | { "reply": "config_show", "data": ConfigShowReply } | { "reply": "config_locations", "data": ConfigLocationsReply } | { "reply": "config_changed", "data": ConfigChangedReply } | { "reply": "local_servers", "data": LocalServersReply } | { "reply": "provider_presets", "data": ProviderPresetsReply } | { "reply": "providers", "data": ProvidersReply } | { "reply": "provider_models", "data": ProviderModelsReply } | { "reply": "provider_saved", "data": ProviderSavedReply } | { "reply": "permissions_explain", "data": PermissionsExplainReply } | { "reply": "permissions_list", "data": PermissionsListReply } | { "reply": "permissions_forgotten", "data": Grant } | { "reply": "permissions_check", "data": PermissionsCheckReply };

/**
 * How far a yes reaches.
 */
export type Scope = "once" | "session" | "always" | "prefix";

/**
 * A key that a person typed. It crosses the seam as it is, but `Debug` never shows it.
 */
export type Secret = string;

/**
 * A file's content as a call left or found it.
 */
export type SeenFile = {
/**
 * Absolute.
 */
path: string,
/**
 * SHA-256 of its bytes in hexadecimal.
 */
hash: string, };

export type SessionChangesParams = { session: SessionId,
/**
 * By calls that ended before this event.
 */
before_seq: number, };

export type SessionChangesReply = {
/**
 * In the order in which the calls ended.
 */
changes: Array<TurnChange>, };

export type SessionChoice = { "type": "new" } | { "type": "existing", session: SessionId, } | { "type": "copy_of", session: SessionId, };

/**
 * What the model is sent with the next request, part by part, in its order.
 */
export type SessionContextReply = { parts: Array<ContextPart>,
/**
 * Tokens that fit into the model, where known.
 */
window?: number | null,
/**
 * Of the newest request.
 */
newest?: Usage | null,
/**
 * Of the whole session.
 */
total: Usage, };

/**
 * Changes what a list shows of a session; what is unset stays.
 */
export type SessionEditParams = { session: SessionId,
/**
 * Empty goes back to the first line of the first input.
 */
title?: string | null, pinned?: boolean | null, archived?: boolean | null,
/**
 * Its user has looked at it now.
 */
seen?: boolean, };

export type SessionEventsParams = { session: SessionId,
/**
 * Those before this event. It should begin a turn.
 */
before_seq: number,
/**
 * Whole turns are given, the newest of them, until there are so many events.
 */
at_least: number,
/**
 * Longest `content` of a finished call, in bytes, before it is cut to a preview; unset: never.
 */
preview_bytes?: number | null, };

export type SessionEventsReply = {
/**
 * In their order; the first of them has number 1 where there is nothing older.
 */
events: Array<Event>, };

/**
 * A session that holds the words.
 */
export type SessionHit = { summary: SessionSummary,
/**
 * Text around the first place, on one line; empty if only the title matches.
 */
excerpt: string, };

/**
 * A session: its start in UTC and a random part, as in `20261130-052331-9f2c41`. Sorts by age, fits a file name.
 */
export type SessionId = string;

export type SessionOpenParams = { which: SessionChoice,
/**
 * A model reference; unset: the session's own, or the default.
 */
model?: string | null,
/**
 * Unset: the session's own, or the configured one.
 */
posture?: Posture | null, };

export type SessionOpenedReply = { session: SessionId,
/**
 * Of its workspace; absolute.
 */
workspace: string, };

export type SessionParams = { session: SessionId, };

/**
 * How a session stands, as far as this process knows.
 */
export type SessionStatus = { "type": "resting" } | { "type": "running" } | { "type": "waiting", waits: number, } | { "type": "failed" } | { "type": "unseen" };

/**
 * A session in a list.
 */
export type SessionSummary = { id: SessionId,
/**
 * The first line of the first input.
 */
title: string, workspace: string, model: string,
/**
 * Milliseconds since the Unix epoch.
 */
started_at: number,
/**
 * When its file last changed, in milliseconds since the Unix epoch.
 */
changed_at: number, turns: number,
/**
 * Another process has it open for writing.
 */
in_use: boolean,
/**
 * Kept at the top of lists.
 */
pinned?: boolean,
/**
 * Left out of lists that do not ask for it.
 */
archived?: boolean, status: SessionStatus, };

export type SessionsListParams = {
/**
 * All workspaces, not only the engine's own.
 */
all_workspaces: boolean,
/**
 * Archived ones too.
 */
archived: boolean, };

export type SessionsListReply = {
/**
 * The newest first.
 */
sessions: Array<SessionSummary>,
/**
 * Session files that could not be read.
 */
unreadable: Array<UnreadableSession>, };

export type SessionsSearchParams = {
/**
 * Words to be found in titles, inputs and answers; letter case does not count.
 */
query: string,
/**
 * All workspaces, not only the engine's own.
 */
all_workspaces: boolean, limit: number, };

export type SessionsSearchReply = {
/**
 * The newest session first.
 */
hits: Array<SessionHit>, more: boolean, };

export type SessionsShowParams = {
/**
 * An id, a unique beginning of one, a journal's path, or a unique part of a title.
 */
query: string, };

export type SessionsShowReply = { summary: SessionSummary, settings: Settings, usage: Usage,
/**
 * Absolute path of its journal.
 */
journal: string, events: Array<Event>, };

/**
 * The settings of a session at one moment.
 */
export type Settings = {
/**
 * `provider/model`.
 */
model: string, effort?: Effort | null, mode: Mode, posture: Posture, };

/**
 * What a front end showed before may be stale now, or a session needs its user.
 */
export type Signal = { "type": "session_changed", summary: SessionSummary, } | { "type": "session_status", session: SessionId, status: SessionStatus, } | { "type": "session_gone", session: SessionId, } | { "type": "config_changed", workspace: string, errors: Array<Problem>, warnings: Array<Problem>, } | { "type": "grants_changed", workspace: string, } | { "type": "workspaces_changed" };

/**
 * The events up to `seq`, as far as what follows needs to know.
 */
export type Snapshot = {
/**
 * Of the newest event that it covers. The event after it begins a turn.
 */
seq: number,
/**
 * Absolute workspace root.
 */
workspace: string, settings: Settings,
/**
 * The newest turn, call and message; the next ones count on. 0 where there was none.
 */
turn: TurnId, call: CallId, item: ItemId, last_end: TurnEnd | null, usage: Usage,
/**
 * One per currency.
 */
costs: Array<Cost>,
/**
 * Of the newest step.
 */
newest_usage: Usage | null, todos: Array<TodoItem>,
/**
 * In the order in which they were started.
 */
jobs: Array<JobSnapshot>, };

/**
 * Why the model stopped.
 */
export type StopReason = "finished" | "calls" | "length" | "filtered";

/**
 * An op on its way to a session.
 */
export type SubmitParams = { session: SessionId, op: Op, };

/**
 * What to be told about.
 */
export type SubscribeParams = { "to": "session", session: SessionId, from_seq: number,
/**
 * Longest `content` of a finished call, in bytes, before it is cut to a preview; unset: never. The whole is
 * there by `OutputRead`.
 */
preview_bytes?: number | null,
/**
 * With `from_seq` 1: only the newest turns, as many as hold about this number of events, and a snapshot of what
 * was before. `SessionEvents` gives the older ones. Unset: everything.
 */
newest?: number | null, } | { "to": "signals" };

/**
 * One line of the agent's own list of things to do.
 */
export type TodoItem = { content: string, status: TodoStatus,
/**
 * 0 for a phase, 1 for a step inside the phase above it.
 */
level?: number, };

export type TodoStatus = "pending" | "in_progress" | "completed";

/**
 * What one call changed.
 */
export type TurnChange = { turn: TurnId, files: Array<FileDiff>, };

/**
 * How a turn ended.
 */
export type TurnEnd = { "type": "completed" } | { "type": "interrupted" } | { "type": "failed", problem: Problem, };

/**
 * One user input until the agent rests. Counts from 1 in its session.
 */
export type TurnId = number;

export type UnreadableSession = { path: string, problem: Problem, };

/**
 * What a subscriber gets.
 */
export type Update = { "snapshot": Snapshot } | { "event": Event } | { "live": Live } | { "caught_up": number } | { "signal": Signal };

/**
 * Tokens of one step or a sum of steps, as the provider reported them.
 */
export type Usage = {
/**
 * Input tokens that were not read from the provider's cache.
 */
fresh_input: number,
/**
 * Input tokens read from the cache; `None` if the provider does not tell, which is not the same as zero.
 */
cached_input?: number | null,
/**
 * Input tokens written to the cache, where the provider bills that apart. They are part of `fresh_input`.
 */
cache_write?: number | null, output: number,
/**
 * The part of `output` spent on thinking, where told.
 */
reasoning?: number | null, };

/**
 * Where a value comes from. Lines count from 1.
 */
export type ValueOrigin = { "from": "default" } | { "from": "flag" } | { "from": "project", file: string, line: number, } | { "from": "user", file: string, line: number, };

/**
 * An open question to the user about one call.
 */
export type Wait = { id: WaitId, call: CallId, body: WaitBody, };

/**
 * What is asked.
 */
export type WaitBody = { "type": "approval", tool: string,
/**
 * What the call is about: a command, a path, a pattern.
 */
subject: string,
/**
 * The exact arguments, as JSON text.
 */
args: string,
/**
 * Absolute folder in which it would run.
 */
cwd: string,
/**
 * For edits: what would change.
 */
preview?: Display | null,
/**
 * Why it asks.
 */
reason: Problem,
/**
 * The model's own reason, where it wants more than usual.
 */
justification?: string | null,
/**
 * What a yes may be, the narrowest first.
 */
offers: Array<Offer>, } | { "type": "questions", questions: Array<Question>, };

/**
 * One open question to the user. Counts from 1 in its session.
 */
export type WaitId = number;

/**
 * A wire format that an endpoint may speak.
 */
export type Wire = "openai" | "anthropic";

export type WorkspaceParams = {
/**
 * Absolute, or beginning with `~/`.
 */
path: string, };

/**
 * A folder that was worked in.
 */
export type WorkspaceSummary = {
/**
 * Absolute.
 */
path: string,
/**
 * The folder's own name.
 */
name: string,
/**
 * The checked-out branch of its git repository, if it is one.
 */
branch?: string | null,
/**
 * Whether the folder is still there.
 */
exists: boolean,
/**
 * A throw-away folder of the tour.
 */
is_tour?: boolean, };

export type WorkspacesReply = {
/**
 * The one that was used last first.
 */
workspaces: Array<WorkspaceSummary>, };
