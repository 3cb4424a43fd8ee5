//! What can go wrong with sessions and grants on disk. Every variant carries the path.

use crate::Holder;
use reasonix_protocol::Problem;
use std::{io, path::PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{action} {path}: {source}")]
    Io { action: &'static str, path: PathBuf, source: io::Error },
    #[error("{path} is open for writing in {holder}")]
    InUse { path: PathBuf, holder: Holder },
    #[error("{path}, line {line}: written by a newer version (event version {version})")]
    Future { path: PathBuf, line: u64, version: u64 },
    #[error("{path}, line {line}: {reason}")]
    Corrupt { path: PathBuf, line: u64, reason: String },
    #[error("{path} was deleted or replaced while it was written")]
    Replaced { path: PathBuf },
    #[error("no session matches {query:?}")]
    NotFound { query: String },
    #[error("{query:?} matches {} sessions", .matches.len())]
    Ambiguous { query: String, matches: Vec<String> },
    #[error("there is no session yet in {workspace}")]
    NoSession { workspace: PathBuf },
    #[error("{path}: {reason}")]
    GrantsCorrupt { path: PathBuf, reason: String },
    #[error("{path}: written by a newer version (format {version})")]
    GrantsNewer { path: PathBuf, version: u64 },
    #[error("{path} holds the grants of {workspace}")]
    GrantsOfOther { path: PathBuf, workspace: String },
    /// `index` counts from 1.
    #[error("{path} has {count} grants, none is number {index}")]
    NoGrant { path: PathBuf, index: usize, count: usize },
}

impl StoreError {
    pub(crate) fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { action, path, source }
    }

    /// The error as a front end shows it.
    pub fn problem(&self) -> Problem {
        match self {
            Self::Io { action, path, source } => {
                Problem::new("store_io").with("action", action).with("path", path.display()).with("reason", source)
            }
            Self::InUse { path, holder: Holder { pid: 0, .. } } => {
                Problem::new("session_in_use_somewhere").with("path", path.display()).retryable()
            }
            Self::InUse { path, holder } => Problem::new("session_in_use")
                .with("path", path.display())
                .with("pid", holder.pid)
                .with("since", reasonix_stdx::clock::format_utc(holder.since))
                .retryable(),
            Self::Future { path, line, version } => Problem::new("session_newer_version")
                .with("path", path.display())
                .with("line", line)
                .with("version", version),
            Self::Corrupt { path, line, reason } => {
                Problem::new("session_corrupt").with("path", path.display()).with("line", line).with("reason", reason)
            }
            Self::Replaced { path } => Problem::new("journal_replaced").with("path", path.display()),
            Self::NotFound { query } => Problem::new("session_not_found").with("query", query),
            Self::Ambiguous { query, matches } => {
                Problem::new("session_ambiguous").with("query", query).with("matches", matches.join(", "))
            }
            Self::NoSession { workspace } => Problem::new("session_none").with("workspace", workspace.display()),
            Self::GrantsCorrupt { path, reason } => {
                Problem::new("grants_corrupt").with("path", path.display()).with("reason", reason)
            }
            Self::GrantsNewer { path, version } => {
                Problem::new("grants_newer_version").with("path", path.display()).with("version", version)
            }
            Self::GrantsOfOther { path, workspace } => {
                Problem::new("grants_other_workspace").with("path", path.display()).with("workspace", workspace)
            }
            Self::NoGrant { path, index, count } => {
                Problem::new("grants_not_found").with("path", path.display()).with("index", index).with("count", count)
            }
        }
    }
}
