//! What is said: user input, the parts of a model's message, what a call shows, and todo lists.

use crate::ids::{CallId, JobId};
use serde::{Deserialize, Serialize};

/// A piece of user input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Content {
    Text { text: String },
}

impl Content {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }
}

/// A piece of a model's message, in the order the model gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Part {
    Text {
        text: String,
    },
    /// Thinking. `signature` proves it to the vendor that made it and goes back byte for byte.
    Reasoning {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signature: Option<String>,
    },
    /// A tool call; its arguments stand in the event that froze it.
    Call {
        call: CallId,
    },
    /// Something only its vendor understands, kept as the JSON text it came as.
    Vendor {
        wire: String,
        json: String,
    },
}

/// How a finished call is shown to people, beside the content the model got.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Display {
    /// The content is all there is.
    Plain,
    /// Files that were, or would be, changed.
    Diff { files: Vec<FileDiff> },
    /// A command that ran. `exit` is `None` if it was killed.
    Command { exit: Option<i32> },
    /// A command that goes on in the background.
    Job { job: JobId },
}

/// One file's change as a unified diff without file headers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FileDiff {
    /// Relative to the workspace root where it lies inside.
    pub path: String,
    /// Where the file was before, if it moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_from: Option<String>,
    /// Hunks with three lines of context; cut at 64 KiB with a closing line that says so.
    pub unified: String,
    pub added: u32,
    pub removed: u32,
}

/// One line of the agent's own list of things to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TodoItem {
    pub content: String,
    pub status: TodoStatus,
    /// 0 for a phase, 1 for a step inside the phase above it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub level: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(level: &u8) -> bool {
    *level == 0
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TodoStatus {
    Pending,
    InProgress,
    Completed,
}
