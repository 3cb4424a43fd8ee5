//! Reads a bash command without running it: what class it is of, which commands it may reach, which paths it names.
//!
//! Nothing is decided on patterns over text. A parser gives a tree, a walker accepts only what it knows, and whatever is
//! left over makes the command *nested*, which needs a human. A command is read-only only because every part of it stands
//! in the tables of [`readers`]; it is never read-only because nothing bad was found. Rules and decisions are elsewhere.

mod argv;
mod arith;
mod brace;
mod builtins;
mod call;
mod carriers;
mod command;
mod conditional;
mod crude;
mod disguise;
mod fd;
mod findings;
mod flags;
mod git;
mod interpreters;
mod jq;
mod limits;
mod mentions;
mod names;
mod nested;
mod noted;
mod numbers;
mod places;
mod program;
mod quote;
mod reach;
mod reached;
mod readers;
mod redirect;
mod secrets;
mod sequence;
mod survey;
mod value;
mod variables;
mod walk;
mod why;
mod word;
mod word_set;
mod wrappers;
mod writers;

pub use argv::Argv;
pub use disguise::Disguised;
pub(crate) use disguise::Form;
pub use why::Why;

use crate::Access;
use std::{path::Path, sync::Arc};

/// Where the command would run.
#[derive(Debug, Clone, Copy)]
pub struct ShellContext<'a> {
    /// Absolute.
    pub cwd: &'a Path,
    pub home: Option<&'a Path>,
}

/// How much of a command can be known beforehand. A later class is the stricter one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Every part only reads and every redirect is harmless.
    ReadOnly,
    /// Words that are what they say.
    Plain,
    /// Expansions, assignments, globs, here-documents or redirects to files: what the words become is not known.
    Dynamic,
    /// Commands inside words or texts, names that are not known, code for an interpreter, or text that was not understood.
    Nested,
}

/// What is known of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    pub class: Class,
    /// Of class nested: why.
    pub unclear: Option<Unclear>,
    /// Of the classes between: the first simple command of which it is not known that it only reads, with its redirects, as
    /// long as a reason can hold it. `None` where no single one is to blame.
    pub changes: Option<String>,
    /// Every simple command as written, in order; pipelines, lists, loops, conditionals and groups are flattened.
    pub parts: Vec<Part>,
    /// Every command that may run, also through wrappers and inside words. A full path stands beside its bare name, git
    /// without its global options beside git with them. May hold more than what would run: for deny and ask rules alone.
    pub reached: Vec<Argv>,
    /// Commands that may run, whose name or subcommand the text does not spell. For deny and ask rules alone.
    pub disguised: Vec<Disguised>,
    /// Files that are named. See [`Certainty`] for what may be concluded from each.
    pub paths: Vec<ShellPath>,
    pub findings: Vec<Finding>,
    /// The first command that prints what is secret, such as the environment or a token, as far as it is known.
    pub discloses: Option<String>,
    /// The first word that is a file which a reader shows, where the text does not tell which.
    pub unresolved: Option<String>,
    /// Something could not be read, so that `reached` and `paths` may lack what would run. Always of class nested.
    pub blind: bool,
}

/// Why the text of a command does not show what it would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unclear {
    pub why: Why,
    /// The program, command or variable it is about; empty where there is none.
    pub about: String,
}

/// A simple command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The words as written, joined by single spaces, without redirects and leading assignments. What rules see. If there
    /// are no words, the assignments or the redirect as written.
    pub text: String,
    /// The words without their quotes; `None` if any is not static.
    pub argv: Option<Argv>,
    /// Whether an allow that was not given for exactly this text may cover it.
    pub reusable: bool,
    pub read_only: bool,
}

/// A file or folder that a command names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellPath {
    /// Absolute, `~` and a `cd` before it followed. `.` and `..` are still in it, because only the file system knows what
    /// is above a link. Empty if nothing is known.
    /// Shared by all that the command does to it.
    pub path: Arc<str>,
    pub access: Access,
    pub certainty: Certainty,
    /// Where among the paths of the command the same one stands first.
    pub(crate) first: usize,
}

/// What is known about a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// This file.
    Exact,
    /// This folder and whatever is below it.
    Tree,
    /// This folder, and files in it whose names are not known, as when a folder's content is copied there.
    Into,
    /// Files that a glob finds. The path holds the glob; what is not certain begins at its first part with a wildcard.
    Glob,
    /// May be a path of that program, or one of several; good for deny and ask, never for allow.
    Guess,
    /// A word that would be this path if the program took it for one; good for what denies and for ask rules, and for
    /// nothing else.
    Mention,
    /// Some file below that folder if `path` is not empty, else anywhere. Good for ask, never for allow.
    Unknown,
}

impl Certainty {
    /// Whether it may be one of several files, of which not all are named.
    pub(crate) const fn is_wide(self) -> bool {
        !matches!(self, Self::Exact | Self::Guess | Self::Mention)
    }
}

/// Something that a human should see whatever the rules say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub kind: FindingKind,
    /// The command as far as it is known.
    pub command: String,
}

/// The kinds of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FindingKind {
    /// Removes the file system's root, a drive, or a top folder of it.
    RemovesRoot,
    /// Removes the home folder, one above it, or all in it.
    RemovesHome,
    /// Removes the folder the command stands in, one above it, or all in it.
    RemovesHere,
}

/// Reads a bash command.
pub fn analyse(command: &str, cx: &ShellContext<'_>) -> Analysis {
    walk::analyse(command, cx)
}

/// PowerShell and cmd texts are not read: always nested. Words are picked out for deny and ask rules.
pub fn analyse_powershell(command: &str) -> Analysis {
    let mut reached = Vec::new();
    crude::commands(command, &mut reached);
    Analysis {
        class: Class::Nested,
        unclear: Some(Unclear { why: why::POWERSHELL, about: String::new() }),
        changes: None,
        parts: Vec::new(),
        reached,
        disguised: Vec::new(),
        paths: Vec::new(),
        findings: Vec::new(),
        discloses: None,
        unresolved: None,
        blind: true,
    }
}
