//! The project's saved grants as the agent sees them: one look at the file's traits before a decision, and a read only
//! when they have changed.

use crate::{commands::config::first_problem, config_source::ConfigSource};
use reasonix_agent::{GrantSource, SavedGrants};
use reasonix_config::Layer;
use reasonix_protocol::Problem;
use reasonix_store::{GrantFile, Stamp};
use std::sync::{Arc, Mutex, PoisonError};

/// The grants of a project.
pub(crate) struct ProjectGrants {
    file: GrantFile,
    config: Arc<ConfigSource>,
    /// The newest state that was seen, with its number.
    seen: Mutex<Option<(u64, Stamp)>>,
}

impl ProjectGrants {
    pub(crate) const fn new(file: GrantFile, config: Arc<ConfigSource>) -> Self {
        Self { file, config, seen: Mutex::new(None) }
    }

    pub(crate) const fn file(&self) -> &GrantFile {
        &self.file
    }

    /// The number of the file's present state.
    fn version(&self) -> u64 {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match &*seen {
            Some((version, stamp)) if !self.file.changed_since(stamp) => *version,
            before => {
                let version = before.as_ref().map_or(1, |(version, _)| version + 1);
                *seen = Some((version, self.file.stamp()));
                version
            }
        }
    }
}

impl GrantSource for ProjectGrants {
    fn newer_than(&self, known: Option<u64>) -> Option<SavedGrants> {
        let version = self.version();
        if known == Some(version) {
            return None;
        }
        let (rules, problem) = match self.file.load() {
            Ok(grants) => (grants.into_iter().map(|grant| grant.rule).collect(), None),
            Err(error) => (Vec::new(), Some(error.problem())),
        };
        Some(SavedGrants { version, rules, problem })
    }

    fn add(&self, rules: &[String]) -> Result<(), Problem> {
        self.file.add(rules).map(|_| ()).map_err(|error| error.problem())
    }

    fn open(&self, folders: &[String]) -> Result<(), Problem> {
        // A list of the project takes the place of the user's, so that it begins with what that says.
        let held = self.config.load().settings.sandbox.allow_write;
        let held: Vec<String> = held.iter().map(|folder| folder.display().to_string()).collect();
        let edit = self.config.edit(Layer::Project);
        let added = edit.add_to_list("sandbox.allow_write", folders, &held);
        added.map(|_| ()).map_err(|error| first_problem(&error))
    }
}
