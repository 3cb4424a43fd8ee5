//! Jobs: which there are, and what they printed.

use crate::{
    ids::{CallId, JobId, SessionId},
    job::JobEnd,
};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct JobsListParams {
    /// Of this session alone; unset: of the sessions that some process has open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionId>,
    /// All workspaces, not only the engine's own.
    #[serde(default)]
    pub all_workspaces: bool,
    /// Those that have ended too.
    #[serde(default)]
    pub ended: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct JobsListReply {
    /// The newest first.
    pub jobs: Vec<JobSummary>,
}

/// A job in a list, as its session's journal tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct JobSummary {
    pub session: SessionId,
    /// The session's.
    pub title: String,
    pub workspace: String,
    pub job: JobId,
    /// The call that started it.
    pub call: CallId,
    pub command: String,
    /// Absolute.
    pub cwd: String,
    /// Milliseconds since the Unix epoch.
    pub started_at: u64,
    /// Unset while it runs. A job without an end whose session no process has open is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<JobEnd>,
    /// Milliseconds since the Unix epoch; unset while it runs, and where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
    /// It was told that it has printed nothing for a long time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stalled: bool,
    /// Process id of the engine that runs it, while it runs; 0 where that cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<u32>,
    /// Absolute path of the file with its output, which may not exist yet.
    pub log: String,
}

/// One job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct JobParams {
    pub session: SessionId,
    pub job: JobId,
}

/// A part of what a job printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct JobOutputParams {
    pub session: SessionId,
    pub job: JobId,
    /// In bytes; a place inside a character is moved back to its start. Unset: the newest output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// Most bytes of the reply; at most 1 MiB are given.
    pub limit: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct JobOutputReply {
    pub text: String,
    /// Where `text` begins, in bytes.
    pub offset: u64,
    /// Where the next page begins; unset at the end of what there is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
    /// Of what was kept so far, in bytes.
    pub size: u64,
}
