//! Sessions: listing, opening, naming, searching, and reading one.

use crate::{
    Problem,
    content::FileDiff,
    event::Event,
    ids::{CallId, SessionId, TurnId},
    settings::{Posture, Settings},
    usage::Usage,
};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionsListParams {
    /// All workspaces, not only the engine's own.
    #[serde(default)]
    pub all_workspaces: bool,
    /// Archived ones too.
    #[serde(default)]
    pub archived: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionsListReply {
    /// The newest first.
    pub sessions: Vec<SessionSummary>,
    /// Session files that could not be read.
    pub unreadable: Vec<UnreadableSession>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct UnreadableSession {
    pub path: String,
    pub problem: Problem,
}

/// A session in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
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
    /// Kept at the top of lists.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// Left out of lists that do not ask for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub archived: bool,
    #[serde(default)]
    pub status: SessionStatus,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionsShowParams {
    /// An id, a unique beginning of one, a journal's path, or a unique part of a title.
    pub query: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionsShowReply {
    pub summary: SessionSummary,
    pub settings: Settings,
    pub usage: Usage,
    /// Absolute path of its journal.
    pub journal: String,
    pub events: Vec<Event>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionEventsParams {
    pub session: SessionId,
    /// Those before this event. It should begin a turn.
    pub before_seq: u64,
    /// Whole turns are given, the newest of them, until there are so many events.
    pub at_least: u32,
    /// Longest `content` of a finished call, in bytes, before it is cut to a preview; unset: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview_bytes: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionEventsReply {
    /// In their order; the first of them has number 1 where there is nothing older.
    pub events: Vec<Event>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionChangesParams {
    pub session: SessionId,
    /// By calls that ended before this event.
    pub before_seq: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionChangesReply {
    /// In the order in which the calls ended.
    pub changes: Vec<TurnChange>,
}

/// What one call changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct TurnChange {
    pub turn: TurnId,
    pub files: Vec<FileDiff>,
}

/// How a session stands, as far as this process knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SessionStatus {
    /// Nothing runs.
    #[default]
    Resting,
    Running,
    /// It needs answers before it can go on.
    Waiting {
        waits: u32,
    },
    /// The newest turn failed.
    Failed,
    /// A turn has ended since its user looked last.
    Unseen,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionOpenParams {
    pub which: SessionChoice,
    /// A model reference; unset: the session's own, or the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Unset: the session's own, or the configured one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub posture: Option<Posture>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SessionChoice {
    New,
    Existing {
        session: SessionId,
    },
    /// A new session with everything of one that another process has open.
    CopyOf {
        session: SessionId,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionOpenedReply {
    pub session: SessionId,
    /// Of its workspace; absolute.
    pub workspace: String,
}

/// Changes what a list shows of a session; what is unset stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionEditParams {
    pub session: SessionId,
    /// Empty goes back to the first line of the first input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pinned: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archived: Option<bool>,
    /// Its user has looked at it now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seen: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionParams {
    pub session: SessionId,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionsSearchParams {
    /// Words to be found in titles, inputs and answers; letter case does not count.
    pub query: String,
    /// All workspaces, not only the engine's own.
    #[serde(default)]
    pub all_workspaces: bool,
    pub limit: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionsSearchReply {
    /// The newest session first.
    pub hits: Vec<SessionHit>,
    pub more: bool,
}

/// A session that holds the words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionHit {
    pub summary: SessionSummary,
    /// Text around the first place, on one line; empty if only the title matches.
    pub excerpt: String,
}

/// The whole output of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct OutputReadParams {
    pub session: SessionId,
    pub call: CallId,
    /// In bytes; a place inside a character is moved back to its start.
    pub offset: u64,
    /// Most bytes of the reply; at most 1 MiB are given.
    pub limit: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct OutputReadReply {
    pub text: String,
    /// Where the next page begins; unset at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
    /// Of the whole, in bytes.
    pub size: u64,
}

/// What the model is sent with the next request, part by part, in its order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct SessionContextReply {
    pub parts: Vec<ContextPart>,
    /// Tokens that fit into the model, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<u64>,
    /// Of the newest request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest: Option<Usage>,
    /// Of the whole session.
    pub total: Usage,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ContextPart {
    pub kind: ContextKind,
    /// For an entry of the conversation: the turn it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnId>,
    /// How many texts it is made of: tools, messages, results.
    pub count: u32,
    /// As UTF-8.
    pub bytes: u64,
    /// Estimated from the text; the vendor's own count is in `newest`.
    pub tokens: u64,
    /// What it says, up to 4,000 bytes.
    pub preview: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ContextKind {
    /// The system prompt with the summary of the machine.
    System,
    /// The schemas of the tools.
    Tools,
    /// What the user wrote, with what rides in the turn.
    User,
    /// What the model wrote, its calls included.
    Model,
    /// Results of calls.
    Results,
}
