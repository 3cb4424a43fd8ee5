//! Replaces a file as a whole or not at all, and never over a change that somebody else made meanwhile.

use std::{
    fs::{self, Permissions},
    io::{self, Write},
    path::{Path, PathBuf},
};
use tempfile::{Builder, NamedTempFile};

/// Who may read the file afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// As before; a new file gets what the system gives new files.
    Kept,
    /// Its owner only.
    Owner,
}

/// How often an edit starts over because the file changed under it.
const ATTEMPTS: usize = 5;

pub(crate) enum UpdateError<E> {
    /// The edit itself was refused; the file is untouched.
    Refused(E),
    Write(io::Error),
    /// The file changed each time before the edit could be written.
    ChangedMeanwhile,
}

/// Reads the file with `read`, lets `edit` make the new text of it, and replaces it. `edit` gets `None` for a file
/// that does not exist and gives `None` back to leave everything as it is. Tells whether something was written.
pub(crate) fn update<E>(
    path: &Path,
    access: Access,
    read: impl Fn(&Path) -> Result<Option<String>, E>,
    edit: impl Fn(Option<&str>) -> Result<Option<String>, E>,
) -> Result<bool, UpdateError<E>> {
    for _ in 0..ATTEMPTS {
        let before = read(path).map_err(UpdateError::Refused)?;
        let Some(after) = edit(before.as_deref()).map_err(UpdateError::Refused)? else { return Ok(false) };
        let target = real_path(path);
        let staged = stage(&target, access, after.as_bytes()).map_err(UpdateError::Write)?;
        if read(path).map_err(UpdateError::Refused)? == before {
            staged.persist(&target).map_err(|error| UpdateError::Write(error.error))?;
            sync_folder(&target);
            return Ok(true);
        }
    }
    Err(UpdateError::ChangedMeanwhile)
}

/// Where a link leads, so that a linked configuration stays a link.
fn real_path(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// Writes the new content beside the target, on the disk already.
fn stage(target: &Path, access: Access, content: &[u8]) -> io::Result<NamedTempFile> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    create_folder(folder)?;
    let mut builder = Builder::new();
    builder.prefix(".reasonix-").suffix(".tmp");
    let kept = fs::metadata(target).ok().map(|metadata| metadata.permissions());
    if access == Access::Kept
        && let Some(fresh) = default_permissions()
    {
        builder.permissions(fresh);
    }
    let mut staged = builder.tempfile_in(folder)?;
    if let (Access::Kept, Some(permissions)) = (access, kept) {
        staged.as_file().set_permissions(permissions)?;
    }
    staged.write_all(content)?;
    staged.as_file().sync_all()?;
    Ok(staged)
}

/// What a new file gets before the umask; a temporary file is its owner's alone otherwise.
fn default_permissions() -> Option<Permissions> {
    #[cfg(unix)]
    return Some(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    #[cfg(not(unix))]
    return None;
}

/// Creates a missing folder for its owner only: it will hold keys and sessions.
fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Makes the rename last through a power loss, where the platform lets a folder be synced.
fn sync_folder(target: &Path) {
    #[cfg(unix)]
    if let Some(folder) = target.parent().and_then(|folder| fs::File::open(folder).ok()) {
        // The file is in place either way.
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = target;
}
