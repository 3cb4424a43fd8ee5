//! Files and folders for their owner only, and replacing a small file as a whole. Where the system has no modes, they
//! are as it makes them.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io::{self, ErrorKind, Write},
    path::Path,
};

/// Makes a folder and those above it that are missing, all for their owner only: even the names of projects are private.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// A file that these options create is its owner's alone.
#[cfg(unix)]
pub(crate) fn for_owner_only(options: &mut OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

#[cfg(not(unix))]
pub(crate) fn for_owner_only(_options: &mut OpenOptions) {}

/// Writes a file that is its owner's alone, as a whole or not at all, and on the disk when this returns. Its folder must
/// exist.
pub(crate) fn replace_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    // Such a file is its owner's alone.
    let mut draft = tempfile::Builder::new().prefix(".draft-").suffix(".tmp").tempfile_in(folder)?;
    draft.write_all(bytes)?;
    draft.as_file().sync_all()?;
    draft.persist(path).map_err(|error| error.error)?;
    sync_folder(folder);
    Ok(())
}

/// Waits for the right to change a file, which lasts until the lock is dropped. The lock's own file stays: a process that
/// waits for it would else hold a lock that the next one does not see. The folder must exist.
pub(crate) fn lock_for_change(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    for_owner_only(&mut options);
    let file = options.open(path)?;
    loop {
        match file.lock() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            locked => return locked.map(|()| file),
        }
    }
}

/// Makes a rename last through a power loss, where the system lets a folder be synced. The file is in place either way.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}
