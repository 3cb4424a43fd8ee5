//! What a running request reports while it streams.

use crate::ModelFailure;
use std::time::Duration;
use tokio::sync::mpsc;

/// Sent while a request runs. Nothing here is final: the completion holds the whole message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    Text(String),
    Reasoning(String),
    /// The model began to write a call's arguments.
    CallStarted {
        tool: String,
    },
    /// The attempt failed and another follows after `delay`. With `discarded`, what this request has reported is void.
    Retrying {
        attempt: u32,
        max: u32,
        delay: Duration,
        discarded: bool,
        failure: ModelFailure,
    },
}

/// Where an adapter reports to. Bounded, so that a slow reader slows the socket and not the memory.
pub type ProgressSender = mpsc::Sender<Progress>;
