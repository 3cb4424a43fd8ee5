//! Why the text of a command does not show what it would do. The catalogue says each of these as `nested.<code>`, and some
//! of them as `nested.<code>.in` where it is known in which word.

use std::borrow::Cow;

/// One of the reasons below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Why(&'static str);

impl Why {
    pub const fn code(self) -> &'static str {
        self.0
    }
}

/// A command stands inside a word, a text or a calculation.
pub(super) const SUBSTITUTION: Why = Why("substitution");
/// A test, a calculation or the name of a variable is taken for code.
pub(super) const EVALUATION: Why = Why("evaluation");
/// What a variable is expanded to may be run, or run something.
pub(super) const EXPANSION: Why = Why("expansion");
/// Syntax that is not understood, or not certain to be read as bash reads it.
pub(super) const NOT_UNDERSTOOD: Why = Why("not_understood");
/// Characters that are not seen, or are read otherwise than they look.
pub(super) const DECEPTIVE: Why = Why("deceptive");
/// More than is looked at.
pub(super) const TOO_MUCH: Why = Why("too_much");
/// A text for PowerShell.
pub(super) const POWERSHELL: Why = Why("powershell");
/// A command whose name is not known.
pub(super) const UNKNOWN_NAME: Why = Why("unknown_name");
/// A file that the shell runs.
pub(super) const SOURCED: Why = Why("sourced");

/// What it is about runs a text.
pub(super) const RUNS_TEXT: Why = Why("runs_text");
/// What it is about runs its input.
pub(super) const RUNS_INPUT: Why = Why("runs_input");
/// A program runs the command that it is about.
pub(super) const RUNS_COMMAND: Why = Why("runs_command");
/// What it is about runs a command that is not known.
pub(super) const RUNS_UNKNOWN: Why = Why("runs_unknown");
/// A variable or setting that makes programs run something.
pub(super) const MAKES_RUN: Why = Why("makes_run");
/// It is the name of a function that is defined.
pub(super) const DEFINES: Why = Why("defines");
/// What it is about changes how the shell reads or runs what follows.
pub(super) const CHANGES_SHELL: Why = Why("changes_shell");

/// How long words are in reasons, in characters.
const CLIP: usize = 60;

/// The first line of a text, as long as a reason can hold it.
pub(super) fn clip(text: &str) -> Cow<'_, str> {
    let line = text.lines().next().unwrap_or_default();
    if line.len() == text.len() && text.chars().nth(CLIP).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(line.chars().take(CLIP).chain(['…']).collect())
}
