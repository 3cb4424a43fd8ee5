//! The project's saved grants as the agent sees them: one look at the file's traits before a decision, and a read only
//! when they have changed.

use reasonix_agent::{GrantSource, SavedGrants};
use reasonix_protocol::Problem;
use reasonix_store::{GrantFile, Stamp};
use std::sync::{Mutex, PoisonError};

/// The grants of a project.
pub(crate) struct ProjectGrants {
    file: GrantFile,
    /// The newest state that was seen, with its number.
    seen: Mutex<Option<(u64, Stamp)>>,
}

impl ProjectGrants {
    pub(crate) const fn new(file: GrantFile) -> Self {
        Self { file, seen: Mutex::new(None) }
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
}
