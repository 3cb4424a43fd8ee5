//! Going through the files below a folder: what git ignores is left out, links are not followed, and the order is that
//! of the names. Every folder is opened in the one above it, so that a link put in the way meanwhile leads nowhere.

use crate::{
    folder::{Folder, Kind, Look},
    ignored::Ignored,
    unreadable::Unreadable,
};
use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io,
    path::{Path, PathBuf},
    rc::Rc,
    vec,
};

/// Folders of version control, dependencies and caches, left out wherever they stand below the start.
const LEFT_OUT: &[&str] = &[".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__", ".venv"];
/// Left out only at the top, where it is a build's output and not somebody's module.
const LEFT_OUT_AT_TOP: &[&str] = &["target"];
/// Marks a folder as a cache, whatever its name (<https://bford.info/cachedir/>).
const CACHE_TAG: &str = "CACHEDIR.TAG";
/// Folders in each other; every one on the way is held open.
const MOST_NESTED: usize = 200;

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
    /// The entries below `start`, which itself is not among them. An error stands for a folder that could not be read.
    pub(crate) fn entries(&self, start: &Path) -> Entries {
        let mut entries = Entries { walk: self.clone(), levels: Vec::new(), failure: None };
        match Folder::open(start) {
            Ok(folder) => entries.descend(start.to_path_buf(), Rc::new(folder), &Ignored::above(start)),
            Err(error) => entries.failure = Some(error),
        }
        entries
    }

    fn is_kept_back(&self, path: &Path) -> bool {
        if self.searches { self.unreadable.in_search(path) } else { self.unreadable.in_listing(path) }
    }
}

/// What was found at one name.
#[derive(Debug)]
pub(crate) struct Entry {
    /// Absolute.
    pub path: PathBuf,
    pub kind: Kind,
    name: OsString,
    folder: Rc<Folder>,
}

impl Entry {
    /// Opens the plain file for reading.
    pub(crate) fn open(&self) -> io::Result<File> {
        self.folder.open_file(&self.name)
    }

    pub(crate) fn look(&self) -> io::Result<Look> {
        self.folder.look(&self.name)
    }

    /// Where the link points.
    pub(crate) fn read_link(&self) -> io::Result<PathBuf> {
        self.folder.read_link(&self.name)
    }
}

/// See [`Walk::entries`].
#[derive(Debug)]
pub(crate) struct Entries {
    walk: Walk,
    /// From the start to where the walk is.
    levels: Vec<Level>,
    failure: Option<io::Error>,
}

/// One folder of the way, with what is still to come of it.
#[derive(Debug)]
struct Level {
    path: PathBuf,
    folder: Rc<Folder>,
    names: vec::IntoIter<(OsString, Kind)>,
    ignored: Ignored,
}

impl Iterator for Entries {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(error) = self.failure.take() {
                return Some(Err(error));
            }
            let depth = self.levels.len();
            let level = self.levels.last_mut()?;
            let Some((name, kind)) = level.names.next() else {
                self.levels.pop();
                continue;
            };
            let path = level.path.join(&name);
            let is_folder = kind == Kind::Folder;
            let shown = level.ignored.shows(&path, is_folder, self.walk.hidden || !is_hidden(&name));
            if !shown || (is_folder && is_left_out(&name, depth)) || self.walk.is_kept_back(&path) {
                continue;
            }
            let folder = Rc::clone(&level.folder);
            if is_folder && !self.enter(&path, &name, &folder) {
                continue;
            }
            return Some(Ok(Entry { path, kind, name, folder }));
        }
    }
}

impl Entries {
    /// Goes into a folder unless that is too deep; says whether the folder belongs to what is shown.
    fn enter(&mut self, path: &Path, name: &OsStr, above: &Folder) -> bool {
        let depth = self.levels.len();
        let Some(ignored) = self.levels.last().map(|level| level.ignored.clone()) else { return false };
        match above.enter(name) {
            Ok(folder) if folder.kind(CACHE_TAG.as_ref()).is_ok_and(|kind| kind == Kind::File) => return false,
            Ok(_) if self.walk.max_depth.is_some_and(|most| depth >= most) => {}
            Ok(_) if depth >= MOST_NESTED => self.failure = Some(io::Error::other("folders nested too deeply")),
            Ok(folder) => self.descend(path.to_path_buf(), Rc::new(folder), &ignored),
            Err(error) => self.failure = Some(error),
        }
        true
    }

    fn descend(&mut self, path: PathBuf, folder: Rc<Folder>, above: &Ignored) {
        match folder.entries() {
            Ok(mut names) => {
                names.sort_by(|left, right| left.0.cmp(&right.0));
                let ignored = above.below(&path, &folder, &names);
                self.levels.push(Level { path, folder, names: names.into_iter(), ignored });
            }
            Err(error) => self.failure = Some(error),
        }
    }
}

/// A file or folder that a walk has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Absolute.
    pub path: PathBuf,
    pub is_folder: bool,
}

/// What lies below `start`, as the searching tools see it: without what is hidden or ignored. What cannot be read is left
/// out.
pub fn listed(start: &Path, max_depth: usize) -> impl Iterator<Item = Listed> {
    let walk = Walk { hidden: false, max_depth: Some(max_depth), unreadable: Unreadable::none(), searches: false };
    let entries = walk.entries(start).flatten();
    entries.map(|entry| Listed { is_folder: entry.kind == Kind::Folder, path: entry.path })
}

/// The plain files below `start` that anybody may see.
pub(crate) fn files(start: &Path) -> impl Iterator<Item = PathBuf> {
    let walk = Walk { hidden: false, max_depth: None, unreadable: Unreadable::none(), searches: false };
    walk.entries(start).flatten().filter(|entry| entry.kind == Kind::File).map(|entry| entry.path)
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

fn is_left_out(name: &OsStr, depth: usize) -> bool {
    let named = |names: &[&str]| name.to_str().is_some_and(|name| names.contains(&name));
    named(LEFT_OUT) || (depth == 1 && named(LEFT_OUT_AT_TOP))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The paths that a walk shows, in its order.
    fn shown(root: &Path, start: &str, walk: &Walk) -> Vec<String> {
        let entries = walk.entries(&root.join(start));
        entries.map(|entry| reasonix_stdx::path::display(root, &entry.unwrap().path)).collect()
    }

    fn tree(root: &Path, files: &[(&str, &str)]) {
        for (path, content) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }

    #[test]
    fn what_is_ignored_where() {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().canonicalize().unwrap();
        tree(
            &root,
            &[
                (".gitignore", "\u{feff}*.log\n/out/\n!.shown\nsub/deep.txt\n"),
                (".ignore", "!kept.log\n"),
                (".git/info/exclude", "mine.txt\n"),
                (".shown", ""),
                (".unseen", ""),
                ("a.log", ""),
                ("kept.log", ""),
                ("mine.txt", ""),
                ("out/a", ""),
                ("sub/.gitignore", "!again.log\n"),
                ("sub/again.log", ""),
                ("sub/b.log", ""),
                ("sub/deep.txt", ""),
                ("sub/out/a", ""),
                ("cache/CACHEDIR.TAG", ""),
                ("node_modules/a", ""),
                ("target/a", ""),
                ("sub/target/a", ""),
                // A repository of its own: what is ignored around it does not count in it.
                ("vendor/.git/HEAD", ""),
                ("vendor/c.log", ""),
            ],
        );
        let walk = Walk { hidden: false, max_depth: None, unreadable: Unreadable::none(), searches: false };
        let expected =
            ".shown kept.log sub sub/again.log sub/out sub/out/a sub/target sub/target/a vendor vendor/c.log";
        assert_eq!(shown(&root, "", &walk).join(" "), expected);
        // What is started from is always shown; what stands above it counts all the same.
        assert_eq!(shown(&root, "out", &walk).join(" "), "out/a");
        assert_eq!(shown(&root, "sub", &walk).join(" "), "sub/again.log sub/out sub/out/a");
        let shallow = Walk { hidden: true, max_depth: Some(1), ..walk };
        let expected = ".gitignore .ignore .shown .unseen kept.log sub vendor";
        assert_eq!(shown(&root, "", &shallow).join(" "), expected);
    }

    /// Neither a list of ignored names that is a pipe nor a bottomless nest of folders holds a walk up.
    #[test]
    #[cfg(unix)]
    fn nothing_holds_a_walk_up() {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().canonicalize().unwrap();
        let pipe = root.join(".gitignore");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::from_bits_truncate(0o600)).unwrap();
        fs::create_dir_all(root.join("d/".repeat(MOST_NESTED + 50))).unwrap();
        let walk = Walk { hidden: false, max_depth: None, unreadable: Unreadable::none(), searches: false };
        let entries: Vec<_> = walk.entries(&root).collect();
        assert_eq!(entries.iter().filter(|entry| entry.is_ok()).count(), MOST_NESTED, "{:?}", entries.first());
        assert_eq!(entries.iter().filter(|entry| entry.is_err()).count(), 1);
    }
}
