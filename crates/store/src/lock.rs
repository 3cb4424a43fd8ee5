//! The single-writer lock of a session: an advisory lock of the operating system on a file beside the journal, which
//! also names the holder. It ends with the process, however that ends. The journal itself is locked too, since somebody
//! may delete the file beside it.

use crate::StoreError;
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, SeekFrom, Write},
    path::Path,
};

/// Who holds a lock.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Holder {
    /// Process id; 0 if it could not be read.
    pub pid: u32,
    /// When it took the lock, in milliseconds since the Unix epoch.
    pub since: u64,
}

impl fmt::Display for Holder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "process {} since {}", self.pid, reasonix_stdx::clock::format_utc(self.since))
    }
}

/// The right to write a session, until it is dropped.
#[derive(Debug)]
pub struct WriterLock(#[expect(dead_code, reason = "holding the file holds the lock")] File);

impl WriterLock {
    /// Takes the lock or tells who has it. Never waits.
    pub fn take(path: &Path) -> Result<Self, StoreError> {
        let mut file = open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::InUse { path: path.with_extension("jsonl"), holder: read_holder(&mut file) });
            }
            Err(TryLockError::Error(source)) => {
                return Err(StoreError::Io { action: "lock", path: path.to_path_buf(), source });
            }
        }
        let holder = Holder { pid: std::process::id(), since: reasonix_stdx::clock::now_ms() };
        write_holder(&mut file, &holder).map_err(StoreError::io("write", path))?;
        Ok(Self(file))
    }

    /// Who holds the lock now, this process included.
    pub fn holder(path: &Path) -> Option<Holder> {
        let mut file = File::open(path).ok()?;
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)).then(|| read_holder(&mut file))
    }
}

/// Locks the journal that `file` is. Where locks keep readers out, there is none.
#[cfg(unix)]
pub(crate) fn lock_journal(path: &Path, file: &File) -> Result<(), StoreError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        // Whoever holds it has lost the file that named it.
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.to_path_buf(), holder: Holder::default() }),
        Err(TryLockError::Error(source)) => Err(StoreError::Io { action: "lock", path: path.to_path_buf(), source }),
    }
}

#[cfg(not(unix))]
pub(crate) fn lock_journal(_path: &Path, _file: &File) -> Result<(), StoreError> {
    Ok(())
}

fn open(path: &Path) -> Result<File, StoreError> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(StoreError::io("open", path))
}

fn read_holder(file: &mut File) -> Holder {
    let mut text = String::new();
    let _ = file.read_to_string(&mut text);
    serde_json::from_str(&text).unwrap_or_default()
}

fn write_holder(file: &mut File, holder: &Holder) -> std::io::Result<()> {
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(serde_json::to_string(holder)?.as_bytes())
}
