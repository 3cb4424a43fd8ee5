//! Commands: questions a front end asks the engine outside a session's op stream, and their replies.

use crate::{ids::SessionId, settings::Settings, usage::Usage};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", content = "params", rename_all = "snake_case")]
pub enum Command {
    SessionsList(SessionsListParams),
    SessionsShow(SessionsShowParams),
    Doctor(DoctorParams),
    ConfigShow,
    /// Looks for model servers on their usual loopback ports.
    LocalServers,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reply", content = "data", rename_all = "snake_case")]
pub enum Reply {
    SessionsList(SessionsListReply),
    SessionsShow(Box<SessionsShowReply>),
    Doctor(DoctorReply),
    ConfigShow(ConfigShowReply),
    LocalServers(LocalServersReply),
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LocalServersReply {
    pub servers: Vec<LocalServer>,
}

/// A model server found on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalServer {
    /// As in `Ollama`.
    pub name: String,
    /// What goes into `base_url` of an `openai` provider.
    pub base_url: String,
    pub models: Vec<String>,
}

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
    /// Session files that could not be read, with the reason.
    pub unreadable: Vec<UnreadableSession>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadableSession {
    pub path: String,
    pub reason: String,
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
    pub events: Vec<crate::event::Event>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DoctorParams {
    /// Ask the configured provider whether it can be reached.
    #[serde(default)]
    pub reach_provider: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoctorReply {
    pub checks: Vec<Check>,
}

/// One thing `doctor` looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// Names the check; its title in the catalogue is `doctor.<name>`.
    pub name: String,
    pub level: CheckLevel,
    /// What was found: a version, a path, an address.
    pub found: String,
    /// For a warning or an error: what it is and what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<crate::Problem>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckLevel {
    Ok,
    Info,
    Warning,
    Error,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigShowReply {
    pub values: Vec<ConfigValue>,
    pub warnings: Vec<crate::Problem>,
}

/// One effective configuration value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigValue {
    /// Dotted key.
    pub key: String,
    /// The value in TOML; secrets are masked.
    pub value: String,
    /// `default`, `flag`, or `file:line`.
    pub origin: String,
}
