//! A folder held open, so that what happens to the names in it goes where the permission decision looked: no link is
//! followed, neither on the way to the folder nor at the name itself, and nothing but a plain file is opened. Where the
//! operating system has no such handles (Windows) it is the path, looked at right before it is used.

#[cfg(unix)]
mod by_handle;
#[cfg(not(unix))]
mod by_path;

#[cfg(unix)]
pub(crate) use by_handle::Folder;
#[cfg(not(unix))]
pub(crate) use by_path::Folder;

use crate::other_names::OtherNames;
use reasonix_permission::Access;
use std::{fs::File, io, path::Path};

/// What a name in a folder stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    /// Neither; in words.
    Other(&'static str),
}

/// What tells a file from all others, whatever it is called: device and number.
pub(crate) type FileId = (u64, u64);

/// What is known of a name without opening it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub kind: Kind,
    /// In bytes.
    pub size: u64,
    /// `None` where the system does not tell.
    pub id: Option<FileId>,
    /// Names that the file has.
    pub links: u64,
}

/// What an absolute path stands for; `None` if nothing is there, or only behind a link.
pub(crate) fn kind_at(path: &Path) -> Option<Kind> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Some(Kind::Folder) };
    Folder::open(folder).and_then(|folder| folder.kind(name)).ok()
}

/// Opens the plain file with that real path for reading, as the file tools do: an error if a link has taken the place of
/// anything on the way, if it is no plain file, or if the rules keep another of its `names` more strictly.
pub fn open_plain(real: &Path, names: &OtherNames) -> io::Result<File> {
    let (Some(folder), Some(name)) = (real.parent(), real.file_name()) else {
        return Err(io::ErrorKind::IsADirectory.into());
    };
    let file = Folder::open(folder)?.open_file(name)?;
    match names.stricter(&file, real, Access::Read) {
        None => Ok(file),
        Some(_) => Err(io::Error::other("another name of a file that the rules keep")),
    }
}

/// The file, if it is a plain one: a device or a pipe that took its place is dropped unread.
fn plain(file: File) -> io::Result<File> {
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("not a regular file")) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::symlink};

    /// Guards against a link put in the way after the permission decision.
    #[test]
    fn no_link_is_followed() {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("real/below")).unwrap();
        fs::write(root.join("real/file"), "x").unwrap();
        symlink("real", root.join("link")).unwrap();
        symlink("file", root.join("real/alias")).unwrap();
        let real = Folder::open(&root.join("real")).unwrap();
        assert!(real.open_file("file".as_ref()).is_ok() && Folder::open(&root.join("real/below")).is_ok());
        assert!(Folder::open(&root.join("link")).is_err() && Folder::open(&root.join("link/below")).is_err());
        assert!(Folder::open_or_create(&root.join("link/new")).is_err() && !root.join("real/new").exists());
        assert!(real.open_file("alias".as_ref()).is_err() && real.open_for_change("alias".as_ref()).is_err());
        assert_eq!(real.kind("alias".as_ref()).unwrap(), Kind::Link);
        assert_eq!(kind_at(&root.join("real/file")), Some(Kind::File));
        assert_eq!(kind_at(&root.join("link/file")), None);
        // Part by part, as where the system has no call for the whole way.
        assert!(Folder::walk(&root.join("real/below"), Folder::step).is_ok());
        assert!(Folder::walk(&root.join("link/below"), Folder::step).is_err());
    }

    /// Guards against a thread that waits for ever for somebody to write.
    #[test]
    fn only_plain_files_are_opened() {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().canonicalize().unwrap();
        let folder = Folder::open(&root).unwrap();
        let pipe = root.join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, rustix::fs::Mode::from_bits_truncate(0o600)).unwrap();
        std::os::unix::net::UnixListener::bind(root.join("socket")).unwrap();
        fs::create_dir(root.join("folder")).unwrap();
        for name in ["pipe", "socket", "folder"] {
            assert!(folder.open_file(name.as_ref()).is_err(), "{name} for reading");
            assert!(folder.open_for_change(name.as_ref()).is_err(), "{name} for writing");
        }
        assert!(Folder::open(Path::new("/dev")).unwrap().open_file("zero".as_ref()).is_err());
    }

    #[test]
    fn a_taken_name_is_not_renamed_over() {
        let temporary = tempfile::tempdir().unwrap();
        let root = temporary.path().canonicalize().unwrap();
        fs::write(root.join("a"), "a").unwrap();
        fs::write(root.join("b"), "b").unwrap();
        let folder = Folder::open(&root).unwrap();
        let error = folder.rename_to_new("a".as_ref(), &folder, "b".as_ref()).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists);
        folder.rename_to_new("a".as_ref(), &folder, "c".as_ref()).unwrap();
        assert!(folder.is_same("c".as_ref(), &folder, "c".as_ref()));
        assert!(!folder.is_same("c".as_ref(), &folder, "b".as_ref()));
    }
}
