//! Workspaces, and looking for files in one.

use serde::{Deserialize, Serialize};

/// What the program is and what this front end may do with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct AboutReply {
    pub version: String,
    /// As in `linux`, `macos`, `windows`.
    pub platform: String,
    /// Absolute path of the user's home folder, if it is known.
    pub home: Option<String>,
    /// The workspace that the program was started in; absolute.
    pub workspace: String,
    /// The language texts are shown in: `en` or `zh-CN`.
    pub language: String,
    /// What may be changed from here. A front end on this machine may do everything.
    pub exposed: Vec<Exposure>,
}

/// A group of commands and ops that a front end from outside may be given or not. Answering waits, working in a session
/// and choosing its model are always there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Exposure {
    /// Posture and mode of a session.
    Posture,
    /// Configuration files, rules and grants.
    Settings,
    /// Adding providers and their keys.
    Providers,
    /// Other folders than the one the program was started in.
    Workspaces,
}

impl Exposure {
    /// The word used in the configuration.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Posture => "posture",
            Self::Settings => "settings",
            Self::Providers => "providers",
            Self::Workspaces => "workspaces",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct WorkspacesReply {
    /// The one that was used last first.
    pub workspaces: Vec<WorkspaceSummary>,
}

/// A folder that was worked in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct WorkspaceSummary {
    /// Absolute.
    pub path: String,
    /// The folder's own name.
    pub name: String,
    /// The checked-out branch of its git repository, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// Whether the folder is still there.
    pub exists: bool,
    /// A throw-away folder of the tour.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_tour: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct WorkspaceParams {
    /// Absolute, or beginning with `~/`.
    pub path: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FolderListReply {
    /// Absolute.
    pub path: String,
    /// The one above, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Names of the folders in it, sorted; hidden ones left out.
    pub folders: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FilesFindParams {
    /// Letters of the wanted path in their order; empty lists what lies at the top.
    pub query: String,
    /// Most paths in the reply.
    pub limit: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FilesFindReply {
    /// The best match first.
    pub files: Vec<FoundFile>,
    /// There are more than were asked for.
    pub more: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FoundFile {
    /// From the workspace's root, with `/`; a folder ends in one.
    pub path: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FileReadParams {
    /// From the workspace's root, or absolute inside it.
    pub path: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FileReadReply {
    /// Absolute.
    pub path: String,
    /// The beginning, up to 512 KiB. Empty for a binary file.
    pub text: String,
    /// Of the whole file, in bytes.
    pub size: u64,
    /// It is not text.
    pub binary: bool,
    /// `text` ends before the file does.
    pub cut: bool,
}
