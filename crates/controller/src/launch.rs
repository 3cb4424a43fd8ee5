//! What a run is started with, and what it is told about that.

use crate::{Client, Unconfined};
use reasonix_config::{Environment, Overrides, ProjectFile};
use reasonix_protocol::Problem;
use std::{path::PathBuf, sync::Arc};

/// How to start an engine.
#[derive(Clone)]
pub struct LaunchOptions {
    /// The process around it: variables, home, current folder.
    pub environment: Environment,
    /// The workspace's folder; must exist.
    pub workspace: PathBuf,
    /// Further folders that may be written in this run.
    pub add_dirs: Vec<PathBuf>,
    /// What the command line sets of the configuration.
    pub overrides: Overrides,
    pub project: ProjectFile,
    pub broken: BrokenConfig,
    pub unconfined: Unconfined,
    /// A provider that needs no configuration, for the demo. It becomes the default model.
    pub script: Option<Arc<dyn reasonix_model::Provider>>,
}

impl LaunchOptions {
    /// The options of an ordinary run in `workspace`.
    pub fn new(environment: Environment, workspace: PathBuf) -> Self {
        Self {
            environment,
            workspace,
            add_dirs: Vec::new(),
            overrides: Overrides::default(),
            project: ProjectFile::Read,
            broken: BrokenConfig::Refuse,
            unconfined: Unconfined::Refuse,
            script: None,
        }
    }
}

/// What becomes of a run whose configuration has errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BrokenConfig {
    /// It does not start.
    #[default]
    Refuse,
    /// It starts with what could be understood: to look at the configuration and to mend it. It answers commands, whose
    /// replies tell the errors, and opens no session.
    Report,
}

/// A started engine.
pub struct Launched {
    pub client: Client,
    /// What the user should know about the configuration, besides its errors.
    pub warnings: Vec<Problem>,
}
