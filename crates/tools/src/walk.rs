//! Going through the files below a folder: what git ignores is left out, links are not followed, and the order is that
//! of the names.

use crate::unreadable::Unreadable;
use ignore::{DirEntry, WalkBuilder};
use std::path::{Path, PathBuf};

/// Folders of version control, dependencies and caches, left out wherever they stand below the start.
const LEFT_OUT: &[&str] = &[".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__", ".venv"];
/// Left out only at the top, where it is a build's output and not somebody's module.
const LEFT_OUT_AT_TOP: &[&str] = &["target"];
/// Marks a folder as a cache, whatever its name (<https://bford.info/cachedir/>).
const CACHE_TAG: &str = "CACHEDIR.TAG";

/// How to go.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    /// Names with a leading dot too.
    pub hidden: bool,
    /// How far below the start.
    pub max_depth: Option<usize>,
    pub unreadable: Unreadable,
    /// Contents are read, not only names.
    pub searches: bool,
}

impl Walk {
    /// The entries below `start`, which itself is the first.
    pub(crate) fn entries(&self, start: &Path) -> ignore::Walk {
        let (unreadable, searches) = (self.unreadable.clone(), self.searches);
        let is_hidden =
            move |path: &Path| if searches { unreadable.in_search(path) } else { unreadable.in_listing(path) };
        WalkBuilder::new(start)
            .hidden(!self.hidden)
            .max_depth(self.max_depth)
            // A folder that is no repository can still say what to ignore.
            .require_git(false)
            .follow_links(false)
            .sort_by_file_name(std::ffi::OsStr::cmp)
            .filter_entry(move |entry| !is_left_out(entry) && (entry.depth() == 0 || !is_hidden(entry.path())))
            .build()
    }
}

/// The plain files below `start` that anybody may see.
pub(crate) fn files(start: &Path) -> impl Iterator<Item = PathBuf> {
    let walk = Walk { hidden: false, max_depth: None, unreadable: Unreadable::none(), searches: false };
    walk.entries(start)
        .flatten()
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .map(DirEntry::into_path)
}

fn is_left_out(entry: &DirEntry) -> bool {
    if entry.depth() == 0 || !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return false;
    }
    let named = |names: &[&str]| entry.file_name().to_str().is_some_and(|name| names.contains(&name));
    named(LEFT_OUT) || (entry.depth() == 1 && named(LEFT_OUT_AT_TOP)) || entry.path().join(CACHE_TAG).is_file()
}
