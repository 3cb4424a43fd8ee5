//! Reading a file of the workspace for a front end. It gets what the model could read without asking, and nothing else.

use crate::wire::{Wired, open_as_tools_do};
use reasonix_agent::GrantSource;
use reasonix_permission::Access;
use reasonix_protocol::{
    Problem,
    command::{FileReadParams, FileReadReply},
};
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// Bytes that are shown.
const SHOWN: usize = 512 << 10;

/// Where a NUL byte makes a file binary.
const SNIFFED: usize = 8 << 10;

/// Waits for the disk.
pub(crate) fn read(wired: &Wired, params: &FileReadParams) -> Result<FileReadReply, Problem> {
    let workspace = &wired.parts.workspace;
    let touch = workspace.touch(&params.path, Access::Read);
    if !workspace.roots().iter().any(|root| touch.real.starts_with(root)) {
        return Err(Problem::new("file_outside").with("path", touch.written.display()));
    }
    let saved = wired.grants.newer_than(None).unwrap_or_default();
    let rules = wired.parts.policy.with_grants(saved.rules.iter().map(String::as_str)).rules;
    let is_kept = |path: &Path| {
        let policy = &wired.parts.policy;
        policy.is_denied_to_read(path, &rules) || policy.asks_to_read(path, &rules)
    };
    if is_kept(&touch.written) || is_kept(&touch.real) {
        return Err(Problem::new("file_kept").with("path", touch.written.display()));
    }
    open_as_tools_do(wired, &touch.real)
        .and_then(|file| show(&touch.real, file))
        .map_err(|error| Problem::new("file_unreadable").with("path", touch.written.display()).with("reason", error))
}

fn show(path: &Path, file: File) -> io::Result<FileReadReply> {
    let size = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.take(SHOWN as u64 + 1).read_to_end(&mut bytes)?;
    let binary = bytes.get(..bytes.len().min(SNIFFED)).unwrap_or_default().contains(&0);
    let cut = bytes.len() > SHOWN;
    let text = if binary { String::new() } else { text_of(bytes) };
    Ok(FileReadReply { path: path.display().to_string(), text, size, binary, cut })
}

/// The beginning of the bytes as text; what is no UTF-8 is replaced.
fn text_of(bytes: Vec<u8>) -> String {
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    if bytes.len() > SHOWN {
        // The last character may have been cut.
        while text.ends_with('\u{fffd}') {
            text.pop();
        }
    }
    text.truncate(text.floor_char_boundary(SHOWN));
    text
}
