//! What the app was started with: a folder to work in, or nothing. Flags that a system adds by itself are passed over.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// The folder that was named, if it is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Asked(Option<PathBuf>);

impl Asked {
    /// Reads the words behind the program's name. `current` is where a relative path begins. A file stands for its folder.
    pub(crate) fn read(words: impl IntoIterator<Item = OsString>, current: &Path) -> Self {
        let named = words.into_iter().find(|word| !word.to_string_lossy().starts_with('-'));
        let real = named.and_then(|named| current.join(named).canonicalize().ok());
        Self(real.and_then(|path| if path.is_dir() { Some(path) } else { path.parent().map(Path::to_owned) }))
    }

    pub(crate) fn folder(&self) -> Option<&Path> {
        self.0.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_found_among_the_words() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("project")).unwrap();
        std::fs::write(root.join("project/file"), "").unwrap();
        let check = |words: &[&str], expected: Option<&str>| {
            let asked = Asked::read(words.iter().map(OsString::from), &root);
            assert_eq!(asked.folder(), expected.map(|name| root.join(name)).as_deref(), "{words:?}");
        };
        check(&[], None);
        check(&["project"], Some("project"));
        check(&["--psn_0_1", "project/../project"], Some("project"));
        check(&["project/file"], Some("project"));
        check(&["no-such-folder"], None);
        check(&["--flag"], None);
    }
}
