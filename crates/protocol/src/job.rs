//! Jobs: commands that go on in the background of their session, over its turns, until they end or it does.

use crate::{ids::JobId, problem::Problem};
use serde::{Deserialize, Serialize};

/// How a job ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum JobEnd {
    /// By itself, with this exit code.
    Exited { code: i32 },
    /// By a signal that did not come from the session.
    Signalled { signal: i32 },
    /// It was stopped, with everything it had started.
    Stopped { by: JobStopper },
    /// It could not be started, or not be followed to its end.
    Failed { problem: Problem },
    /// The process that ran it is gone: nobody knows how it ended.
    Lost {
        /// Something of it still ran when the session was opened again, and was stopped. Where it is not set, something
        /// may run yet that could not be found.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stopped: bool,
    },
}

/// Who stopped a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum JobStopper {
    Model,
    User,
    /// The session was closed.
    Session,
}

impl JobEnd {
    /// Lost, and nothing of it was found.
    pub const LOST: Self = Self::Lost { stopped: false };

    /// Whether it did what it was started for.
    pub const fn is_success(&self) -> bool {
        matches!(self, Self::Exited { code: 0 })
    }
}

/// What a call's content tells the model of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct JobSeen {
    pub job: JobId,
    /// The job's output up to this byte has been read.
    pub read_to: u64,
    /// It says how the job ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub end: bool,
}
