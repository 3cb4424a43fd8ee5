//! What was typed. Nothing here has a meaning yet; each command turns its arguments into settings. Help texts come from
//! the catalogue, by the names of commands and arguments.

use crate::texts::Texts;
use clap::{CommandFactory, Parser, ValueEnum};
use std::{ffi::OsString, path::PathBuf};

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

/// The parser with its help in the user's language.
pub(crate) fn command(texts: Texts) -> clap::Command {
    localise(Args::command(), "cli", texts)
}

fn localise(command: clap::Command, key: &str, texts: Texts) -> clap::Command {
    let about = texts.get(&format!("{key}.about"), &[]);
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let mut command = command.about(about).mut_args(|arg| {
        let id = arg.get_id().as_str().to_owned();
        match id.as_str() {
            "help" | "version" | "verbose" => arg.help(texts.get(&format!("cli.arg.{id}"), &[])),
            _ => arg.help(texts.get(&format!("{key}.arg.{id}"), &[])),
        }
    });
    for name in names {
        command = command.mut_subcommand(&name, |command| localise(command, &format!("{key}.{name}"), texts));
    }
    command
}

/// `reasonix -p "task"` is `reasonix run -p "task"`: with `--print` among the leading flags, `run` is meant.
pub(crate) fn route_print(mut words: Vec<OsString>) -> Vec<OsString> {
    let leading = words.iter().skip(1).take_while(|word| word.to_string_lossy().starts_with('-'));
    let has_print = leading.clone().any(|word| word == "-p" || word == "--print");
    let asks_for_help = leading.clone().any(|word| word == "-h" || word == "--help");
    if has_print && !asks_for_help {
        words.insert(1, "run".into());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn print_means_run() {
        let check = |typed: &str, expected: &str| {
            let words = typed.split(' ').map(OsString::from).collect();
            let routed: Vec<_> = route_print(words).into_iter().map(|word| word.into_string().unwrap()).collect();
            assert_eq!(routed.join(" "), expected);
        };
        check("reasonix -p task", "reasonix run -p task");
        check("reasonix --print --yolo task", "reasonix run --print --yolo task");
        check("reasonix run -p task", "reasonix run -p task");
        check("reasonix sessions list", "reasonix sessions list");
        check("reasonix -p --help", "reasonix -p --help");
    }

    #[test]
    fn every_command_and_argument_has_a_text_in_both_languages() {
        fn check(command: &clap::Command, path: &str) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!(!about.is_empty() && !about.starts_with("cli."), "{path} has no text: {about}");
            for arg in command.get_arguments() {
                let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
                assert!(!help.is_empty() && !help.starts_with("cli."), "{path} {} has no text: {help}", arg.get_id());
            }
            for inner in command.get_subcommands() {
                check(inner, &format!("{path} {}", inner.get_name()));
            }
        }
        for language in reasonix_locale::Language::ALL {
            let mut command = command(Texts::new(language));
            command.build();
            check(&command, "reasonix");
        }
    }
}
