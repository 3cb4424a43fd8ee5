//! The parser with its help in the user's language: texts, headings and everything else that clap would say in English;
//! and `reasonix help`. What clap says about a wrong command line is in `usage_error`.

use crate::{args::Args, exit::Exit, texts::Texts, usage_error};
use clap::{
    Arg, ArgAction, Command, CommandFactory,
    builder::{PossibleValue, styling::Styles},
    error::ErrorKind,
};
use reasonix_locale::Language;

/// The arguments that every command has, shown below its own.
const EVERYWHERE: [&str; 3] = ["verbose", "version", "help"];

/// The parser.
pub(crate) fn command(texts: Texts) -> Command {
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    let command = Args::command().disable_version_flag(true).arg(version);
    let command = localise(command, "cli", texts).after_help(texts.get("cli.after_help", &[]));
    if texts.language() == Language::En { command } else { translate_usage(command, texts) }
}

/// `reasonix help [COMMAND]...`
pub(crate) fn help(path: &[String], texts: Texts) -> Exit {
    let mut root = command(texts);
    root.build();
    match find(&mut root, path) {
        Ok(command) => {
            let _ = command.print_help();
            Exit::Success
        }
        Err(error) => usage_error::report(&error, texts),
    }
}

fn find<'a>(command: &'a mut Command, path: &[String]) -> Result<&'a mut Command, clap::Error> {
    let Some((name, rest)) = path.split_first() else { return Ok(command) };
    if command.find_subcommand(name).is_none() {
        // Parsed as a command line, so that the name that was probably meant is found.
        let words = [command.get_name().to_owned(), name.clone()];
        let error = command.try_get_matches_from_mut(words).err();
        return Err(error.unwrap_or_else(|| command.error(ErrorKind::InvalidSubcommand, name)));
    }
    match command.find_subcommand_mut(name) {
        Some(inner) => find(inner, rest),
        None => Err(clap::Error::new(ErrorKind::InvalidSubcommand)),
    }
}

fn localise(command: Command, key: &str, texts: Texts) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let mut command = command
        .about(texts.get(&format!("{key}.about"), &[]))
        .disable_help_flag(true)
        .arg(help)
        .mut_args(|arg| localise_arg(arg, key, texts))
        .help_template(template(texts))
        .subcommand_help_heading(texts.get("cli.heading.commands", &[]))
        .subcommand_value_name(texts.get("cli.usage.command", &[]));
    for name in names {
        command = command.mut_subcommand(&name, |command| localise(command, &format!("{key}.{name}"), texts));
    }
    command
}

fn localise_arg(arg: Arg, key: &str, texts: Texts) -> Arg {
    let id = arg.get_id().as_str();
    let everywhere = EVERYWHERE.iter().position(|known| *known == id);
    let text = match everywhere {
        Some(_) => texts.get(&format!("cli.arg.{id}"), &[]),
        None => texts.get(&format!("{key}.arg.{id}"), &[]),
    };
    let heading = if arg.is_positional() { "cli.heading.arguments" } else { "cli.heading.options" };
    let arg = match everywhere {
        Some(position) => arg.display_order(usize::MAX - EVERYWHERE.len() + position),
        None => arg,
    };
    let arg = arg.help_heading(texts.get(heading, &[]));
    if !arg.get_action().takes_values() {
        return arg.help(text);
    }
    let values = values_text(&arg, texts);
    arg.help(text + &values).hide_possible_values(true).hide_default_value(true)
}

/// The possible values and the default, which clap would put behind the text in English.
fn values_text(arg: &Arg, texts: Texts) -> String {
    let mut text = String::new();
    let possible = arg.get_possible_values();
    let shown: Vec<&str> = possible.iter().filter(|value| !value.is_hide_set()).map(PossibleValue::get_name).collect();
    if !shown.is_empty() {
        text.push_str(&texts.get("cli.possible_values", &[("values", &shown.join(", "))]));
    }
    if let Some(default) = arg.get_default_values().first() {
        text.push_str(&texts.get("cli.default_value", &[("value", &default.to_string_lossy())]));
    }
    text
}

fn template(texts: Texts) -> String {
    let style = Styles::styled();
    let style = style.get_usage();
    let usage = texts.get("cli.heading.usage", &[]);
    format!("{{about-with-newline}}\n{style}{usage}{style:#} {{usage}}\n\n{{all-args}}{{after-help}}")
}

/// The one word in a usage line that clap has no setting for.
fn translate_usage(command: Command, texts: Texts) -> Command {
    let mut built = command.clone();
    built.build();
    let options = texts.get("cli.usage.options", &[]);
    translate_usage_by(command, &mut built, &options)
}

fn translate_usage_by(command: Command, built: &mut Command, options: &str) -> Command {
    let usage = built.render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).replace("[OPTIONS]", &format!("[{options}]"));
    let names: Vec<String> = command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let mut command = command.override_usage(usage);
    for name in names {
        if let Some(inner) = built.find_subcommand_mut(&name) {
            command = command.mut_subcommand(&name, |command| translate_usage_by(command, inner, options));
        }
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

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
