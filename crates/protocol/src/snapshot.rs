//! A snapshot: how a session stood before its newest turns, for a front end that shows those first and asks for the
//! older ones when they are wanted. It holds what newer events build upon, and nothing of what was said.

use crate::{
    content::TodoItem,
    event::TurnEnd,
    ids::{CallId, ItemId, JobId, TurnId},
    job::JobEnd,
    settings::Settings,
    usage::{Cost, Usage},
};
use serde::{Deserialize, Serialize};

/// The events up to `seq`, as far as what follows needs to know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Snapshot {
    /// Of the newest event that it covers. The event after it begins a turn.
    pub seq: u64,
    /// Absolute workspace root.
    pub workspace: String,
    pub settings: Settings,
    /// The newest turn, call and message; the next ones count on. 0 where there was none.
    pub turn: TurnId,
    pub call: CallId,
    pub item: ItemId,
    pub last_end: Option<TurnEnd>,
    pub usage: Usage,
    /// One per currency.
    pub costs: Vec<Cost>,
    /// Of the newest step.
    pub newest_usage: Option<Usage>,
    pub todos: Vec<TodoItem>,
    /// In the order in which they were started.
    pub jobs: Vec<JobSnapshot>,
}

/// A job as it stood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct JobSnapshot {
    pub job: JobId,
    /// The call that started it.
    pub call: CallId,
    pub command: String,
    /// Absolute.
    pub cwd: String,
    /// Milliseconds since the Unix epoch.
    pub started_at: u64,
    /// How long it had printed nothing when that was told, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stalled_ms: Option<u64>,
    /// Unset while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<JobEnd>,
    /// Milliseconds since the Unix epoch; unset while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
    /// Of its whole output, once it has ended.
    #[serde(default)]
    pub output_bytes: u64,
}
