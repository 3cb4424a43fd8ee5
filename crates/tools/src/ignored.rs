//! What the lists of ignored names say of a path: `.ignore` before `.gitignore`, the deeper folder before the one above
//! it, then `.git/info/exclude` and the user's own list. A folder need not be a repository to have such lists; where one
//! begins, the lists of git above it do not count.

use crate::folder::{Folder, Kind};
use ignore::{
    Match,
    gitignore::{Gitignore, GitignoreBuilder},
};
use std::{
    ffi::{OsStr, OsString},
    io::Read,
    path::Path,
    rc::Rc,
};

/// Longer lists are read as far as this (bytes).
const MOST_BYTES: u64 = 1 << 20;

/// The lists that count in one folder.
#[derive(Debug, Clone)]
pub(crate) struct Ignored {
    nearest: Option<Rc<Lists>>,
    /// The user's own, for all repositories.
    everywhere: Rc<Gitignore>,
}

/// The lists of one folder, and of those above it.
#[derive(Debug)]
struct Lists {
    above: Option<Rc<Self>>,
    any: Option<Gitignore>,
    git: Option<Gitignore>,
    exclude: Option<Gitignore>,
    is_repository: bool,
}

impl Ignored {
    /// Those that count above `start`.
    pub(crate) fn above(start: &Path) -> Self {
        let mut ignored = Self { nearest: None, everywhere: Rc::new(Gitignore::global().0) };
        let mut above: Vec<&Path> = start.ancestors().skip(1).collect();
        above.reverse();
        for path in above {
            let Ok(folder) = Folder::open(path) else { continue };
            let named = |name: &&str| folder.kind(OsStr::new(name)).ok().map(|kind| (OsString::from(name), kind));
            let names: Vec<_> = [".git", ".gitignore", ".ignore"].iter().filter_map(named).collect();
            ignored = ignored.below(path, &folder, &names);
        }
        ignored
    }

    /// With those of a folder, of which all names are given.
    pub(crate) fn below(&self, path: &Path, folder: &Folder, names: &[(OsString, Kind)]) -> Self {
        let has = |wanted: &str| names.iter().any(|(name, _)| name == wanted);
        let list = |name: &str| has(name).then(|| read(path, folder, name)).flatten();
        let is_repository = has(".git");
        let exclude = || {
            let info = folder.enter(".git".as_ref()).and_then(|git| git.enter("info".as_ref())).ok()?;
            read(path, &info, "exclude")
        };
        let lists = Lists {
            above: self.nearest.clone(),
            any: list(".ignore"),
            git: list(".gitignore"),
            exclude: is_repository.then(exclude).flatten(),
            is_repository,
        };
        let says_nothing = lists.any.is_none() && lists.git.is_none() && !is_repository;
        let nearest = if says_nothing { self.nearest.clone() } else { Some(Rc::new(lists)) };
        Self { nearest, everywhere: Rc::clone(&self.everywhere) }
    }

    /// Whether a path in the folder is shown. What a list names as an exception is, even if it would not be by itself.
    pub(crate) fn shows(&self, path: &Path, is_folder: bool, by_itself: bool) -> bool {
        let (mut any, mut git, mut exclude) = (None, None, None);
        let mut in_repository = true;
        let mut next = self.nearest.as_deref();
        while let Some(lists) = next {
            any = any.or_else(|| said(lists.any.as_ref(), path, is_folder));
            if in_repository {
                git = git.or_else(|| said(lists.git.as_ref(), path, is_folder));
                exclude = exclude.or_else(|| said(lists.exclude.as_ref(), path, is_folder));
            }
            in_repository &= !lists.is_repository;
            next = lists.above.as_deref();
        }
        let said = any.or(git).or(exclude).or_else(|| said(Some(&self.everywhere), path, is_folder));
        said.unwrap_or(by_itself)
    }
}

/// Whether the list shows the path, if it says anything about it.
fn said(list: Option<&Gitignore>, path: &Path, is_folder: bool) -> Option<bool> {
    match list?.matched(path, is_folder) {
        Match::None => None,
        Match::Ignore(_) => Some(false),
        Match::Whitelist(_) => Some(true),
    }
}

/// A list whose patterns count from `root`. What is no plain file, or no pattern, says nothing.
fn read(root: &Path, folder: &Folder, name: &str) -> Option<Gitignore> {
    let mut bytes = Vec::new();
    folder.open_file(name.as_ref()).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let mut builder = GitignoreBuilder::new(root);
    for line in text.trim_start_matches('\u{feff}').lines() {
        // A pattern that is not valid is passed over, as git does.
        let _ = builder.add_line(None, line);
    }
    builder.build().ok()
}
