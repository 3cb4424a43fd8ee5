//! The grants of a project that outlive a session, in `<state>/projects/<project>/grants.json`. Several processes may
//! change the file: each does so under a lock and replaces it whole. What the text of a rule means is not known here.

use crate::{
    Stamp, StoreError,
    private::{lock_for_change, make_private_folder, replace_private},
    project::project_slug,
};
use reasonix_stdx::clock;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

/// The format that this program writes.
const VERSION: u64 = 1;

/// A grant that was given for always.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedGrant {
    /// Such as `Bash=make test`.
    pub rule: String,
    /// When it was given, in milliseconds since the Unix epoch.
    pub at: u64,
}

/// The file, as JSON. What is not listed here would be lost when the file is written, so it is refused.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    version: u64,
    workspace: String,
    grants: Vec<SavedGrant>,
}

/// The grants of one project. Everything here waits for the disk, and changes also for other processes that make one.
#[derive(Debug, Clone)]
pub struct GrantFile {
    path: PathBuf,
    workspace: String,
}

impl GrantFile {
    /// The grants of `workspace`. `state` is the state folder; nothing of it need exist yet.
    pub fn new(state: &Path, workspace: &Path) -> Self {
        let path = state.join("projects").join(project_slug(workspace)).join("grants.json");
        Self { path, workspace: workspace.display().to_string() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The grants in the order in which they were given; none if there is no file. Fails with
    /// [`StoreError::GrantsCorrupt`], [`StoreError::GrantsNewer`] or [`StoreError::GrantsOfOther`] where the file
    /// cannot be relied on; no change is made to such a file either.
    pub fn load(&self) -> Result<Vec<SavedGrant>, StoreError> {
        match fs::read(&self.path) {
            Ok(bytes) => self.parse(&bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(StoreError::io("read", &self.path)(error)),
        }
    }

    /// Adds rules behind those that are there, each once. Tells whether there was a new one among them.
    pub fn add(&self, rules: &[String]) -> Result<bool, StoreError> {
        if rules.is_empty() {
            return Ok(false);
        }
        self.change(|grants| {
            let before = grants.len();
            for rule in rules {
                if !grants.iter().any(|known| known.rule == *rule) {
                    grants.push(SavedGrant { rule: rule.clone(), at: clock::now_ms() });
                }
            }
            Ok(grants.len() > before)
        })
    }

    /// Takes out the grant of this number, counted from 1 in the order of [`Self::load`], and gives it back. Fails with
    /// [`StoreError::NoGrant`] if there is none.
    pub fn forget(&self, index: usize) -> Result<SavedGrant, StoreError> {
        self.change(|grants| {
            let count = grants.len();
            if index == 0 || index > count {
                return Err(StoreError::NoGrant { path: self.path.clone(), index, count });
            }
            Ok(grants.remove(index - 1))
        })
    }

    /// The state of the file at this moment. Take it before [`Self::load`], so that no change falls between.
    pub fn stamp(&self) -> Stamp {
        Stamp::of(&self.path)
    }

    /// Whether the file has changed since `stamp` was taken, also by being made or removed. Costs one look at the disk.
    pub fn changed_since(&self, stamp: &Stamp) -> bool {
        self.stamp() != *stamp
    }

    fn parse(&self, bytes: &[u8]) -> Result<Vec<SavedGrant>, StoreError> {
        #[derive(Deserialize)]
        struct Version {
            version: u64,
        }
        let corrupt = |reason: String| StoreError::GrantsCorrupt { path: self.path.clone(), reason };
        // Before anything else, so that a newer format is told from damage.
        let Version { version } = serde_json::from_slice(bytes).map_err(|error| corrupt(error.to_string()))?;
        if version > VERSION {
            return Err(StoreError::GrantsNewer { path: self.path.clone(), version });
        }
        let content: Content = serde_json::from_slice(bytes).map_err(|error| corrupt(error.to_string()))?;
        if content.workspace != self.workspace {
            return Err(StoreError::GrantsOfOther { path: self.path.clone(), workspace: content.workspace });
        }
        Ok(content.grants)
    }

    /// Reads, lets `change` add or remove, and writes if it did; all under the lock.
    fn change<T>(&self, change: impl FnOnce(&mut Vec<SavedGrant>) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let _lock = self.lock()?;
        let mut grants = self.load()?;
        let before = grants.len();
        let result = change(&mut grants)?;
        if grants.len() != before {
            self.replace(grants).map_err(StoreError::io("write", &self.path))?;
        }
        Ok(result)
    }

    fn lock(&self) -> Result<File, StoreError> {
        make_private_folder(self.folder()).map_err(StoreError::io("create", self.folder()))?;
        let path = self.path.with_extension("lock");
        lock_for_change(&path).map_err(StoreError::io("lock", path))
    }

    fn replace(&self, grants: Vec<SavedGrant>) -> io::Result<()> {
        let content = Content { version: VERSION, workspace: self.workspace.clone(), grants };
        let mut bytes = serde_json::to_vec_pretty(&content)?;
        bytes.push(b'\n');
        replace_private(&self.path, &bytes)
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }
}
