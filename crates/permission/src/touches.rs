//! What a call would touch, told by its tool and judged here.

use crate::shell::Analysis;
use reasonix_protocol::CallId;
use std::{path::PathBuf, sync::Arc};

/// The families that rules and grants speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Family {
    Bash,
    /// Everything that changes files.
    Edit,
    /// Everything that reads files.
    Read,
    /// A tool that stands for itself.
    Own,
}

/// Whether a path is read or written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    Read,
    Write,
}

/// One path of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathTouch {
    /// As the model wrote it.
    pub text: String,
    /// Absolute, `.` and `..` resolved by text.
    pub written: PathBuf,
    /// Where the operating system ends up: links followed as far as the path exists. Both names are judged and the
    /// stricter wins.
    pub real: PathBuf,
    pub access: Access,
}

/// Everything a call touches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Touches {
    pub paths: Vec<PathTouch>,
    /// Addresses that are fetched, each in its one form: scheme and host in small letters, no name or password.
    pub urls: Vec<String>,
    pub shell: Option<ShellTouch>,
    /// What a command wants to write in beside the folders that it may write anyway.
    pub write_access: Option<WriteAccess>,
    /// A command that wants to run without the sandbox: the call that the sandbox made fail.
    pub escape: Option<CallId>,
}

/// Folders that a confined command is to be let into, which its text need not show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WriteAccess {
    pub folders: Vec<PathTouch>,
    /// Why, in the model's words.
    pub justification: String,
}

/// A shell command and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellTouch {
    /// The command, whole.
    pub command: String,
    pub analysis: Arc<Analysis>,
}

impl Touches {
    pub fn paths(paths: impl IntoIterator<Item = PathTouch>) -> Self {
        Self { paths: paths.into_iter().collect(), ..Self::default() }
    }

    pub fn urls(urls: impl IntoIterator<Item = String>) -> Self {
        Self { urls: urls.into_iter().collect(), ..Self::default() }
    }

    pub fn shell(command: impl Into<String>, analysis: Analysis) -> Self {
        let shell = ShellTouch { command: command.into(), analysis: Arc::new(analysis) };
        Self { shell: Some(shell), ..Self::default() }
    }
}
