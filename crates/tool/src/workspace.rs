//! The folders a session works in, and how a path that the model wrote is understood.

use reasonix_permission::{Access, PathTouch};
use reasonix_stdx::path;
use std::path::{Path, PathBuf};

/// Workspace root and the further folders that may be written. All paths are absolute and their links are followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workspace {
    root: PathBuf,
    roots: Vec<PathBuf>,
    home: Option<PathBuf>,
}

impl Workspace {
    /// A workspace that need not exist, for judging calls without making them.
    pub fn imagined(root: &Path, home: Option<PathBuf>) -> Self {
        Self { root: root.to_path_buf(), roots: vec![root.to_path_buf()], home }
    }

    /// `root` must exist; of `extra` those that do not exist are kept as written.
    pub fn new(root: &Path, extra: &[PathBuf], home: Option<PathBuf>) -> std::io::Result<Self> {
        let root = root.canonicalize()?;
        let mut roots = vec![root.clone()];
        for folder in extra {
            let folder = real_path(&path::absolute(&root, folder));
            if !roots.contains(&folder) {
                roots.push(folder);
            }
        }
        Ok(Self { root, roots, home })
    }

    pub fn home(&self) -> Option<&Path> {
        self.home.as_deref()
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The root and all further writable folders.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// The absolute form of a path that the model wrote: relative ones start at the root, `~` is the home folder.
    pub fn resolve(&self, written: &str) -> PathBuf {
        path::absolute(&self.root, &path::expand_home(written, self.home.as_deref()))
    }

    /// The path as the model and the user see it.
    pub fn show(&self, path: &Path) -> String {
        path::display(&self.root, path)
    }

    /// A path as the permission decision needs it.
    pub fn touch(&self, written: &str, access: Access) -> PathTouch {
        let home = path::expand_home(written, self.home.as_deref());
        let real = real_path(&self.root.join(home));
        PathTouch { text: written.to_owned(), written: self.resolve(written), real, access }
    }
}

/// Follows links as far as the path exists and keeps the rest, with `..` resolved the way the system would: after the
/// links before it.
pub(crate) fn real_path(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut real = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                real.pop();
            }
            other => {
                real.push(other);
                if let Ok(followed) = real.canonicalize() {
                    real = followed;
                } else if let Some(target) = dangling_target(&real) {
                    real = target;
                }
            }
        }
    }
    real
}

/// Where a link that leads nowhere points: writing through it would create that file.
fn dangling_target(link: &Path) -> Option<PathBuf> {
    let mut current = link.to_path_buf();
    for _ in 0..40 {
        let Ok(target) = std::fs::read_link(&current) else {
            return (current != link).then_some(current);
        };
        let folder = current.parent()?.to_path_buf();
        let next = path::absolute(&folder, &target);
        let parent = next.parent().and_then(|parent| parent.canonicalize().ok());
        current = match (parent, next.file_name()) {
            (Some(parent), Some(name)) => parent.join(name),
            _ => next,
        };
    }
    Some(current)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_followed_as_the_system_follows_them() {
        let outside = tempfile::tempdir().unwrap();
        let inside = tempfile::tempdir().unwrap();
        let outside_real = outside.path().canonicalize().unwrap();
        std::fs::create_dir(outside.path().join("dir")).unwrap();
        symlink(outside.path().join("dir"), inside.path().join("link")).unwrap();
        symlink(outside.path().join("new.txt"), inside.path().join("dangling")).unwrap();
        let workspace = Workspace::new(inside.path(), &[], None).unwrap();
        let check = |written: &str, expected: PathBuf| {
            assert_eq!(workspace.touch(written, Access::Write).real, expected, "{written}");
        };
        check("link/x", outside_real.join("dir/x"));
        check("link/../secret", outside_real.join("secret"));
        check("dangling", outside_real.join("new.txt"));
        check("new/../file", workspace.root().join("file"));
        check("/", PathBuf::from("/"));
    }
}
