//! Files and folders for their owner only. Where the system has no modes, they are as it makes them.

use std::{
    fs::{DirBuilder, OpenOptions},
    io,
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
