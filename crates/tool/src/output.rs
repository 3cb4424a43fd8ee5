//! What a call gives back: raw from the tool, then the bounded form that the model reads.

use reasonix_protocol::{BlobRef, CallOutcome, Display, JobSeen, Problem, SeenFile, TodoItem};
use reasonix_stdx::text;
use std::path::PathBuf;

/// The most that a model reads of one result, in bytes. The full text is kept beside the journal.
pub const MODEL_CONTENT_LIMIT: usize = 32 * 1024;

/// What a tool returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Text for the model; the pipeline bounds it.
    pub content: String,
    pub display: Display,
    /// Files whose content the call read or wrote, as it left them.
    pub seen: Vec<SeenFile>,
    /// Jobs that `content` tells of.
    pub jobs: Vec<JobSeen>,
    /// A new todo list, from the tool that keeps it.
    pub todos: Option<Vec<TodoItem>>,
    /// The whole output, where `content` is already a cut of it.
    pub spooled: Option<PathBuf>,
    /// The tool did run, and what it ran says that it failed (a command's exit code).
    pub failed: bool,
    /// The command, where the sandbox seems to have made it fail.
    pub denied_command: Option<String>,
}

impl Output {
    pub fn text(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            display: Display::Plain,
            seen: Vec::new(),
            jobs: Vec::new(),
            todos: None,
            spooled: None,
            failed: false,
            denied_command: None,
        }
    }

    #[must_use]
    pub fn display(mut self, display: Display) -> Self {
        self.display = display;
        self
    }

    #[must_use]
    pub fn seen(mut self, file: SeenFile) -> Self {
        self.seen.push(file);
        self
    }
}

/// The end of a call: these bytes are final.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinalResult {
    pub outcome: CallOutcome,
    /// Exactly what the model reads.
    pub content: String,
    pub display: Display,
    pub full: Option<BlobRef>,
    pub seen: Vec<SeenFile>,
    pub jobs: Vec<JobSeen>,
    pub todos: Option<Vec<TodoItem>>,
    /// The command, where the sandbox seems to have made it fail.
    pub denied_command: Option<String>,
    pub duration_ms: u64,
    /// The turn cannot go on.
    pub fatal: Option<Problem>,
}

impl FinalResult {
    /// The result of a call that never ran. The reason may quote what the model wrote, at whatever length.
    pub fn not_run(outcome: CallOutcome, content: impl Into<String>) -> Self {
        Self {
            outcome,
            content: bounded(content.into()),
            display: Display::Plain,
            full: None,
            seen: Vec::new(),
            jobs: Vec::new(),
            todos: None,
            denied_command: None,
            duration_ms: 0,
            fatal: None,
        }
    }
}

/// `content`, cut where it is longer than a result may be.
pub(crate) fn bounded(mut content: String) -> String {
    if content.len() > MODEL_CONTENT_LIMIT {
        let kept = text::prefix(&content, MODEL_CONTENT_LIMIT - 64).len();
        content.truncate(kept);
        content.push_str("\n[… cut at the limit of one result]");
    }
    content
}
