//! The files by which other programs find the server: written whole or not at all, for their owner alone.

use crate::{launch::warn, texts::Texts};
use reasonix_protocol::Problem;
use std::{
    fs,
    io::{self, Write as _},
    path::Path,
};

/// Writes a file in one step.
pub(super) fn write(file: &Path, text: &str) -> Result<(), Problem> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // A temporary file is its owner's alone, and stays so under its new name.
    let written = tempfile::NamedTempFile::new_in(folder).and_then(|mut temporary| {
        temporary.write_all(text.as_bytes())?;
        temporary.as_file().sync_all()?;
        temporary.persist(file).map_err(|error| error.error)
    });
    written.map(drop).map_err(|error| problem("file_unwritable", file, &error))
}

/// What a file holds; `None` if there is none or nothing is in it.
pub(super) fn read_secret(file: &Path, texts: Texts) -> Result<Option<String>, Problem> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(problem("file_unreadable", file, &error)),
    };
    if text.trim().is_empty() {
        return Ok(None);
    }
    if is_open_to_others(file) {
        warn(&Problem::new("secret_file_open").with("path", file.display()), texts);
    }
    Ok(Some(text))
}

#[cfg(unix)]
fn is_open_to_others(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_open_to_others(_file: &Path) -> bool {
    false
}

fn problem(code: &str, file: &Path, error: &io::Error) -> Problem {
    Problem::new(code).with("path", file.display()).with("reason", error)
}
