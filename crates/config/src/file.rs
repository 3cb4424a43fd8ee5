//! Reading a text file whole, with every way that can go wrong told apart.

use crate::PROJECT_FILE;
use std::{fs::File, io::Read, path::Path};

/// Larger than any file a person keeps by hand.
pub(crate) const LIMIT_BYTES: u64 = 1024 * 1024;

#[derive(Debug)]
pub(crate) enum ReadFailure {
    Unreadable(String),
    TooLarge,
    /// The first byte that is not UTF-8.
    NotUtf8 {
        offset: usize,
        line: u32,
        column: u32,
    },
}

/// The file's text, at most [`LIMIT_BYTES`] long; `None` if there is no such file, or a folder in the place of a project's.
pub(crate) fn read(path: &Path) -> Result<Option<String>, ReadFailure> {
    let unreadable = |error: std::io::Error| ReadFailure::Unreadable(error.to_string());
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error)),
    };
    // While confined commands run, an empty folder may stand where there is no file.
    if metadata.is_dir() && path.ends_with(PROJECT_FILE) {
        return Ok(None);
    }
    // A pipe or a device would wait for ever.
    if !metadata.is_file() {
        return Err(ReadFailure::Unreadable("not a regular file".to_owned()));
    }
    let mut bytes = Vec::with_capacity(metadata.len().min(LIMIT_BYTES) as usize);
    let file = File::open(path).map_err(unreadable)?;
    file.take(LIMIT_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LIMIT_BYTES {
        return Err(ReadFailure::TooLarge);
    }
    String::from_utf8(bytes).map(Some).map_err(|error| not_utf8(&error))
}

fn not_utf8(error: &std::string::FromUtf8Error) -> ReadFailure {
    let offset = error.utf8_error().valid_up_to();
    let before = error.as_bytes().get(..offset).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or("");
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    ReadFailure::NotUtf8 {
        offset,
        line: before.bytes().filter(|byte| *byte == b'\n').count() as u32 + 1,
        column: before.get(line_start..).map_or(0, |line| line.chars().count()) as u32 + 1,
    }
}
