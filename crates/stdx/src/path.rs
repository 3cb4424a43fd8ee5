//! Path forms that need no file system: `~`, `.` and `..` resolved by text, and how a path is shown.

use std::path::{Component, Path, PathBuf};

/// Joins `path` to `base` unless it is absolute, then resolves `.` and `..` by text alone (links are not followed).
/// `..` above the root stays at the root.
pub fn absolute(base: &Path, path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for component in base.join(path).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                resolved.pop();
            }
            other => resolved.push(other),
        }
    }
    resolved
}

/// Replaces a leading `~` or `~/` by `home`. `~user` is left alone.
pub fn expand_home(path: &str, home: Option<&Path>) -> PathBuf {
    match (path.strip_prefix('~'), home) {
        (Some(""), Some(home)) => home.to_path_buf(),
        (Some(rest), Some(home)) if rest.starts_with('/') => home.join(rest.trim_start_matches('/')),
        _ => PathBuf::from(path),
    }
}

/// The path as it is shown to people and models: relative to `root` with `/` where it lies inside, absolute elsewhere,
/// `.` for the root itself.
pub fn display(root: &Path, path: &Path) -> String {
    match path.strip_prefix(root) {
        Ok(inside) if inside.as_os_str().is_empty() => ".".to_owned(),
        Ok(inside) => inside.to_string_lossy().replace('\\', "/"),
        Err(_) => path.to_string_lossy().into_owned(),
    }
}

/// The user's home folder as the environment tells it.
pub fn home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| !home.as_os_str().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_resolved_by_text() {
        let check = |path: &str, expected: &str| {
            assert_eq!(absolute(Path::new("/ws/a"), Path::new(path)), Path::new(expected), "{path}");
        };
        check("b/./c", "/ws/a/b/c");
        check("../b", "/ws/b");
        check("../../../../etc", "/etc");
        check("/x//y/", "/x/y");
    }

    #[test]
    fn home_and_display() {
        let home = Some(Path::new("/home/u"));
        assert_eq!(expand_home("~/x", home), Path::new("/home/u/x"));
        assert_eq!(expand_home("~", home), Path::new("/home/u"));
        assert_eq!(expand_home("~other/x", home), Path::new("~other/x"));
        assert_eq!(display(Path::new("/ws"), Path::new("/ws/a/b")), "a/b");
        assert_eq!(display(Path::new("/ws"), Path::new("/ws")), ".");
        assert_eq!(display(Path::new("/ws"), Path::new("/other")), "/other");
    }
}
