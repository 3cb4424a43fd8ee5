//! What only a file system knows. The crate asks through a trait, so that it stays pure and tests can make a world up.

use super::name::{self, Style};
use std::path::{Path, PathBuf};

/// Where a path leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RealPath {
    /// Links followed as far as the path exists, the rest kept; a link that leads nowhere counts as its target.
    Known(PathBuf),
    /// Nobody can tell: a loop, a folder that may not be searched, a form this system does not have. Nothing allows it.
    Unresolvable,
}

/// What stands in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderName {
    pub name: String,
    pub kind: NameKind,
}

/// What a name in a folder is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    File,
    Folder,
    Link,
}

/// Facts about paths.
pub trait Facts {
    /// Where the system ends up. The path is absolute for the call's system and still has its `.` and `..`, which count
    /// after the links before them. A path that is not absolute for the system asked is [`RealPath::Unresolvable`].
    fn real(&self, path: &Path) -> RealPath;

    /// Whether names on that volume are compared without letter case.
    fn folds_case(&self, path: &Path) -> bool;

    /// At most so many names that stand in the folder, in any order; none if it cannot be read.
    fn names(&self, _folder: &Path, _most: usize) -> Vec<FolderName> {
        Vec::new()
    }
}

/// No file system: nothing is a link, and only Windows' paths fold letter case.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFacts;

impl Facts for NoFacts {
    fn real(&self, path: &Path) -> RealPath {
        match name::of_path(path, Style::of(path)) {
            Some(name) => RealPath::Known(name::into_path(name)),
            None => RealPath::Unresolvable,
        }
    }

    fn folds_case(&self, path: &Path) -> bool {
        Style::of(path) == Style::Windows
    }
}
