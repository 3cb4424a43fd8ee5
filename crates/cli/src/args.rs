//! What was typed. Nothing here has a meaning yet; each command turns its arguments into settings. Help texts are put in
//! by `help`, from the catalogue, by the names of commands and arguments.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Parser)]
#[command(name = "reasonix", version, disable_help_subcommand = true)]
pub(crate) struct Args {
    #[arg(short, long, global = true)]
    pub verbose: bool,
    #[command(subcommand)]
    pub command: Option<Subcommand>,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Subcommand {
    Run(RunArgs),
    Demo(DemoArgs),
    Serve(ServeArgs),
    Setup(SetupArgs),
    Sessions(SessionsArgs),
    Jobs(JobsArgs),
    Config(ConfigArgs),
    Doctor(DoctorArgs),
    Permissions(PermissionsArgs),
    Completion(CompletionArgs),
    Version(VersionArgs),
    Help(HelpArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    #[arg(value_name = "TASK")]
    pub task: Vec<String>,
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,
    #[arg(long, value_name = "MODE", conflicts_with_all = ["auto", "yolo"])]
    pub permission_mode: Option<PermissionMode>,
    #[arg(short = 'y', long, conflicts_with = "yolo")]
    pub auto: bool,
    #[arg(long, alias = "dangerously-skip-permissions")]
    pub yolo: bool,
    #[arg(long, value_name = "PATH")]
    pub dir: Option<PathBuf>,
    #[arg(long, value_name = "PATH")]
    pub add_dir: Vec<PathBuf>,
    #[arg(short, long)]
    pub print: bool,
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub output_format: OutputFormat,
    #[arg(short = 'c', long = "continue")]
    pub continue_newest: bool,
    #[arg(short = 'r', long, value_name = "SESSION")]
    pub resume: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DemoArgs {
    #[arg(short, long)]
    pub yes: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8787")]
    pub addr: String,
    #[arg(long, value_name = "PATH")]
    pub dir: Option<PathBuf>,
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,
    #[arg(long, value_name = "MODE")]
    pub auth: Option<AuthMode>,
    #[arg(long, value_name = "TOKEN")]
    pub token: Option<String>,
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    pub token_file: Option<PathBuf>,
    #[expect(clippy::option_option, reason = "not given, given to be asked for, given with its value")]
    #[arg(long, value_name = "PASSWORD", num_args = 0..=1, conflicts_with_all = ["token", "token_file"])]
    pub password: Option<Option<String>>,
    #[arg(long)]
    pub hash_password: bool,
    #[arg(long)]
    pub behind_proxy: bool,
    #[arg(long, value_name = "FILE")]
    pub port_file: Option<PathBuf>,
    #[arg(long, overrides_with = "no_open")]
    pub open: bool,
    #[arg(long, overrides_with = "open")]
    pub no_open: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SetupArgs {
    #[arg(long, value_name = "VENDOR")]
    pub preset: Option<String>,
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    #[arg(long, value_name = "KIND")]
    pub kind: Option<Kind>,
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    #[arg(long, value_name = "MODEL")]
    pub model: Vec<String>,
    #[arg(long)]
    pub api_key_stdin: bool,
    #[arg(long, value_name = "NAME")]
    pub api_key_env: Option<String>,
    #[arg(long)]
    pub default: bool,
    #[arg(long)]
    pub no_test: bool,
    #[arg(short, long)]
    pub yes: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SessionsArgs {
    #[command(subcommand)]
    pub command: SessionsCommand,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum SessionsCommand {
    List {
        #[arg(long)]
        all: bool,
        #[arg(long)]
        json: bool,
    },
    Show {
        #[arg(value_name = "SESSION")]
        session: String,
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct JobsArgs {
    #[command(subcommand)]
    pub command: Option<JobsCommand>,
    #[arg(long)]
    pub all: bool,
    #[arg(long)]
    pub ended: bool,
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum JobsCommand {
    Output {
        #[arg(value_name = "JOB")]
        job: String,
    },
    Stop {
        #[arg(value_name = "JOB")]
        job: String,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    pub command: ConfigCommand,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum ConfigCommand {
    Show {
        #[arg(long)]
        json: bool,
    },
    Path {
        #[arg(long)]
        json: bool,
    },
    Set {
        #[arg(value_name = "KEY")]
        key: String,
        #[arg(value_name = "VALUE", allow_negative_numbers = true)]
        value: String,
        #[arg(long)]
        local: bool,
    },
    Unset {
        #[arg(value_name = "KEY")]
        key: String,
        #[arg(long)]
        local: bool,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    #[arg(long)]
    pub json: bool,
    #[arg(long)]
    pub offline: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CompletionArgs {
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(crate) struct VersionArgs {
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct HelpArgs {
    #[arg(value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// Who may use the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AuthMode {
    Token,
    Password,
    None,
}

/// The wire formats a provider may be set up with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    #[value(name = "openai")]
    OpenAi,
    Anthropic,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// The words for postures, with those that users of other programs know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PermissionMode {
    #[value(alias = "manual", alias = "default")]
    Ask,
    #[value(alias = "acceptEdits")]
    AcceptEdits,
    Auto,
    #[value(alias = "bypassPermissions")]
    Yolo,
    #[value(alias = "dontAsk")]
    DontAsk,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    Text,
    Json,
    StreamJson,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PermissionsArgs {
    #[command(subcommand)]
    pub command: PermissionsCommand,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum PermissionsCommand {
    Explain(ExplainArgs),
    List(PermissionsListArgs),
    Forget(ForgetArgs),
    Check(PermissionsListArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    #[arg(value_name = "TOOL", required_unless_present = "batch")]
    pub tool: Option<String>,
    #[arg(value_name = "ARGS", required_unless_present = "batch")]
    pub args: Option<String>,
    #[arg(long, value_name = "MODE")]
    pub posture: Option<PermissionMode>,
    #[arg(long, value_name = "MODE", default_value = "normal")]
    pub mode: SessionMode,
    #[arg(long, value_name = "PATH")]
    pub cwd: Option<PathBuf>,
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tool", "args", "posture", "mode", "cwd"])]
    pub batch: Option<PathBuf>,
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PermissionsListArgs {
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ForgetArgs {
    #[arg(value_name = "NUMBER")]
    pub number: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SessionMode {
    Normal,
    Plan,
}
