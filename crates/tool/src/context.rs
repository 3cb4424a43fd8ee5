//! What a running tool may know and use.

use crate::{Denials, Jobs, PrivateFolder, Workspace};
use reasonix_protocol::{Answer, SeenFile};
use std::{path::PathBuf, sync::Arc};
use tokio_util::sync::CancellationToken;

/// Handed to `Tool::run`.
#[derive(Clone)]
pub struct RunContext {
    pub workspace: Arc<Workspace>,
    /// Folders beside the workspace's roots that the user has opened for writing in this session.
    pub opened: Vec<PathBuf>,
    /// The denial that the call wants to answer, if it is open.
    pub denials: Denials,
    /// Fires when the turn is interrupted.
    pub cancel: CancellationToken,
    pub live: LiveOutput,
    pub seen: SeenBefore,
    /// A file that does not exist yet, for output that outgrows memory. The pipeline takes it over.
    pub spool: PathBuf,
    /// The session's background jobs.
    pub jobs: Jobs,
    /// The session's own temporary folder.
    pub private: PrivateFolder,
    /// The user's answer, for a tool that asked questions.
    pub answer: Option<Answer>,
}

/// Where a running call shows output as it arrives. Cheap to clone; never blocks.
#[derive(Clone)]
pub struct LiveOutput(Arc<dyn Fn(&str) + Send + Sync>);

impl LiveOutput {
    pub fn new(show: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(show))
    }

    /// Shows nothing.
    pub fn silent() -> Self {
        Self::new(|_| {})
    }

    pub fn show(&self, text: &str) {
        (self.0)(text);
    }
}

/// The files among those the call touches that this session has read or written before, as it last saw them.
#[derive(Debug, Clone, Default)]
pub struct SeenBefore(Vec<SeenFile>);

impl SeenBefore {
    pub const fn new(files: Vec<SeenFile>) -> Self {
        Self(files)
    }

    /// SHA-256 (hexadecimal) of the file's bytes when the session last saw them.
    pub fn hash(&self, path: &std::path::Path) -> Option<&str> {
        self.0.iter().find(|file| std::path::Path::new(&file.path) == path).map(|file| file.hash.as_str())
    }
}
