//! Commands picked out of text that is not understood, for deny and ask rules alone: every run of words between characters
//! that end a command somewhere. Finds too much, never decides an allow.

use super::Argv;

/// No text is worth more.
const MOST: usize = 256;

/// Words of a command that rules look at.
const WORDS: usize = 12;

pub(super) fn commands(text: &str, reached: &mut Vec<Argv>) {
    let ends = |c: char| matches!(c, ';' | '|' | '&' | '\n' | '(' | ')' | '{' | '}' | '`' | '$' | '"' | '\'');
    for run in text.split(ends).filter(|run| !run.trim().is_empty()).take(MOST) {
        let words = run
            .split(|c: char| c.is_whitespace() || c.is_control())
            .map(|word| word.replace('\\', ""))
            .filter(|word| !word.is_empty())
            .take(WORDS);
        push(Argv::of(words), reached);
    }
}

/// Adds the command and its bare name. No program has an empty one.
pub(super) fn push(argv: Argv, reached: &mut Vec<Argv>) {
    if argv.name().is_empty() {
        return;
    }
    reached.extend(bare(argv.name()).map(|name| argv.named(name)));
    reached.push(argv);
}

/// The name of a program without its folder and the ending that Windows wants, if it has either.
pub(super) fn bare(name: &str) -> Option<&str> {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let lower = base.len().checked_sub(4).and_then(|at| base.get(at..));
    let base = match lower {
        Some(ending) if [".exe", ".cmd", ".bat", ".com"].iter().any(|known| ending.eq_ignore_ascii_case(known)) => {
            base.get(..base.len() - 4).unwrap_or(base)
        }
        _ => base,
    };
    (base != name && !base.is_empty()).then_some(base)
}
