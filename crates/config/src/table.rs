//! Every configuration key there is. A key stands here only if something reads it.

use crate::key::{Base, Key, Kind, PathRule, Scope, Standard};

const SECONDS_PER_DAY: i64 = 86_400;

/// The instructions of a model; a project's stay in the project.
const PROMPT: PathRule = PathRule { base: Base::File, tilde: true, variables: false, confined: true, program: false };
const SCRIPT: PathRule = PathRule { confined: false, ..PROMPT };
const FOLDER: PathRule = PathRule { base: Base::Workspace, ..SCRIPT };
const PROGRAM: PathRule = PathRule { program: true, ..FOLDER };
/// A tilde is refused here: taken literally it would protect nothing.
const FORBIDDEN: PathRule = PathRule { tilde: false, variables: true, ..FOLDER };

const fn key(path: &'static str, kind: Kind, default: Standard, doc: &'static str) -> Key {
    Key { path, kind, default, scope: Scope::Project, doc }
}

/// A key that a checkout must have no say in.
const fn personal(path: &'static str, kind: Kind, default: Standard, doc: &'static str) -> Key {
    Key { path, kind, default, scope: Scope::User, doc }
}

const fn field(path: &'static str, kind: Kind, doc: &'static str) -> Key {
    key(path, kind, Standard::Unset, doc)
}

const fn required(path: &'static str, kind: Kind, doc: &'static str) -> Key {
    key(path, kind, Standard::Required, doc)
}

const fn seconds(min: i64) -> Kind {
    Kind::Integer { min, max: SECONDS_PER_DAY, below_is_default: false }
}

/// More often than any turn sends one call.
const MOST_REPEATS: i64 = 1_000_000;
const PRICE: Kind = Kind::Float { min: 0.0, max: 1e6 };
const TOKENS: Kind = Kind::Integer { min: 0, max: 1_000_000_000, below_is_default: false };
const OUTPUT_TOKENS: Kind = Kind::Integer { min: -1, max: 1_000_000_000, below_is_default: false };

/// The keys from the top of a file, section by section.
pub(crate) static KEYS: &[Key] = &[
    key(
        "default_model",
        Kind::Text,
        Standard::Unset,
        "Model to use: a provider's name, `provider/model`, or a model's name. Unset: the first provider's default.",
    ),
    key(
        "language",
        Kind::OneOf(&["auto", "en", "zh"]),
        Standard::Text("auto"),
        "Language of the interface; `auto` follows `REASONIX_LANG` and `LANG`.",
    ),
    key("agent.system_prompt", Kind::Text, Standard::Unset, "Replaces the built-in system prompt."),
    key(
        "agent.system_prompt_file",
        Kind::Path(PROMPT),
        Standard::Unset,
        "Reads the system prompt from a file, relative to the file that sets this; a project's stays in the workspace.",
    ),
    key("agent.temperature", Kind::Float { min: 0.0, max: 2.0 }, Standard::Float(0.0), "Sampling temperature."),
    key(
        "agent.plan_gate",
        Kind::OneOf(&["strict", "workflow"]),
        Standard::Text("strict"),
        "What runs while a plan is made: `strict` only what reads; `workflow` whatever the permissions let through.",
    ),
    key(
        "agent.plan_mode_allowed_tools",
        Kind::Texts,
        Standard::EmptyList,
        "Further tools that may be used while a plan is made.",
    ),
    key(
        "agent.trusted_read_only_tools",
        Kind::Texts,
        Standard::EmptyList,
        "Tools from outside that are believed when they say that they only read.",
    ),
    key(
        "agent.repeat_reminder.thresholds",
        Kind::Integers { min: 2, max: MOST_REPEATS },
        Standard::Integers(&[3, 5, 8]),
        "At which counts of one and the same call in a turn the model is reminded: briefly at the lowest, then in detail.",
    ),
    key(
        "agent.repeat_reminder.exclude",
        Kind::Texts,
        Standard::Texts(&["todo_write"]),
        "Tools whose calls may repeat without a reminder.",
    ),
    key(
        "agent.repeat_reminder.arguments_preview_chars",
        Kind::Integer { min: 0, max: 10_000, below_is_default: false },
        Standard::Integer(500),
        "How much of the arguments a detailed reminder shows, in characters.",
    ),
    key(
        "environment.enabled",
        Kind::Bool,
        Standard::Bool(true),
        "Tells the model the operating system, shell and tool versions at the start of a session.",
    ),
    key("environment.offline", Kind::Bool, Standard::Bool(false), "Tells the model that there is no network."),
    key("tools.enabled", Kind::Texts, Standard::EmptyList, "Built-in tools the model may see; empty means all."),
    key(
        "tools.bash_timeout_seconds",
        Kind::Integer { min: 0, max: SECONDS_PER_DAY, below_is_default: true },
        Standard::Integer(120),
        "Longest run of a foreground command, in seconds; 0 means no limit, a negative value means the default.",
    ),
    key(
        "tools.background_jobs.stalled_warning_seconds",
        Kind::Integer { min: 0, max: SECONDS_PER_DAY, below_is_default: false },
        Standard::Integer(900),
        "After how long without output a background job is pointed out, once, in seconds; 0 never does it.",
    ),
    key(
        "tools.shell.path",
        Kind::Path(PROGRAM),
        Standard::Unset,
        "The bash to run commands with: a path, or a name to find in `PATH`. Unset: `bash`.",
    ),
    key(
        "sandbox.workspace_root",
        Kind::Path(FOLDER),
        Standard::Unset,
        "Files are written below this folder only. Unset: the folder Reasonix was started in.",
    ),
    key(
        "sandbox.allow_write",
        Kind::Paths(FOLDER),
        Standard::EmptyList,
        "Further folders that may be written, relative to the workspace.",
    ),
    key(
        "sandbox.forbid_read",
        Kind::Paths(FORBIDDEN),
        Standard::EmptyList,
        "Files and folders that must not be read; `${VAR}` and `${VAR:-default}` are expanded, `~` is not.",
    ),
    key(
        "sandbox.bash",
        Kind::OneOf(&["enforce", "off"]),
        Standard::Text("enforce"),
        "Whether commands are confined by the operating system: `enforce` refuses them where that cannot be done. On \
         Windows it is always `off`. A project's file cannot turn it off.",
    ),
    key(
        "sandbox.network",
        Kind::Bool,
        Standard::Bool(true),
        "Whether confined commands reach the network. A project's file can only cut it.",
    ),
    personal(
        "secrets.filter_subprocess_env",
        Kind::Bool,
        Standard::Bool(false),
        "Takes variables whose names look like credentials out of the environment of commands. Keys from `.env` never \
         get there.",
    ),
    key(
        "permissions.mode",
        Kind::OneOf(&["ask", "allow", "deny"]),
        Standard::Text("ask"),
        "What happens to a call that changes something when no rule matches it. A project's file can only make it \
         stricter.",
    ),
    key(
        "permissions.allow",
        Kind::Joined,
        Standard::EmptyList,
        "Rules of what runs without a question, such as `Bash(go test:*)`.",
    ),
    key("permissions.ask", Kind::Joined, Standard::EmptyList, "Rules of what asks first."),
    key("permissions.deny", Kind::Joined, Standard::EmptyList, "Rules of what never runs."),
    key(
        "permissions.allow_dynamic_bash",
        Kind::Bool,
        Standard::Bool(false),
        "Lets commands that start others, or whose text is only made while they run, go the way of all other commands \
         instead of asking. A project's file cannot turn it on.",
    ),
    key(
        "permissions.protected_paths",
        Kind::Joined,
        Standard::EmptyList,
        "Patterns of paths that are written after a question only, besides those that are built in.",
    ),
    key(
        "permissions.credential_paths",
        Kind::Joined,
        Standard::EmptyList,
        "Patterns of paths of credentials, which are read after a question only, besides those that are built in.",
    ),
    key(
        "network.connect_timeout_seconds",
        seconds(1),
        Standard::Integer(4),
        "Longest wait for one connection, in seconds.",
    ),
    key(
        "network.unreachable_window_seconds",
        seconds(0),
        Standard::Integer(12),
        "How long failing connections are tried again before a request fails, in seconds.",
    ),
    key(
        "network.idle_timeout_seconds",
        seconds(1),
        Standard::Integer(300),
        "Longest silence of a model's answer before it counts as cut, in seconds.",
    ),
    key(
        "network.max_retries",
        Kind::Integer { min: 0, max: 100, below_is_default: false },
        Standard::Integer(10),
        "How often a request is tried again after a passing failure.",
    ),
    key(
        "network.proxy_mode",
        Kind::OneOf(&["auto", "off"]),
        Standard::Text("auto"),
        "`auto` uses the system's and the environment's proxy, `off` none.",
    ),
    personal(
        "desktop.theme",
        Kind::OneOf(&["auto", "light", "dark"]),
        Standard::Text("auto"),
        "Colours of the desktop and the browser page; `auto` follows the system.",
    ),
    personal(
        "desktop.text_size",
        Kind::Integer { min: 80, max: 150, below_is_default: false },
        Standard::Integer(100),
        "Size of text in the desktop and the browser page, in percent.",
    ),
    personal(
        "desktop.shortcuts",
        Kind::Names,
        Standard::Unset,
        "Keys of actions that differ from the usual ones, such as `palette = \"Mod+K\"`.",
    ),
    personal(
        "serve.auth_mode",
        Kind::OneOf(&["token", "password", "none"]),
        Standard::Text("token"),
        "How a browser proves who it is: `token` by the link that is printed at the start, `password` by a password, \
         `none` not at all, on this machine only.",
    ),
    personal(
        "serve.token",
        Kind::Secret,
        Standard::Unset,
        "The token of every start, at least 16 characters. Unset: a new one each time.",
    ),
    personal(
        "serve.password_hash",
        Kind::Secret,
        Standard::Unset,
        "The Argon2id hash of the password, as `reasonix serve --hash-password` makes it; for `auth_mode = \"password\"`.",
    ),
    personal(
        "serve.behind_proxy",
        Kind::Bool,
        Standard::Bool(false),
        "Believes what a proxy in front says of a request, in `X-Forwarded-…` headers.",
    ),
    personal(
        "serve.expose",
        Kind::Words(&["posture", "settings", "providers", "workspaces"]),
        Standard::Unset,
        "What a browser may do beside working in sessions: set the posture and mode, change settings and grants, add \
         providers, open other folders. Unset: the last two where only this machine can reach the page, else nothing.",
    ),
    personal(
        "serve.hosts",
        Kind::Texts,
        Standard::EmptyList,
        "Names, without a port, by which browsers reach the page besides its address, such as the one of a proxy.",
    ),
    key(
        "permissions.rules",
        Kind::Tables { fields: RULE, strict: true },
        Standard::Unset,
        "Rules in order: the user's first, then the project's; the last that matches decides.",
    ),
    key(
        "providers",
        Kind::Tables { fields: PROVIDER, strict: false },
        Standard::Unset,
        "Model endpoints. A project's entry replaces the user's entry of the same name as a whole.",
    ),
];

/// The fields of a `[[permissions.rules]]` entry.
static RULE: &[Key] = &[
    required("tool", Kind::Text, "The tool that the rule is about."),
    field("resource", Kind::Text, "What the call touches; unset: anything."),
    field("kind", Kind::OneOf(&["read", "edit", "execute"]), "What the call does to it; unset: anything."),
    required("decision", Kind::OneOf(&["allow", "ask", "deny"]), "What happens to the call."),
];

/// The fields of a `[[providers]]` entry.
pub(crate) static PROVIDER: &[Key] = &[
    required("name", Kind::Text, "What references call it; no `/` and no spaces."),
    field("display_name", Kind::Text, "What people see; unset: the name."),
    required(
        "kind",
        Kind::OneOf(&["openai", "anthropic", "script"]),
        "The wire format: chat completions, messages, or a scripted model.",
    ),
    field(
        "base_url",
        Kind::Url,
        "Address without the endpoint's own path; required unless `request_url` is set or the kind is `script`.",
    ),
    field("request_url", Kind::Url, "The exact address of requests, instead of `base_url` with the usual path."),
    field("models_url", Kind::Url, "The exact address of the model list."),
    field("model", Kind::Text, "The model, for an endpoint with one."),
    field("models", Kind::Texts, "The models, for an endpoint with several."),
    field(
        "default",
        Kind::Text,
        "The model that the provider's bare name means; unset: `model`, else the first of `models`.",
    ),
    field("api_key_env", Kind::KeyName, "The variable in `.env` that holds the key; unset: no key is sent."),
    field(
        "auth_header",
        Kind::Bool,
        "For `anthropic`: send the key as `Authorization: Bearer` instead of `x-api-key`.",
    ),
    field("headers", Kind::Headers, "Further HTTP headers. They are shown masked; keys belong into `.env`."),
    field(
        "extra_body",
        Kind::Json,
        "Further fields of the request's JSON; not `model`, `messages`, `tools`, `stream` or `thinking`.",
    ),
    field("context_window", TOKENS, "Tokens that fit into the model; 0 turns compaction off."),
    field("max_output_tokens", OUTPUT_TOKENS, "Most tokens of one answer; 0 leaves it to Reasonix, -1 sends no limit."),
    field("prices", Kind::TableMap(PRICES), "Prices by model, such as `[providers.prices.\"model-1.5\"]`."),
    field("price", Kind::Table(PRICES), "The price of every model that `prices` does not name."),
    field("effort", Kind::Text, "How long the model may think, in the endpoint's own word."),
    field("supported_efforts", Kind::Texts, "The words of `effort` that the endpoint knows."),
    field(
        "reasoning_protocol",
        Kind::OneOf(&["auto", "deepseek", "openai", "anthropic", "none"]),
        "How thinking is asked for; `auto` (the default) goes by the endpoint.",
    ),
    field("no_proxy", Kind::Bool, "Reach this endpoint without the proxy."),
    field("model_overrides", Kind::TableMap(OVERRIDES), "What differs for one model."),
    field("script", Kind::Path(SCRIPT), "For `script`: the file of turns, relative to the file that sets this."),
];

static PRICES: &[Key] = &[
    field("cache_hit", PRICE, "Per million input tokens read from the cache; unset: as `input`."),
    required("input", PRICE, "Per million input tokens."),
    required("output", PRICE, "Per million output tokens."),
    field("currency", Kind::Text, "ISO 4217 code; unset: `USD`."),
];

static OVERRIDES: &[Key] = &[
    field("context_window", TOKENS, "As the provider's `context_window`."),
    field("max_output_tokens", OUTPUT_TOKENS, "As the provider's `max_output_tokens`."),
];
