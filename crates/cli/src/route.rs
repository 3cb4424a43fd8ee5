//! `reasonix -p "task"` is `reasonix run -p "task"`: where the command line begins with a flag that only `run` has, `run`
//! is meant.

use crate::args::Args;
use clap::{Arg, CommandFactory};
use std::ffi::{OsStr, OsString};

/// Puts `run` in front where it is meant and not said.
pub(crate) fn route(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_flag = |word: &&OsString| word.to_string_lossy().starts_with('-') && *word != "-" && *word != "--";
    let leading = words.iter().skip(1).take_while(is_flag).count();
    let flags = words.get(1..=leading).unwrap_or_default();
    if flags.is_empty() || flags.iter().any(|word| word == "-h" || word == "--help") {
        return words;
    }
    let command = Args::command();
    let run: Vec<&Arg> = command.find_subcommand("run").into_iter().flat_map(clap::Command::get_arguments).collect();
    if flags.iter().any(|flag| is_one_of(flag, &run)) {
        if words.get(leading + 1).is_some_and(|word| word == "run") {
            words.remove(leading + 1);
        }
        words.insert(1, "run".into());
    }
    words
}

/// Whether a word, as in `--model`, `--model=x`, `-c` or `-yc`, is one of these arguments.
fn is_one_of(word: &OsStr, arguments: &[&Arg]) -> bool {
    let word = word.to_string_lossy();
    let has_long = |name: &str| {
        arguments
            .iter()
            .any(|arg| arg.get_long() == Some(name) || arg.get_all_aliases().unwrap_or_default().contains(&name))
    };
    match word.strip_prefix("--") {
        Some(long) => has_long(long.split('=').next().unwrap_or(long)),
        None => word.chars().skip(1).any(|short| arguments.iter().any(|arg| arg.get_short() == Some(short))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_of_run_means_run() {
        let check = |typed: &str, expected: &str| {
            let words = typed.split(' ').map(OsString::from).collect();
            let routed: Vec<_> = route(words).into_iter().map(|word| word.into_string().unwrap()).collect();
            assert_eq!(routed.join(" "), expected);
        };
        check("reasonix -p task", "reasonix run -p task");
        check("reasonix --print --yolo task", "reasonix run --print --yolo task");
        check("reasonix run -p task", "reasonix run -p task");
        check("reasonix sessions list", "reasonix sessions list");
        check("reasonix -p --help", "reasonix -p --help");
        check("reasonix -c task", "reasonix run -c task");
        check("reasonix -v -y task", "reasonix run -v -y task");
        check("reasonix -yc task", "reasonix run -yc task");
        check("reasonix -y run task", "reasonix run -y task");
        check("reasonix --resume abc task", "reasonix run --resume abc task");
        check("reasonix --model=x task", "reasonix run --model=x task");
        check("reasonix --dangerously-skip-permissions task", "reasonix run --dangerously-skip-permissions task");
        check("reasonix -v doctor", "reasonix -v doctor");
        check("reasonix --modle x", "reasonix --modle x");
        check("reasonix -V", "reasonix -V");
        check("reasonix", "reasonix");
    }
}
