//! A command line that makes no sense: says what is wrong with it in the user's language, with what was probably meant.

use crate::{args::Args, exit::Exit, launch::complain, texts::Texts};
use clap::{
    CommandFactory, Error,
    error::{ContextKind, ContextValue, ErrorKind},
};
use reasonix_protocol::Problem;

/// Shows what parsing gave instead of arguments. Help was asked for and goes to stdout.
pub(crate) fn report(error: &Error, texts: Texts) -> Exit {
    match (error.kind(), problem(error)) {
        (ErrorKind::DisplayHelp | ErrorKind::DisplayVersion, _) => {
            let _ = error.print();
            Exit::Success
        }
        (_, Some(problem)) => {
            complain(&problem, texts);
            show_usage(error, texts);
            Exit::Usage
        }
        (_, None) => {
            let _ = error.print();
            Exit::Usage
        }
    }
}

fn show_usage(error: &Error, texts: Texts) {
    let Some(usage) = text(error, ContextKind::Usage) else { return };
    let usage = usage.trim_start_matches("Usage: ");
    let command = command_path(usage).join(" ");
    eprintln!("\n{} {usage}", texts.get("cli.heading.usage", &[]));
    eprintln!("{}", texts.get("cli.see_help", &[("command", &command)]));
}

/// The commands that a usage line begins with, as in `reasonix config [OPTIONS] <COMMAND>`.
fn command_path(usage: &str) -> Vec<&str> {
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
    usage.split_whitespace().take_while(is_name).collect()
}

/// A word where a command should be: a misspelled command, or a task without `run` in front.
fn unknown_command(error: &Error) -> Option<Problem> {
    let word = text(error, ContextKind::InvalidSubcommand)?;
    let usage = text(error, ContextKind::Usage).unwrap_or_default();
    let path = command_path(usage.trim_start_matches("Usage: "));
    let is_task = path.len() <= 1 && (word.contains(char::is_whitespace) || !word.is_ascii());
    let problem = if is_task {
        Problem::new("cli_task_without_run")
    } else {
        match nearest(error, ContextKind::SuggestedSubcommand).or_else(|| swapped(&word, &path)) {
            Some(nearest) => Problem::new("cli_misspelled_command").with("nearest", nearest),
            None => Problem::new("cli_unknown_command"),
        }
    };
    Some(problem.with("command", word))
}

/// The command of which two neighbouring letters were swapped, which clap does not think of.
fn swapped(word: &str, path: &[&str]) -> Option<String> {
    let root = Args::command();
    let command = path.iter().skip(1).try_fold(&root, |command, name| command.find_subcommand(name))?;
    let names = command.get_subcommands().map(clap::Command::get_name);
    names.into_iter().find(|name| differ_by_a_swap(word, name)).map(str::to_owned)
}

fn differ_by_a_swap(left: &str, right: &str) -> bool {
    let differing = left.chars().zip(right.chars()).enumerate().filter(|(_, (left, right))| left != right);
    match differing.collect::<Vec<_>>().as_slice() {
        [(first, one), (second, other)] => {
            left.len() == right.len() && first + 1 == *second && one.0 == other.1 && one.1 == other.0
        }
        _ => false,
    }
}

/// The error with what clap knows of it; `None` for the kinds that our arguments cannot cause.
fn problem(error: &Error) -> Option<Problem> {
    let get = |kind| text(error, kind);
    let argument = || get(ContextKind::InvalidArg);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let problem = match nearest(error, ContextKind::SuggestedArg) {
                Some(nearest) => Problem::new("cli_misspelled_argument").with("nearest", nearest),
                None => Problem::new("cli_unknown_argument"),
            };
            Some(problem.with("argument", argument()?))
        }
        ErrorKind::InvalidSubcommand => unknown_command(error),
        ErrorKind::InvalidValue => {
            let problem = match get(ContextKind::InvalidValue).filter(|value| !value.is_empty()) {
                None => Problem::new("cli_value_missing"),
                Some(value) => match nearest(error, ContextKind::SuggestedValue) {
                    Some(nearest) => Problem::new("cli_misspelled_value").with("value", value).with("nearest", nearest),
                    None => Problem::new("cli_invalid_value").with("value", value),
                },
            };
            let allowed = get(ContextKind::ValidValue).unwrap_or_default();
            Some(problem.with("argument", argument()?).with("allowed", allowed))
        }
        // Which is a number that is none: what else there is has a list of values.
        ErrorKind::ValueValidation => {
            let value = get(ContextKind::InvalidValue)?;
            Some(Problem::new("cli_not_a_number").with("argument", argument()?).with("value", value))
        }
        ErrorKind::TooManyValues => {
            let value = get(ContextKind::InvalidValue)?;
            Some(Problem::new("cli_unexpected_value").with("argument", argument()?).with("value", value))
        }
        ErrorKind::MissingRequiredArgument => Some(Problem::new("cli_argument_missing").with("argument", argument()?)),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let known = get(ContextKind::ValidSubcommand)?;
            Some(Problem::new("cli_command_missing").with("known", known))
        }
        ErrorKind::ArgumentConflict => {
            let problem = match get(ContextKind::PriorArg) {
                Some(other) if Some(&other) != argument().as_ref() => {
                    Problem::new("cli_arguments_conflict").with("other", other)
                }
                _ => Problem::new("cli_argument_repeated"),
            };
            Some(problem.with("argument", argument()?))
        }
        ErrorKind::InvalidUtf8 => Some(Problem::new("cli_not_utf8")),
        _ => None,
    }
}

/// What was probably meant. Of several clap puts the most similar last.
fn nearest(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::Strings(texts) => texts.last().cloned(),
        _ => text(error, kind),
    }
}

fn text(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        _ => None,
    }
}
