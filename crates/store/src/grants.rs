//! The grants of a project that outlive a session, in `<state>/projects/<project>/grants.json`. Several processes may
//! change the file: each does so under a lock and replaces it whole. What the text of a rule means is not known here.

use crate::{
    StoreError,
    private::{for_owner_only, make_private_folder},
    project::project_slug,
};
use reasonix_stdx::clock;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    time::SystemTime,
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

/// What one look at the file tells about its state; equal as long as nobody changed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp(Option<Traits>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Traits {
    modified: Option<SystemTime>,
    length: u64,
    /// Every change makes another file. 0 where files have no number.
    inode: u64,
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
        Stamp(fs::metadata(&self.path).ok().map(|metadata| Traits {
            modified: metadata.modified().ok(),
            length: metadata.len(),
            inode: inode(&metadata),
        }))
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

    /// Waits for the right to change the file, which lasts until the lock is dropped. The lock's own file stays: a
    /// process that waits for it would else hold a lock that the next one does not see.
    fn lock(&self) -> Result<File, StoreError> {
        make_private_folder(self.folder()).map_err(StoreError::io("create", self.folder()))?;
        let path = self.path.with_extension("lock");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        for_owner_only(&mut options);
        let file = options.open(&path).map_err(StoreError::io("open", &path))?;
        loop {
            match file.lock() {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                locked => return locked.map(|()| file).map_err(StoreError::io("lock", path)),
            }
        }
    }

    fn replace(&self, grants: Vec<SavedGrant>) -> io::Result<()> {
        let content = Content { version: VERSION, workspace: self.workspace.clone(), grants };
        let mut bytes = serde_json::to_vec_pretty(&content)?;
        bytes.push(b'\n');
        // Such a file is its owner's alone.
        let mut draft = tempfile::Builder::new().prefix(".grants-").suffix(".tmp").tempfile_in(self.folder())?;
        draft.write_all(&bytes)?;
        draft.as_file().sync_all()?;
        draft.persist(&self.path).map_err(|error| error.error)?;
        sync_folder(self.folder());
        Ok(())
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_metadata: &Metadata) -> u64 {
    0
}

/// Makes a rename last through a power loss, where the system lets a folder be synced. The file is in place either way.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}
