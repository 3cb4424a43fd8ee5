//! The folders that were worked in, in `<state>/workspaces.json`, so that front ends of several workspaces can list them.
//! Several processes may change the file: each does so under a lock and replaces it whole. A file that cannot be
//! understood counts as none: most of it is told by the sessions, too.

use crate::{
    StoreError,
    private::{lock_for_change, make_private_folder, replace_private},
};
use reasonix_stdx::clock;
use serde::{Deserialize, Serialize};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The format that this program writes.
const VERSION: u64 = 1;

/// Most folders of each list; those that were used longest ago go.
const MOST: usize = 200;

/// More than such a file ever holds.
const LIMIT_BYTES: u64 = 1 << 20;

/// The file. Nothing of it need exist yet.
#[derive(Debug, Clone)]
pub struct WorkspaceFile {
    path: PathBuf,
}

/// A folder that was worked in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedWorkspace {
    pub path: PathBuf,
    /// In milliseconds since the Unix epoch.
    pub at: u64,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Content {
    version: u64,
    /// The one that was used last first.
    #[serde(default)]
    used: Vec<UsedWorkspace>,
    /// Taken off the list, with when that was: older sessions do not bring it back.
    #[serde(default)]
    forgotten: Vec<UsedWorkspace>,
}

impl WorkspaceFile {
    /// `state` is the state folder.
    pub fn new(state: &Path) -> Self {
        Self { path: state.join("workspaces.json") }
    }

    /// The folders of the file and of the sessions together, the one that was used last first. `sessions` gives folders
    /// with when they were last used, as [`crate::SessionStore::workspaces`] does.
    pub fn list(&self, sessions: Vec<(PathBuf, u64)>) -> Vec<UsedWorkspace> {
        let Content { mut used, forgotten, .. } = self.load();
        for (path, at) in sessions {
            if forgotten.iter().any(|gone| gone.path == path && gone.at >= at) {
                continue;
            }
            match used.iter_mut().find(|known| known.path == path) {
                Some(known) => known.at = known.at.max(at),
                None => used.push(UsedWorkspace { path, at }),
            }
        }
        used.sort_by(|left, right| right.at.cmp(&left.at).then_with(|| left.path.cmp(&right.path)));
        used.truncate(MOST);
        used
    }

    /// Puts a folder at the top. Tells whether it is new in the file.
    pub fn note_use(&self, folder: &Path) -> Result<bool, StoreError> {
        self.change(|content| {
            let before = content.used.len() + content.forgotten.len();
            content.used.retain(|known| known.path != folder);
            content.forgotten.retain(|known| known.path != folder);
            let is_new = content.used.len() == before;
            content.used.insert(0, UsedWorkspace { path: folder.to_path_buf(), at: clock::now_ms() });
            is_new
        })
    }

    /// Takes a folder off the list.
    pub fn forget(&self, folder: &Path) -> Result<(), StoreError> {
        self.change(|content| {
            content.used.retain(|known| known.path != folder);
            content.forgotten.retain(|known| known.path != folder);
            content.forgotten.insert(0, UsedWorkspace { path: folder.to_path_buf(), at: clock::now_ms() });
        })
    }

    fn load(&self) -> Content {
        let is_small = fs::metadata(&self.path).is_ok_and(|metadata| metadata.len() <= LIMIT_BYTES);
        let bytes = if is_small { fs::read(&self.path).unwrap_or_default() } else { Vec::new() };
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    fn change<T>(&self, change: impl FnOnce(&mut Content) -> T) -> Result<T, StoreError> {
        let folder = self.path.parent().unwrap_or(&self.path);
        make_private_folder(folder).map_err(StoreError::io("create", folder))?;
        let lock = self.path.with_extension("lock");
        let _lock = lock_for_change(&lock).map_err(StoreError::io("lock", lock))?;
        let mut content = self.load();
        let result = change(&mut content);
        content.version = VERSION;
        content.used.truncate(MOST);
        content.forgotten.truncate(MOST);
        let write = serde_json::to_vec_pretty(&content).map_err(Into::into);
        write.and_then(|bytes| replace_private(&self.path, &bytes)).map_err(StoreError::io("write", &self.path))?;
        Ok(result)
    }
}
