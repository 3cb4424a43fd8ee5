//! Hard links: a file can have further names, and by one that nobody minds it could be read or written where the rules
//! keep its other name. Only a name can be judged, so the other ones are looked for where such files are: in the
//! workspace and in the home folder. A file with one name, as nearly every one is, costs nothing.

use crate::folder::{FileId, Folder, Kind, Look};
use reasonix_permission::Access;
use reasonix_protocol::Decision;
use std::{
    collections::{HashMap, VecDeque},
    fmt,
    fs::File,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Entries that are looked at in each place; folders near the top come first.
const MOST_ENTRIES: usize = 20_000;
/// Folders with many files of many names, in which nobody keeps a secret.
const PASSED_OVER: &[&str] = &["node_modules", ".git/objects", ".cache", ".rustup", ".cargo/registry", ".venv"];

/// How strict the rules are about a path.
type Judge = dyn Fn(&Path, Access) -> Decision + Send + Sync;

/// Knows how names are judged, and where to look for the others of a file.
#[derive(Clone)]
pub struct OtherNames {
    places: Arc<[Place]>,
    judge: Arc<Judge>,
}

struct Place {
    folder: PathBuf,
    /// Only what begins with a dot is gone into: the rest of a home folder is not about keys and settings.
    only_hidden: bool,
}

impl OtherNames {
    /// `judge` says how strict the rules are about a path, whose links are not followed.
    pub fn new(
        roots: &[PathBuf],
        home: Option<&Path>,
        judge: impl Fn(&Path, Access) -> Decision + Send + Sync + 'static,
    ) -> Self {
        let roots = roots.iter().map(|root| Place { folder: root.clone(), only_hidden: false });
        let home = home.map(|home| Place { folder: home.to_path_buf(), only_hidden: true });
        Self { places: roots.chain(home).collect(), judge: Arc::new(judge) }
    }

    /// Every name is as good as another.
    pub fn unjudged() -> Self {
        Self::new(&[], None, |_, _| Decision::Allow)
    }

    /// Another name of an open file about which the rules are stricter than about `path`, by which it was reached.
    pub(crate) fn stricter(&self, file: &File, path: &Path, access: Access) -> Option<PathBuf> {
        let (id, links) = identity(file)?;
        if links < 2 || self.places.is_empty() {
            return None;
        }
        self.stricter_among(self.all().get(&id)?, path, access)
    }

    /// The same for many files, which looks around once.
    pub(crate) fn survey(&self) -> Survey<'_> {
        Survey { names: self, found: None }
    }

    fn stricter_among(&self, names: &[PathBuf], path: &Path, access: Access) -> Option<PathBuf> {
        let own = (self.judge)(path, access);
        names.iter().find(|name| *name != path && (self.judge)(name, access) > own).cloned()
    }

    /// The names of all files that have more than one.
    fn all(&self) -> HashMap<FileId, Vec<PathBuf>> {
        let mut found = HashMap::new();
        for place in self.places.iter() {
            place.collect(&mut found);
        }
        found
    }
}

impl Place {
    fn collect(&self, found: &mut HashMap<FileId, Vec<PathBuf>>) {
        let mut left = MOST_ENTRIES;
        let mut waiting = VecDeque::from([self.folder.clone()]);
        while let Some(path) = waiting.pop_front() {
            let Ok(folder) = Folder::open(&path) else { continue };
            for (name, kind) in folder.entries().unwrap_or_default() {
                if left == 0 {
                    return;
                }
                left -= 1;
                let below = path.join(&name);
                match kind {
                    Kind::Folder if self.goes_into(&below) => waiting.push_back(below),
                    Kind::File => {
                        if let Ok(Look { links: 2.., id: Some(id), .. }) = folder.look(&name) {
                            found.entry(id).or_default().push(below);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn goes_into(&self, folder: &Path) -> bool {
        let is_hidden = folder.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        let is_wanted = !self.only_hidden || is_hidden || folder.parent() != Some(&self.folder);
        is_wanted && !PASSED_OVER.iter().any(|passed| folder.ends_with(passed))
    }
}

/// See [`OtherNames::survey`].
pub(crate) struct Survey<'a> {
    names: &'a OtherNames,
    found: Option<HashMap<FileId, Vec<PathBuf>>>,
}

impl Survey<'_> {
    /// See [`OtherNames::stricter`].
    pub(crate) fn stricter(&mut self, file: &File, path: &Path, access: Access) -> Option<PathBuf> {
        let (id, links) = identity(file)?;
        if links < 2 || self.names.places.is_empty() {
            return None;
        }
        let found = self.found.get_or_insert_with(|| self.names.all());
        self.names.stricter_among(found.get(&id)?, path, access)
    }
}

#[cfg(unix)]
fn identity(file: &File) -> Option<(FileId, u64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = file.metadata().ok()?;
    Some(((metadata.dev(), metadata.ino()), metadata.nlink()))
}

/// The standard library does not tell.
#[cfg(not(unix))]
fn identity(_file: &File) -> Option<(FileId, u64)> {
    None
}

impl fmt::Debug for OtherNames {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("OtherNames")
    }
}
