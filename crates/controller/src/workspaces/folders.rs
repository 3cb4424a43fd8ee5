//! Looking at folders: which there are in one, and which branch is checked out. Nothing is run.

use super::Workspaces;
use crate::blocking::blocking;
use reasonix_protocol::{Problem, command::FolderListReply};
use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// Most folders in a reply.
const MOST: usize = 2_000;

/// More than the files of git that are looked at ever hold.
const LIMIT_BYTES: u64 = 4 << 10;

/// Characters of a commit's name, where no branch is checked out.
const SHORT: usize = 9;

impl Workspaces {
    pub(super) async fn list_folder(&self, path: &str) -> Result<FolderListReply, Problem> {
        let path = self.absolute(path);
        blocking(move || {
            let unusable = |error: &dyn std::fmt::Display| {
                Problem::new("folder_unusable").with("path", path.display()).with("reason", error)
            };
            if !path.is_absolute() {
                return Err(unusable(&"the path is not absolute"));
            }
            let folder = path.canonicalize().map_err(|error| unusable(&error))?;
            Ok(FolderListReply {
                path: folder.display().to_string(),
                parent: folder.parent().map(|parent| parent.display().to_string()),
                folders: folders(&folder).map_err(|error| unusable(&error))?,
            })
        })
        .await
    }
}

fn folders(folder: &Path) -> io::Result<Vec<String>> {
    let mut names: Vec<String> = std::fs::read_dir(folder)?
        .flatten()
        // A link to a folder is one, too.
        .filter(|entry| entry.path().is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort_by_cached_key(|name| (name.to_lowercase(), name.clone()));
    names.truncate(MOST);
    Ok(names)
}

/// The branch of the repository that a folder lies in, or the short name of the commit where none is checked out.
pub(super) fn branch(folder: &Path) -> Option<String> {
    let git = folder.ancestors().map(|folder| folder.join(".git")).find(|git| git.exists())?;
    let head = read(&git_folder(git)?.join("HEAD"))?;
    let head = head.trim();
    match head.strip_prefix("ref:") {
        Some(reference) => {
            let reference = reference.trim();
            Some(reference.strip_prefix("refs/heads/").unwrap_or(reference).to_owned())
        }
        None if head.len() >= SHORT && head.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            head.get(..SHORT).map(str::to_owned)
        }
        None => None,
    }
}

/// A worktree and a submodule have a file that names their folder.
fn git_folder(git: PathBuf) -> Option<PathBuf> {
    if git.is_dir() {
        return Some(git);
    }
    let text = read(&git)?;
    let named = Path::new(text.strip_prefix("gitdir:")?.trim());
    Some(git.parent()?.join(named))
}

fn read(path: &Path) -> Option<String> {
    if !path.is_file() {
        return None;
    }
    let mut text = String::new();
    File::open(path).ok()?.take(LIMIT_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_branch_is_read_off_the_repository() {
        let dir = tempfile::tempdir().unwrap();
        let at = |path: &str| dir.path().join(path);
        let write = |path: &str, text: &str| {
            fs::create_dir_all(at(path).parent().unwrap()).unwrap();
            fs::write(at(path), text).unwrap();
        };
        write("main/.git/HEAD", "ref: refs/heads/feature/x\n");
        write("main/src/a.rs", "");
        write("main/.git/worktrees/w/HEAD", "0123456789abcdef0123456789abcdef01234567\n");
        write("tree/.git", "gitdir: ../main/.git/worktrees/w\n");
        write("broken/.git/HEAD", "???");
        write("lost/.git", "gitdir: /nowhere/at/all\n");
        write("strange/.git", "\u{0}");
        assert_eq!(branch(&at("main")).as_deref(), Some("feature/x"));
        assert_eq!(branch(&at("main/src")).as_deref(), Some("feature/x"));
        assert_eq!(branch(&at("tree")).as_deref(), Some("012345678"));
        for folder in ["broken", "lost", "strange", "none"] {
            assert_eq!(branch(&at(folder)), None, "{folder}");
        }
    }
}
