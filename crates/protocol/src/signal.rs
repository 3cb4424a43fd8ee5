//! Signals: what changed outside any one session's journal, for front ends that show more than one session. They are not
//! kept: whoever subscribes asks for the present state first.

use crate::{
    command::{SessionStatus, SessionSummary},
    ids::SessionId,
    problem::Problem,
};
use serde::{Deserialize, Serialize};

/// What a front end showed before may be stale now, or a session needs its user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Signal {
    /// A session is new, or what a list shows of it has changed.
    SessionChanged { summary: Box<SessionSummary> },
    /// A session rests, runs or waits for its user. Sent more often than `SessionChanged`, which costs reading a file.
    SessionStatus { session: SessionId, status: SessionStatus },
    /// A session is not in any list any more.
    SessionGone { session: SessionId },
    /// The configuration of a workspace was read again; with errors, what held before still holds.
    ConfigChanged { workspace: String, errors: Vec<Problem>, warnings: Vec<Problem> },
    /// What the user allowed for good has changed.
    GrantsChanged { workspace: String },
    /// A workspace is new in the list, or gone from it.
    WorkspacesChanged,
}
