//! An empty folder in the place of something that must not be made while a confined process runs. A folder, since an empty
//! one is invisible to version control and removing it can take nothing with it; a file with given content only where a
//! folder would disturb.
//!
//! Who uses one holds a shared lock on a note about it; whoever lets go last removes both. After a crash the next start
//! finds the note.

use rustix::fs::{FlockOperation, flock};
use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Write},
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
    /// Of a file; `None` for a folder.
    content: Option<Vec<u8>>,
    note: PathBuf,
    lock: File,
    /// The user had an empty folder there, which stays.
    is_users: bool,
}

/// Calls of this process take turns in the few steps that must not mix.
static TURN: Mutex<()> = Mutex::new(());

impl Placeholder {
    /// Puts an empty folder, or a file with `content`, at `path`, unless there is something by now; notes it in `claims`.
    pub(super) fn put(claims: &Path, path: &Path, content: Option<&str>) -> io::Result<Self> {
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
        let content = content.map(|content| content.as_bytes().to_vec());
        let is_users = if is_new { fs::symlink_metadata(path).is_ok() } else { whose(&lock) == Some(USERS) };
        let mut placeholder = Self { path: path.to_path_buf(), content, note, lock, is_users };
        // Noted before it is made: whatever comes in between, what is the user's is not taken for a placeholder.
        placeholder.take_note()?;
        let made = match &placeholder.content {
            Some(content) => File::create_new(path).and_then(|mut file| file.write_all(content)),
            None => DirBuilder::new().mode(0o755).create(path),
        };
        match made {
            Ok(()) if placeholder.is_users => {
                placeholder.is_users = false;
                placeholder.take_note()?;
            }
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        Ok(placeholder)
    }
}

impl Drop for Placeholder {
    fn drop(&mut self) {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        if flock(&self.lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
            if !self.is_users {
                self.remove();
            }
            let _ = fs::remove_file(&self.note);
        }
    }
}

impl Placeholder {
    /// Writes down what it is, for others and for after a crash.
    fn take_note(&self) -> io::Result<()> {
        let whose = if self.is_users { USERS } else { OURS };
        let parts = [Some(self.path.as_os_str().as_bytes()), self.content.as_deref()];
        let named = parts.into_iter().flatten().collect::<Vec<_>>().join(&SEPARATOR);
        self.lock.write_all_at(&[&[whose][..], &named].concat(), 0)
    }

    /// Removes it, unless it has become something else: then it is the user's.
    fn remove(&self) {
        // An error leaves it where it is, which the next sweep tries to change.
        let _ = match &self.content {
            Some(content) if fs::read(&self.path).is_ok_and(|found| found == *content) => fs::remove_file(&self.path),
            Some(_) => Ok(()),
            None => fs::remove_dir(&self.path),
        };
    }
}

/// A note begins with whose the thing is; behind that comes the path, and the content of a file.
const OURS: u8 = b'+';
const USERS: u8 = b'-';
/// Between the path and the content in a note; in no path.
const SEPARATOR: u8 = 0;

fn whose(note: &File) -> Option<u8> {
    let mut first = [0];
    note.read_exact_at(&mut first, 0).ok()?;
    first.first().copied()
}

/// Removes what processes that died have left.
pub(super) fn sweep(claims: &Path) {
    let Ok(notes) = fs::read_dir(claims) else { return };
    for note in notes.flatten().map(|entry| entry.path()) {
        let (Ok(lock), Ok(named)) = (File::open(&note), fs::read(&note)) else { continue };
        let Some((whose, named)) = named.split_first() else { continue };
        let mut parts = named.splitn(2, |byte| *byte == SEPARATOR);
        let path = parts.next().unwrap_or_default().to_vec();
        let content = parts.next().map(<[u8]>::to_vec);
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
            let path = PathBuf::from(std::ffi::OsString::from_vec(path));
            drop(Placeholder { path, content, note, lock, is_users: *whose != OURS });
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
        let [first, second] = [(); 2].map(|()| Placeholder::put(&claims, &path, None).unwrap());
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
        let placeholder = Placeholder::put(&claims, &path, None).unwrap();
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
        let [first, second] = [(); 2].map(|()| Placeholder::put(&claims, &path, None).unwrap());
        drop(first);
        drop(second);
        assert!(path.is_dir());
        assert_eq!(fs::read_dir(&claims).unwrap().count(), 0);
    }

    #[test]
    fn a_file_that_says_nothing_goes_unless_somebody_gave_it_a_meaning() {
        let folder = tempfile::tempdir().unwrap();
        let (claims, path) = (folder.path().join("claims"), folder.path().join("commondir"));
        fs::create_dir(&claims).unwrap();
        let [first, second] = [(); 2].map(|()| Placeholder::put(&claims, &path, Some(".\n")).unwrap());
        drop(first);
        assert_eq!(fs::read_to_string(&path).unwrap(), ".\n");
        drop(second);
        assert!(!path.exists());
        let held = Placeholder::put(&claims, &path, Some(".\n")).unwrap();
        fs::write(&path, "mine").unwrap();
        drop(held);
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        // As after a crash.
        fs::write(&path, ".\n").unwrap();
        fs::write(claims.join("0"), [&b"+"[..], path.as_os_str().as_bytes(), b"\0.\n"].concat()).unwrap();
        sweep(&claims);
        assert!(!path.exists());
    }

    #[test]
    fn what_a_crash_left_is_removed_by_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let (claims, path) = (folder.path().join("claims"), folder.path().join(".reasonix"));
        fs::create_dir(&claims).unwrap();
        let live = folder.path().join(".git");
        let held = Placeholder::put(&claims, &live, None).unwrap();
        // Its lock goes with its process, the folder and the note stay.
        fs::create_dir(&path).unwrap();
        fs::write(claims.join("0"), [&b"+"[..], path.as_os_str().as_bytes()].concat()).unwrap();
        sweep(&claims);
        assert!(!path.exists() && live.exists());
        drop(held);
        assert_eq!(fs::read_dir(&claims).unwrap().count(), 0);
    }
}
