//! What a front end that may be in another process sends besides ops: a command with the workspace it is about, and a
//! subscription.

use crate::{command::Command, ids::SessionId, op::Op};
use serde::{Deserialize, Serialize};

/// A command on its way to the engine of a workspace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct CallParams {
    /// Absolute; the workspace that the program was started in if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workspace: Option<String>,
    pub command: Command,
}

/// An op on its way to a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SubmitParams {
    pub session: SessionId,
    pub op: Op,
}

/// What to be told about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "to", rename_all = "snake_case")]
pub enum SubscribeParams {
    /// An open session: its events from a number on (1 is the first), then everything as it happens.
    Session {
        session: SessionId,
        from_seq: u64,
        /// Longest `content` of a finished call, in bytes, before it is cut to a preview; unset: never. The whole is
        /// there by `OutputRead`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preview_bytes: Option<u32>,
        /// With `from_seq` 1: only the newest turns, as many as hold about this number of events, and a snapshot of what
        /// was before. `SessionEvents` gives the older ones. Unset: everything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        newest: Option<u32>,
    },
    /// Everything outside the journals.
    Signals,
}
