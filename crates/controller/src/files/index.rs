//! The list of a workspace's files and folders: hidden ones and those that git ignores are not in it.

use ignore::WalkBuilder;
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
        let walk = WalkBuilder::new(root).require_git(false).follow_links(false).max_depth(Some(DEPTH)).build();
        for entry in walk.flatten() {
            if index.paths.len() == MOST || begun.elapsed() > PATIENCE {
                index.is_cut = true;
                break;
            }
            let Some(path) = entry.path().strip_prefix(root).ok().and_then(Path::to_str) else { continue };
            if path.is_empty() {
                continue;
            }
            let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            index.paths.push(if is_folder { path + "/" } else { path });
        }
        index
    }
}
