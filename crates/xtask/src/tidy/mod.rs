//! `cargo xtask tidy`: what must hold and no compiler checks. One file a check, each a function from the project to the
//! problems it finds, with tests that show it can fail.

mod architecture;
mod concrete;
mod crates;
mod foreign_words;
mod head_comment;
mod layers;
mod leftovers;
mod length;
mod licences;
mod links;
mod locale_files;
mod locale_use;
mod markdown;
mod page_source;
mod raw_calls;
mod readme;
mod rust_source;
mod tree;
mod whitespace;

use crate::process;
use anyhow::{Result, ensure};
use crates::Crates;
use std::fmt;
use tree::Tree;

/// What checks look at.
pub(crate) struct Project {
    pub tree: Tree,
    pub crates: Crates,
}

/// Something that is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Problem {
    /// From the root, with `/`.
    pub path: String,
    /// Counts from 1; 0 for the file as a whole.
    pub line: usize,
    pub text: String,
    /// Worth a look, but no reason to fail.
    pub is_warning: bool,
}

impl Problem {
    fn new(path: &str, line: usize, text: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, text: text.into(), is_warning: false }
    }

    fn warning(path: &str, line: usize, text: impl Into<String>) -> Self {
        Self { is_warning: true, ..Self::new(path, line, text) }
    }
}

/// On one line, in the form that terminals and editors can follow.
impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.path)?;
        if self.line > 0 {
            write!(out, ":{}", self.line)?;
        }
        write!(out, ": {}{}", if self.is_warning { "warning: " } else { "" }, self.text)
    }
}

/// A check.
type Check = fn(&Project) -> Vec<Problem>;

const CHECKS: &[Check] = &[
    layers::check,
    concrete::check,
    raw_calls::check,
    licences::check,
    architecture::check,
    head_comment::check,
    length::check,
    whitespace::check,
    leftovers::check,
    foreign_words::check,
    locale_files::check,
    locale_use::check,
    readme::check,
    links::check,
];

/// How many checks found nothing wrong, and how many did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub good: usize,
    pub bad: usize,
}

/// Runs the command.
pub(crate) fn tidy(args: &[String]) -> Result<bool> {
    ensure!(args.is_empty(), "tidy takes no arguments");
    Ok(run()?.bad == 0)
}

/// Runs all checks and prints what they find.
pub(crate) fn run() -> Result<Outcome> {
    let project = Project { tree: Tree::read(&process::root())?, crates: Crates::read()? };
    let mut outcome = Outcome { good: 0, bad: 0 };
    let mut all = Vec::new();
    for check in CHECKS {
        let found = check(&project);
        let is_bad = found.iter().any(|problem| !problem.is_warning);
        outcome.bad += usize::from(is_bad);
        outcome.good += usize::from(!is_bad);
        all.extend(found);
    }
    all.sort();
    for problem in &all {
        println!("{problem}");
    }
    let warnings = all.iter().filter(|problem| problem.is_warning).count();
    println!("tidy: {} files, {} problems, {warnings} warnings", project.tree.len(), all.len() - warnings);
    Ok(outcome)
}

#[cfg(test)]
impl Project {
    /// A project of these files, without crates.
    fn of(files: &[(&str, &str)]) -> Self {
        Self { tree: Tree::of(files), crates: Crates::default() }
    }
}

/// Runs a check and compares what it found, each as `path:line: text`.
#[cfg(test)]
#[track_caller]
fn expect(check: Check, project: &Project, expected: &[&str]) {
    let mut found = check(project);
    found.sort();
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected);
}
