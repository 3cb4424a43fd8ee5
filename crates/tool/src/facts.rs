//! What the permission decision must ask the file system: where links lead, and whether letter case counts.

use crate::workspace::real_path;
use reasonix_permission::paths::{Facts, RealPath};
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
}
