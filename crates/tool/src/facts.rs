//! What the permission decision must ask the file system: where links lead, whether letter case counts, and what a folder
//! holds.

use crate::workspace::real_path;
use reasonix_permission::paths::{Facts, FolderName, NameKind, RealPath};
use std::path::Path;

/// The machine's own file system.
#[derive(Debug, Clone, Copy, Default)]
pub struct DiskFacts;

impl Facts for DiskFacts {
    fn real(&self, path: &Path) -> RealPath {
        if !path.is_absolute() {
            return RealPath::Unresolvable;
        }
        RealPath::Known(real_path(path))
    }

    /// As the system's usual volumes do; a volume that differs is judged as the stricter of the two for denials only.
    fn folds_case(&self, _path: &Path) -> bool {
        cfg!(any(windows, target_os = "macos"))
    }

    /// A name that is no text stands with signs in the place of what is none.
    fn names(&self, folder: &Path, most: usize) -> Vec<FolderName> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(most);
        let named = entries.filter_map(|entry| {
            let kind = entry.file_type().ok()?;
            let kind = match kind {
                kind if kind.is_symlink() => NameKind::Link,
                kind if kind.is_dir() => NameKind::Folder,
                _ => NameKind::File,
            };
            Some(FolderName { name: entry.file_name().to_string_lossy().into_owned(), kind })
        });
        named.collect()
    }
}
