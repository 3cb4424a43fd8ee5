//! An empty folder in the place of something that must not be made while a confined process runs. Always a folder, since
//! an empty one is invisible to version control and removing it can take nothing with it.
//!
//! Who uses one holds a shared lock on a note about it; whoever lets go last removes both. After a crash the next start
//! finds the note.

use rustix::fs::{FlockOperation, flock};
use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    hash::{DefaultHasher, Hash, Hasher},
    io,
    os::unix::{
        ffi::{OsStrExt, OsStringExt},
        fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt},
    },
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// The folder stands for as long as this lives, or something else of the user's does.
#[derive(Debug)]
pub(super) struct Placeholder {
    path: PathBuf,
    note: PathBuf,
    lock: File,
    /// The user had an empty folder there, which stays.
    is_users: bool,
}

/// Calls of this process take turns in the few steps that must not mix.
static TURN: Mutex<()> = Mutex::new(());

impl Placeholder {
    /// Puts an empty folder at `path`, unless there is something by now; notes it in `claims`.
    pub(super) fn put(claims: &Path, path: &Path) -> io::Result<Self> {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        let note = claims.join(format!("{:016x}", hasher.finish()));
        let (lock, is_new) = loop {
            let lock =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(&note)?;
            flock(&lock, FlockOperation::LockShared)?;
            // The last user of this note may have removed it in between.
            if is_file_at(&lock, &note) {
                let is_new = lock.metadata()?.len() == 0;
                break (lock, is_new);
            }
        };
        lock.write_all_at(path.as_os_str().as_bytes(), 0)?;
        let mut placeholder = Self { path: path.to_path_buf(), note, lock, is_users: true };
        match DirBuilder::new().mode(0o755).create(path) {
            Ok(()) => placeholder.is_users = false,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => placeholder.is_users = is_new,
            Err(error) => return Err(error),
        }
        Ok(placeholder)
    }
}

impl Drop for Placeholder {
    fn drop(&mut self) {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        if flock(&self.lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
            if !self.is_users {
                // Fails if it is not empty, and then it has become the user's.
                let _ = fs::remove_dir(&self.path);
            }
            let _ = fs::remove_file(&self.note);
        }
    }
}

/// Removes what processes that died have left.
pub(super) fn sweep(claims: &Path) {
    let Ok(notes) = fs::read_dir(claims) else { return };
    for note in notes.flatten().map(|entry| entry.path()) {
        let (Ok(lock), Ok(path)) = (File::open(&note), fs::read(&note)) else { continue };
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
            drop(Placeholder { path: PathBuf::from(std::ffi::OsString::from_vec(path)), note, lock, is_users: false });
        }
    }
}

fn is_file_at(file: &File, path: &Path) -> bool {
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(opened), Ok(found)) => identity(opened) == identity(found),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_to_let_go_removes_it() {
        let folder = tempfile::tempdir().unwrap();
        let (claims, path) = (folder.path().join("claims"), folder.path().join("reasonix.toml"));
        fs::create_dir(&claims).unwrap();
        let [first, second] = [(); 2].map(|()| Placeholder::put(&claims, &path).unwrap());
        drop(first);
        assert!(path.is_dir());
        drop(second);
        assert!(!path.exists());
        assert_eq!(fs::read_dir(&claims).unwrap().count(), 0);
    }

    #[test]
    fn what_the_user_made_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (claims, path) = (folder.path().join("claims"), folder.path().join(".git"));
        fs::create_dir(&claims).unwrap();
        let placeholder = Placeholder::put(&claims, &path).unwrap();
        fs::write(path.join("config"), "mine").unwrap();
        drop(placeholder);
        assert_eq!(fs::read_to_string(path.join("config")).unwrap(), "mine");
    }

    #[test]
    fn an_empty_folder_of_the_user_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (claims, path) = (folder.path().join("claims"), folder.path().join(".reasonix"));
        fs::create_dir(&claims).unwrap();
        fs::create_dir(&path).unwrap();
        drop(Placeholder::put(&claims, &path).unwrap());
        assert!(path.is_dir());
        assert_eq!(fs::read_dir(&claims).unwrap().count(), 0);
    }

    #[test]
    fn what_a_crash_left_is_removed_by_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let (claims, path) = (folder.path().join("claims"), folder.path().join(".reasonix"));
        fs::create_dir(&claims).unwrap();
        let live = folder.path().join(".git");
        let held = Placeholder::put(&claims, &live).unwrap();
        // Its lock goes with its process, the folder and the note stay.
        fs::create_dir(&path).unwrap();
        fs::write(claims.join("0"), path.as_os_str().as_bytes()).unwrap();
        sweep(&claims);
        assert!(!path.exists() && live.exists());
        drop(held);
        assert_eq!(fs::read_dir(&claims).unwrap().count(), 0);
    }
}
