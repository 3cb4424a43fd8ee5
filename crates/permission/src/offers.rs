//! What a yes may be, and the rules it would be remembered as: exact ones, and a prefix only where it is offered and
//! chosen.

use crate::{
    Access, Family,
    rules::{ShellSubject, Subject, domain_text, host},
    shell::{Class, Part},
};
use reasonix_protocol::{Offer, Scope};

/// The offers for a call that asks. What only a person may allow is asked each time; only a command can be allowed to
/// the letter for good. A command that asks for what it reads is allowed whole: a rule about a part of it says nothing
/// about that.
pub(crate) fn offers(subject: &Subject<'_>, human: bool, always_asks: bool, for_read: bool) -> Vec<Offer> {
    let mut offers = vec![Offer::of_rules(Scope::Once, Vec::new())];
    let mut offer = |scope, rules: Vec<String>| {
        if !rules.is_empty() {
            offers.push(Offer::of_rules(scope, rules));
        }
    };
    if always_asks {
        return offers;
    }
    match subject.shell {
        Some(shell) if human => offer(Scope::Always, literal(&shell)),
        Some(shell) if for_read => {
            offer(Scope::Session, literal(&shell));
            offer(Scope::Always, literal(&shell));
        }
        Some(shell) => {
            let exact = exact_commands(&shell);
            offer(Scope::Session, exact.clone());
            offer(Scope::Always, exact);
            offer(Scope::Prefix, prefix(&shell).into_iter().collect());
        }
        None if human => {}
        None => {
            let exact = exact_paths(subject);
            let session = if subject.family == Family::Edit { vec!["Edit".to_owned()] } else { exact.clone() };
            offer(Scope::Session, session);
            offer(Scope::Always, exact);
        }
    }
    offers
}

/// The whole command, to the letter. Not for text that does not fit one line of a list.
fn literal(shell: &ShellSubject<'_>) -> Vec<String> {
    let is_plain = !shell.command.chars().any(|character| character.is_control() && character != '\n');
    if is_plain { vec![format!("Bash={}", shell.command)] } else { Vec::new() }
}

/// One rule a part that changes something. With a part that no rule may name apart, the whole command.
fn exact_commands(shell: &ShellSubject<'_>) -> Vec<String> {
    let changing = || shell.analysis.parts.iter().filter(|part| !part.read_only);
    if shell.analysis.class == Class::Plain && changing().all(|part| part.reusable) {
        let mut rules: Vec<String> = Vec::new();
        for part in changing() {
            let rule = format!("Bash={}", part.text);
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        return rules;
    }
    literal(shell)
}

/// The first two words of the only part that changes something, three where the second names no action yet.
fn prefix(shell: &ShellSubject<'_>) -> Option<String> {
    let mut changing = shell.analysis.parts.iter().filter(|part| !part.read_only);
    let part = changing.next().filter(|part| part.reusable)?;
    if changing.next().is_some() || shell.analysis.class != Class::Plain {
        return None;
    }
    let words = prefix_words(part)?;
    Some(format!("Bash({}:*)", words.join(" ")))
}

fn prefix_words(part: &Part) -> Option<Vec<&str>> {
    let argv = part.argv.as_ref()?;
    let is_name = |word: &&str| {
        !word.starts_with('-') && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'))
    };
    let words: Vec<&str> = argv.words().take_while(is_name).take(3).collect();
    let wanted = match words.as_slice() {
        // The second word is a file or one of many settings, and what may follow is not alike.
        ["rm" | "rmdir" | "unlink" | "shred" | "mv" | "cp" | "ln" | "chmod" | "chown" | "tee", ..]
        | ["git", "config", ..] => return None,
        ["aws" | "az" | "gcloud" | "gh" | "glab", ..]
        | ["docker" | "podman", "compose" | "container" | "image", ..]
        | ["npm" | "pnpm" | "yarn" | "bun" | "uv" | "poetry", "run", _] => 3,
        [_, _, ..] => 2,
        _ => return None,
    };
    (words.len() >= wanted).then(|| words.into_iter().take(wanted).collect())
}

/// One rule a path for the file tools, one a host for addresses, else the tool.
fn exact_paths(subject: &Subject<'_>) -> Vec<String> {
    if subject.paths.is_empty() && !subject.urls.is_empty() {
        let host = |url: &String| Some(format!("{}({})", subject.tool, domain_text(host(url)?)));
        return subject.urls.iter().filter_map(host).collect();
    }
    if subject.paths.is_empty() {
        return vec![subject.tool.to_owned()];
    }
    let rule = |access: Access, path: &str| match access {
        Access::Write => format!("Edit={path}"),
        Access::Read => format!("Read={path}"),
    };
    subject.paths.iter().map(|path| rule(path.access, &path.written().to_string_lossy())).collect()
}
