//! Ops: what a front end asks of a live session. They have no reply; a refused one comes back as a live event.

use crate::{
    command::Exposure,
    content::Content,
    ids::{JobId, WaitId},
    settings::{Effort, Mode, Posture},
    wait::Answer,
};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Op {
    /// Begins a turn. A turn left open by a process that died is ended first; a running one refuses the op.
    StartTurn { input: Vec<Content> },
    /// Stops the running turn. Every call of it still gets exactly one result.
    Interrupt,
    /// Answers a wait, once.
    Resolve { wait: WaitId, answer: Answer },
    /// Changes settings from the next step on.
    Configure {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effort: Option<Effort>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<Mode>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        posture: Option<Posture>,
    },
    /// Stops a job with everything it has started.
    StopJob { job: JobId },
    /// Ends the session's actor after ending its turn. The journal stays and can be opened again.
    Close,
}

impl Op {
    /// What a front end from outside must have been given to send this; `None` for what is always there.
    pub const fn needs(&self) -> Option<Exposure> {
        match self {
            Self::Configure { posture: Some(_), .. } | Self::Configure { mode: Some(_), .. } => Some(Exposure::Posture),
            _ => None,
        }
    }
}
