//! The list of a workspace's files and folders: hidden ones and those that git ignores are not in it.

use crate::wire::listed_as_tools_do;
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// Most entries of a list.
const MOST: usize = 200_000;

/// How long is walked.
const PATIENCE: Duration = Duration::from_secs(3);

/// Deeper than anyone nests.
const DEPTH: usize = 64;

/// Paths from the root with `/`; a folder ends in one.
#[derive(Debug, Default)]
pub(super) struct Index {
    pub paths: Vec<String>,
    /// There is more than was listed.
    pub is_cut: bool,
}

impl Index {
    /// Walks the folder, as far as the limits let. What cannot be read is left out.
    pub(super) fn of(root: &Path) -> Self {
        let begun = Instant::now();
        let mut index = Self::default();
        for found in listed_as_tools_do(root, DEPTH) {
            if index.paths.len() == MOST || begun.elapsed() > PATIENCE {
                index.is_cut = true;
                break;
            }
            let Some(path) = found.path.strip_prefix(root).ok().and_then(Path::to_str) else { continue };
            let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
            index.paths.push(if found.is_folder { path + "/" } else { path });
        }
        index
    }
}
