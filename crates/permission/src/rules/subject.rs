//! A call as rules see it.

use crate::{
    Family,
    paths::JudgedPath,
    shell::{Analysis, Argv, Part},
};
use std::borrow::Cow;

/// Texts that a further one is compared with, so that thousands of them stay cheap.
const MOST_COMPARED: usize = 64;

/// What a call is and touches. A shell command comes with its analysis, and its paths stand among the others.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub tool: &'a str,
    pub family: Family,
    pub paths: &'a [JudgedPath],
    pub urls: &'a [String],
    pub shell: Option<ShellSubject<'a>>,
}

/// A command, whole, and what is known of it.
#[derive(Debug, Clone, Copy)]
pub struct ShellSubject<'a> {
    pub command: &'a str,
    pub analysis: &'a Analysis,
}

impl<'a> Subject<'a> {
    /// A call of a tool that tells nothing of what it touches.
    pub const fn new(tool: &'a str, family: Family) -> Self {
        Self { tool, family, paths: &[], urls: &[], shell: None }
    }

    /// Nothing is known of what the call touches, so that no rule about it can be ruled out.
    pub(crate) const fn tells_nothing(&self) -> bool {
        self.paths.is_empty() && self.urls.is_empty() && self.shell.is_none()
    }
}

impl ShellSubject<'_> {
    /// Every text that a denial or question is held against: the command as it was written, each part of it, and every
    /// command that may run.
    /// None stands there twice.
    pub(crate) fn texts(&self, fold_programs: bool) -> Vec<Cow<'_, str>> {
        let mut texts = Vec::with_capacity(1 + 2 * (self.analysis.parts.len() + self.analysis.reached.len()));
        texts.push(Cow::Borrowed(self.command));
        for part in &self.analysis.parts {
            push(&mut texts, Cow::Borrowed(&part.text));
            texts.extend(unquoted(part).map(Cow::Borrowed));
        }
        for argv in &self.analysis.reached {
            push(&mut texts, Cow::Borrowed(argv.text()));
            if let Some(text) = with_plain_program(argv, fold_programs) {
                push(&mut texts, Cow::Owned(text));
            }
        }
        texts
    }

    /// Every command that may run, also by what its program is called elsewhere.
    pub(crate) fn reached(&self, fold_programs: bool) -> Vec<Cow<'_, str>> {
        let mut texts = Vec::with_capacity(self.analysis.reached.len());
        for argv in &self.analysis.reached {
            texts.extend(with_plain_program(argv, fold_programs).map(Cow::Owned));
            texts.push(Cow::Borrowed(argv.text()));
        }
        texts
    }
}

/// The words of the part without their quotes, if that is another text.
pub(crate) fn unquoted(part: &Part) -> Option<&str> {
    part.argv.as_ref().map(Argv::text).filter(|text| *text != part.text)
}

fn push<'a>(texts: &mut Vec<Cow<'a, str>>, text: Cow<'a, str>) {
    if !texts.iter().take(MOST_COMPARED).any(|known| *known == text) {
        texts.push(text);
    }
}

fn with_plain_program(argv: &Argv, fold_programs: bool) -> Option<String> {
    let plain = plain_program(argv.name(), fold_programs)?;
    let rest = argv.text().strip_prefix(argv.name()).unwrap_or_default();
    Some(plain + rest)
}

/// The program's name without Windows' endings, and in small letters where files are found by any. `None` if that is the
/// name as it stands.
fn plain_program(name: &str, fold_programs: bool) -> Option<String> {
    let folded = if fold_programs { Cow::Owned(name.to_lowercase()) } else { Cow::Borrowed(name) };
    let end = folded
        .rsplit_once('.')
        .filter(|(_, end)| ["exe", "cmd", "bat", "com", "ps1"].iter().any(|program| end.eq_ignore_ascii_case(program)));
    let plain = end.map_or(&*folded, |(start, _)| start);
    (plain != name && !plain.is_empty()).then(|| plain.to_owned())
}
