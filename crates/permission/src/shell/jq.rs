//! Programs of `jq` and its kin, as far as they look at more than their input: at the environment, at modules.

use super::{
    call::{Call, Reading},
    readers,
    secrets::is_secret_name,
    value::Arg,
};
use std::borrow::Cow;

/// Whether the program that the call gives to `jq`, or to the one in a client, shows the environment.
pub(super) fn shows_environment(base: &str, args: &[Arg<'_>]) -> bool {
    programs(base, args).iter().any(|program| looks_at_environment(program))
}

/// Whether a program loads a module, which may be data: any file named `….json`.
pub(super) fn loads(program: &str) -> bool {
    words(program).any(|(before, word, behind)| {
        matches!(word, "import" | "include")
            && !before.ends_with(['.', '"', '$'])
            && !behind.trim_start().starts_with(':')
    })
}

fn programs<'c>(base: &str, args: &'c [Arg<'_>]) -> Vec<Cow<'c, str>> {
    if base == "gh" {
        let mut is_next = false;
        return args
            .iter()
            .filter_map(|arg| given(arg, std::mem::replace(&mut is_next, false), &mut is_next))
            .collect();
    }
    let candidate = readers::candidates(base, args).next();
    let call = candidate.and_then(|(listed, _)| Call::read(&listed.flags, args, Reading::Lenient));
    // Behind `eval` the second word is the program.
    let count = if base == "yq" { 2 } else { 1 };
    match call {
        Some(call) => call.operands.iter().take(count).map(|operand| operand.shown()).collect(),
        None => args.iter().map(Arg::shown).collect(),
    }
}

/// The value of `-q` or `--jq`, which may stand in a bundle and be glued.
fn given<'c>(arg: &'c Arg<'_>, was_next: bool, is_next: &mut bool) -> Option<Cow<'c, str>> {
    let text = arg.shown();
    if was_next {
        return Some(text);
    }
    if let Some(program) = text.strip_prefix("--jq=") {
        return Some(Cow::Owned(program.to_owned()));
    }
    let bundle = text.strip_prefix('-').filter(|bundle| !bundle.starts_with('-'));
    let glued = bundle.and_then(|bundle| bundle.split_once('q')).map(|(_, program)| program);
    *is_next = text == "--jq" || glued == Some("");
    glued.filter(|program| !program.is_empty()).map(|program| Cow::Owned(program.to_owned()))
}

/// `env`, `$ENV`, `env(X)`, `strenv(X)`, `envsubst`, unless they name a harmless variable.
fn looks_at_environment(program: &str) -> bool {
    words(program).any(|(before, word, behind)| {
        let is_own = match word {
            "ENV" => before.trim_end().ends_with('$'),
            "env" => !before.ends_with(['.', '"', '\'', '$']) && !is_key(before, behind),
            "strenv" | "envsubst" => true,
            _ => false,
        };
        let name = behind.trim_start().strip_prefix(['.', '(']).unwrap_or_default().trim_start();
        let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
        let name = name.get(..end).unwrap_or_default();
        is_own && (name.is_empty() || is_secret_name(name))
    })
}

/// `{env: 1}`, and `{env}`, which is `{env: .env}`.
fn is_key(before: &str, behind: &str) -> bool {
    let behind = behind.trim_start();
    if behind.starts_with(':') {
        return true;
    }
    let is_alone = before.trim_end().ends_with(['{', ',']) && behind.starts_with([',', '}']);
    is_alone && innermost(before) == Some('{')
}

/// The bracket that is open at the end of the text.
fn innermost(text: &str) -> Option<char> {
    let mut open = Vec::new();
    for c in text.chars() {
        match c {
            '{' | '[' | '(' => open.push(c),
            '}' | ']' | ')' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.pop()
}

/// The words of a program, each with the text before and behind it.
fn words(program: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + program.get(from..)?.find(is_word)?;
        let rest = program.get(start..)?;
        let end = start + rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        from = end;
        Some((program.get(..start)?, program.get(start..end)?, program.get(end..)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment() {
        for program in [
            "env",
            "$ENV",
            "$ ENV",
            "null//env",
            "env//1",
            "1-env",
            "[1, env]",
            "env.API_KEY",
            "env[\"X\"]",
            "strenv(API_KEY)",
            "env(API_KEY)",
            "\"a\" | envsubst",
            "{a: env}",
            "[env, 1] | {env}",
        ] {
            assert!(looks_at_environment(program), "{program}");
        }
        for program in [
            ".env",
            ".a.env | keys",
            "env.HOME",
            "{env: 1}",
            ".[] | {name, env}",
            ".[] | {env, name}",
            "\"env\"",
            "environment",
            ".spec.containers[0].env",
        ] {
            assert!(!looks_at_environment(program), "{program}");
        }
    }

    #[test]
    fn modules() {
        for program in
            ["import \"a\" as $d; $d", "import\"a\" as $d; $d", "include \"x\"; f", "import # \n \"a\" as $d; $d"]
        {
            assert!(loads(program), "{program}");
        }
        for program in [".import", "{import: 1}", "\"import\"", ".importer"] {
            assert!(!loads(program), "{program}");
        }
    }
}
