//! The file that keeps the whole output when memory keeps only its two ends. A failure here is noted, never raised:
//! the call goes on without the file.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::ExecError;

/// A file with output, written by the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spooled {
    pub path: PathBuf,
    /// Length of the file: the first so many bytes of the output.
    pub bytes: u64,
    /// Whether that is all of it.
    pub complete: bool,
}

/// A spool being written.
#[derive(Debug)]
pub(crate) struct Spool {
    file: File,
    path: PathBuf,
    bytes: u64,
    max_bytes: u64,
    complete: bool,
    error: Option<ExecError>,
}

impl Spool {
    pub(crate) fn create(path: PathBuf, max_bytes: u64) -> Result<Self, ExecError> {
        match create_private(&path) {
            Ok(file) => Ok(Self { file, path, bytes: 0, max_bytes, complete: true, error: None }),
            Err(source) => Err(ExecError::Spool { path, source }),
        }
    }

    /// Appends `chunk` as far as the limit allows. After a failure nothing more is written, so that the file stays a
    /// prefix of the output. The write is not moved to another thread: it is one pipe buffer into the page cache.
    pub(crate) fn write(&mut self, chunk: &[u8]) {
        if !self.complete {
            return;
        }
        let room = usize::try_from(self.max_bytes.saturating_sub(self.bytes)).unwrap_or(usize::MAX);
        let kept = chunk.get(..room).unwrap_or(chunk);
        match write_counted(&mut self.file, kept, &mut self.bytes) {
            Ok(()) => self.complete = kept.len() == chunk.len(),
            Err(source) => {
                self.complete = false;
                self.error = Some(ExecError::Spool { path: self.path.clone(), source });
            }
        }
    }

    pub(crate) fn finish(self) -> (Spooled, Option<ExecError>) {
        (Spooled { path: self.path, bytes: self.bytes, complete: self.complete }, self.error)
    }
}

/// `write_all` that leaves the number of bytes which did arrive in `written`, also when it fails.
fn write_counted(file: &mut File, mut bytes: &[u8], written: &mut u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => {
                *written += count as u64;
                bytes = bytes.get(count..).unwrap_or_default();
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// A new file that only its owner may read: output can contain secrets. An existing file or link is refused.
fn create_private(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
