//! Listing sessions and reading one.

use crate::{Problem, event::Event, ids::SessionId, settings::Settings, usage::Usage};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SessionsListParams {
    /// All workspaces, not only the engine's own.
    #[serde(default)]
    pub all_workspaces: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SessionsListReply {
    /// The newest first.
    pub sessions: Vec<SessionSummary>,
    /// Session files that could not be read.
    pub unreadable: Vec<UnreadableSession>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadableSession {
    pub path: String,
    pub problem: Problem,
}

/// A session in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionSummary {
    pub id: SessionId,
    /// The first line of the first input.
    pub title: String,
    pub workspace: String,
    pub model: String,
    /// Milliseconds since the Unix epoch.
    pub started_at: u64,
    /// When its file last changed, in milliseconds since the Unix epoch.
    pub changed_at: u64,
    pub turns: u32,
    /// Another process has it open for writing.
    pub in_use: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionsShowParams {
    /// An id, a unique beginning of one, a journal's path, or a unique part of a title.
    pub query: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionsShowReply {
    pub summary: SessionSummary,
    pub settings: Settings,
    pub usage: Usage,
    /// Absolute path of its journal.
    pub journal: String,
    pub events: Vec<Event>,
}
