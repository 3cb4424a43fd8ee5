//! How work on a file goes wrong, in the words the model reads: what happened, to which file, and what to do instead.

use reasonix_protocol::Problem;
use reasonix_tool::ToolError;
use std::io;

/// Why a file could not be read or written. Paths are as the model sees them.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    #[error("{path} does not exist.{advice}")]
    Missing { path: String, advice: String },
    #[error("{path} is a folder, not a file. Use ls to see what is in it.")]
    IsFolder { path: String },
    #[error("A part of the path {path} is not a folder.")]
    NoFolder { path: String },
    #[error("{path} is {kind}, not a regular file, and is not opened.")]
    NotAFile { path: String, kind: &'static str },
    #[error(
        "{path} is a link that appeared after this call was checked. Nothing was done; look with ls and send the call again."
    )]
    Swapped { path: String },
    #[error(
        "{path} is a hard link, another name of {other}, which the rules keep more strictly. Nothing was done. Call it \
         {other}, so that it is decided about by that name."
    )]
    OtherName { path: String, other: String },
    #[error("No permission to {doing} {path}. Only the user can change that; go on without it or ask them.")]
    Denied { path: String, doing: &'static str },
    #[error(
        "{path} is a binary file (it holds NUL bytes), which this tool does not handle. Use bash with a tool for its \
         format, for example `file`, `xxd | head` or `strings`."
    )]
    Binary { path: String },
    #[error("{path} is {size}; this tool works on files up to {limit}. Use bash (sed, awk, a short script) for it.")]
    TooLarge { path: String, size: String, limit: String },
    #[error(
        "{path} is read-only (its write permission is off). Nothing was written. If it is meant to be changed, ask the user or use chmod first."
    )]
    ReadOnly { path: String },
    #[error(
        "{path} changed on disk while this call was working on it. Nothing was written. Read it again with read_file, \
         then send a new call that fits what is there now."
    )]
    Changed { path: String },
    #[error(
        "{path} appeared on disk while this call was working. Nothing was written. Read it first, then decide again."
    )]
    Appeared { path: String },
    #[error(
        "{character:?} cannot be written in {encoding}, the encoding of {path}. Nothing was written. Use other \
         characters, or convert the file first (bash: iconv) if the user agrees."
    )]
    Unencodable { path: String, character: char, encoding: &'static str },
    #[error("No space left on the disk of {path}. The file is as it was before.")]
    DiskFull { path: String },
    #[error("Could not {doing} {path}: {source}.")]
    Io { path: String, doing: &'static str, source: io::Error },
}

impl FileError {
    /// Sorts an operating system error by what can be done about it.
    pub(crate) fn from_io(path: &str, doing: &'static str, source: io::Error) -> Self {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => Self::Denied { path, doing },
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull { path },
            io::ErrorKind::NotFound => Self::Missing { path, advice: String::new() },
            io::ErrorKind::NotADirectory => Self::NoFolder { path },
            io::ErrorKind::IsADirectory => Self::IsFolder { path },
            _ if is_link_refusal(&source) => Self::Swapped { path },
            _ => Self::Io { path, doing, source },
        }
    }
}

/// `ELOOP`, which opening without following gives for a link; std has no stable name for it.
#[cfg(unix)]
fn is_link_refusal(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

#[cfg(not(unix))]
fn is_link_refusal(_error: &io::Error) -> bool {
    false
}

impl From<FileError> for ToolError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::DiskFull { path } => Self::Fatal(Problem::new("disk_full").with("path", path)),
            error => Self::answer(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn system_errors_are_sorted_by_what_to_do() {
        let check = |kind: io::ErrorKind, expected: &str| {
            let error: ToolError = FileError::from_io("a", "write", kind.into()).into();
            assert!(error.to_string().contains(expected), "{error}");
        };
        check(io::ErrorKind::PermissionDenied, "No permission to write a.");
        check(io::ErrorKind::StorageFull, "disk_full");
        check(io::ErrorKind::QuotaExceeded, "disk_full");
        check(io::ErrorKind::TimedOut, "Could not write a: timed out.");
    }
}
