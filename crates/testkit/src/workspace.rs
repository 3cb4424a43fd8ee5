//! A folder of files that lives as long as a test. No process is started: a git repository is written by hand.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A temporary folder, removed when dropped. Paths given to it are relative to it and use `/`.
#[derive(Debug)]
pub struct Workspace {
    path: PathBuf,
    _folder: TempDir,
}

impl Workspace {
    /// An empty folder.
    ///
    /// # Panics
    /// If it cannot be made.
    pub fn empty() -> Self {
        let folder =
            tempfile::Builder::new().prefix("reasonix-test-").tempdir().expect("a temporary folder can be made");
        // The real path, so that paths reported by the program under test compare equal.
        let path = folder.path().canonicalize().expect("the folder exists");
        Self { path, _folder: folder }
    }

    /// A folder with these files.
    ///
    /// # Panics
    /// If a file cannot be written.
    pub fn new<P: AsRef<Path>, C: AsRef<[u8]>>(files: impl IntoIterator<Item = (P, C)>) -> Self {
        let workspace = Self::empty();
        for (path, content) in files {
            workspace.write(path, content);
        }
        workspace
    }

    /// Makes it a git repository with no commit on branch `main`.
    ///
    /// # Panics
    /// If a file cannot be written.
    pub fn with_git(self) -> Self {
        for folder in ["objects/info", "objects/pack", "refs/heads", "refs/tags"] {
            fs::create_dir_all(self.path.join(".git").join(folder)).expect("a folder can be made");
        }
        self.write(".git/HEAD", "ref: refs/heads/main\n");
        self.write(".git/config", "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n");
        self
    }

    /// The real path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of something in it.
    pub fn join(&self, path: impl AsRef<Path>) -> PathBuf {
        self.path.join(path)
    }

    /// Writes a file and the folders above it.
    ///
    /// # Panics
    /// If that fails.
    pub fn write(&self, path: impl AsRef<Path>, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path.join(path);
        let result = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, content));
        if let Err(error) = result {
            panic!("{} cannot be written: {error}", path.display());
        }
        path
    }

    /// The text of a file.
    ///
    /// # Panics
    /// If it is missing or not UTF-8.
    pub fn read(&self, path: impl AsRef<Path>) -> String {
        let path = self.path.join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{} cannot be read: {error}", path.display()))
    }

    /// Whether something is there.
    pub fn has(&self, path: impl AsRef<Path>) -> bool {
        self.path.join(path).symlink_metadata().is_ok()
    }

    /// All files outside `.git` with their contents (invalid UTF-8 replaced), by path with `/`.
    ///
    /// # Panics
    /// If the folder cannot be read.
    pub fn files(&self) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        collect(&self.path, "", &mut files).expect("the workspace can be read");
        files
    }
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{prefix}{name}");
        if !entry.file_type()?.is_dir() {
            // A link to a folder or to nothing has no content.
            let content = fs::read(entry.path()).unwrap_or_default();
            files.insert(path, String::from_utf8_lossy(&content).into_owned());
        } else if name != ".git" {
            collect(&entry.path(), &format!("{path}/"), files)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_back_by_path() {
        let workspace = Workspace::new([("b.txt", "two"), ("a/deep/one.txt", "one")]).with_git();
        let expected = [("a/deep/one.txt", "one"), ("b.txt", "two")].map(|(path, text)| (path.into(), text.into()));
        assert_eq!(workspace.files(), BTreeMap::from(expected));
        assert!(workspace.has(".git/HEAD") && workspace.has("a") && !workspace.has("c"));
        assert_eq!(workspace.read("b.txt"), "two");
        let path = workspace.path().to_owned();
        drop(workspace);
        assert!(!path.exists());
    }
}
