//! Whether a file was changed since, by its traits and not by its content.

use std::{
    fs::{self, Metadata},
    path::Path,
    time::SystemTime,
};

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

impl Stamp {
    /// The traits at this moment. Costs one look at the disk.
    pub fn of(path: &Path) -> Self {
        // A folder in its place is no file: an empty one may stand there while confined commands run.
        Self(fs::metadata(path).ok().filter(|metadata| !metadata.is_dir()).map(|metadata| Traits {
            modified: metadata.modified().ok(),
            length: metadata.len(),
            inode: inode(&metadata),
        }))
    }
}

#[cfg(unix)]
pub(crate) fn inode(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
pub(crate) fn inode(_metadata: &Metadata) -> u64 {
    0
}
