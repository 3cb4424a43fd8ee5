//! Folders of systems that have handles for them.

use super::{Kind, Look, plain};
use rustix::{
    fs::{AtFlags, Dir, FileType, Mode, OFlags, RenameFlags},
    io::Errno,
};
use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io,
    os::{
        fd::OwnedFd,
        unix::ffi::{OsStrExt, OsStringExt},
    },
    path::{Component, Path, PathBuf},
};

/// A folder held open.
#[derive(Debug)]
pub(crate) struct Folder(OwnedFd);

/// A handle that needs no permission to list the folder, where the system has that.
#[cfg(any(target_os = "linux", target_os = "android"))]
const HANDLE: OFlags = OFlags::PATH;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const HANDLE: OFlags = OFlags::RDONLY;

/// `NONBLOCK` so that a pipe put in the place of a file cannot hang the call.
const NO_SURPRISE: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::CLOEXEC).union(OFlags::NOCTTY);

impl Folder {
    /// Opens a folder by its absolute path. A link anywhere on the way is an error.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        match Self::open_at_once(path) {
            Some(opened) => Ok(opened?),
            None => Self::walk(path, Self::step),
        }
    }

    /// By the one call that Linux has for it; `None` where it is missing or forbidden.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn open_at_once(path: &Path) -> Option<Result<Self, Errno>> {
        use rustix::fs::ResolveFlags;
        let flags = HANDLE | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let resolve = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        match rustix::fs::openat2(rustix::fs::CWD, path, flags, Mode::empty(), resolve) {
            // Older kernels, and containers whose filter does not know the call.
            Err(Errno::NOSYS | Errno::PERM) => None,
            opened => Some(opened.map(Self)),
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    fn open_at_once(_path: &Path) -> Option<Result<Self, Errno>> {
        None
    }

    /// The same as [`Self::open`], making the folders that are missing.
    pub(crate) fn open_or_create(path: &Path) -> io::Result<Self> {
        Self::walk(path, |folder, name| match folder.step(name) {
            Err(Errno::NOENT) => match rustix::fs::mkdirat(&folder.0, name, Mode::from_bits_truncate(0o777)) {
                Ok(()) | Err(Errno::EXIST) => folder.step(name),
                Err(error) => Err(error),
            },
            entered => entered,
        })
    }

    /// Part by part, each without following it.
    pub(super) fn walk(path: &Path, step: impl Fn(&Self, &OsStr) -> Result<Self, Errno>) -> io::Result<Self> {
        let flags = HANDLE | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let mut folder = Self(rustix::fs::open("/", flags, Mode::empty())?);
        for component in path.components() {
            if let Component::Normal(name) = component {
                folder = step(&folder, name)?;
            }
        }
        Ok(folder)
    }

    pub(super) fn step(&self, name: &OsStr) -> Result<Self, Errno> {
        let flags = HANDLE | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        rustix::fs::openat(&self.0, name, flags, Mode::empty()).map(Self)
    }

    /// Opens a folder in this one.
    pub(crate) fn enter(&self, name: &OsStr) -> io::Result<Self> {
        Ok(self.step(name)?)
    }

    /// Everything in it, in no order.
    pub(crate) fn entries(&self) -> io::Result<Vec<(OsString, Kind)>> {
        let mut entries = Vec::new();
        // A handle of its own: the one that is held need not be good for listing.
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        for entry in Dir::new(rustix::fs::openat(&self.0, ".", flags, Mode::empty())?)? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if matches!(name, b"." | b"..") {
                continue;
            }
            let kind = match entry.file_type() {
                FileType::Unknown => match self.kind(OsStr::from_bytes(name)) {
                    Ok(kind) => kind,
                    Err(_) => continue,
                },
                known => kind_of(known),
            };
            entries.push((OsString::from_vec(name.to_vec()), kind));
        }
        Ok(entries)
    }

    /// What `name` is, without following it.
    pub(crate) fn kind(&self, name: &OsStr) -> io::Result<Kind> {
        Ok(self.look(name)?.kind)
    }

    /// The same, and how much there is of it.
    pub(crate) fn look(&self, name: &OsStr) -> io::Result<Look> {
        let stat = rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
        #[allow(
            clippy::useless_conversion,
            clippy::unnecessary_cast,
            reason = "the types of these fields differ from system to system"
        )]
        let (device, links) = (stat.st_dev as u64, stat.st_nlink as u64);
        Ok(Look {
            kind: kind_of(FileType::from_raw_mode(stat.st_mode)),
            size: stat.st_size.cast_unsigned(),
            id: Some((device, stat.st_ino)),
            links,
        })
    }

    /// Where a link points, as it stands in it.
    pub(crate) fn read_link(&self, name: &OsStr) -> io::Result<PathBuf> {
        let target = rustix::fs::readlinkat(&self.0, name, Vec::new())?;
        Ok(OsString::from_vec(target.into_bytes()).into())
    }

    /// Opens the plain file `name` for reading.
    pub(crate) fn open_file(&self, name: &OsStr) -> io::Result<File> {
        self.open_with(name, OFlags::RDONLY)
    }

    /// Opens the plain file `name` for reading and writing, its content untouched.
    pub(crate) fn open_for_change(&self, name: &OsStr) -> io::Result<File> {
        self.open_with(name, OFlags::RDWR)
    }

    fn open_with(&self, name: &OsStr, access: OFlags) -> io::Result<File> {
        plain(File::from(rustix::fs::openat(&self.0, name, access | NO_SURPRISE, Mode::empty())?))
    }

    /// Makes a new file with the given permission bits (less the umask).
    pub(crate) fn create_file(&self, name: &OsStr, mode: u32) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | NO_SURPRISE;
        Ok(File::from(rustix::fs::openat(&self.0, name, flags, Mode::from_bits_truncate(mode as _))?))
    }

    pub(crate) fn remove_file(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    /// Renames, replacing what has the new name.
    pub(crate) fn rename_over(&self, name: &OsStr, to: &Self, new_name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.0, name, &to.0, new_name)?)
    }

    /// Renames, and fails if the new name is taken.
    pub(crate) fn rename_to_new(&self, name: &OsStr, to: &Self, new_name: &OsStr) -> io::Result<()> {
        #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
        match rustix::fs::renameat_with(&self.0, name, &to.0, new_name, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            done => return Ok(done?),
        }
        // File systems without that: look first. The gap between look and rename cannot be closed there.
        match to.kind(new_name) {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.rename_over(name, to, new_name),
            Err(error) => Err(error),
        }
    }

    /// Whether both names stand for the same file, as two spellings do where letter case does not count.
    pub(crate) fn is_same(&self, name: &OsStr, other: &Self, other_name: &OsStr) -> bool {
        let identity = |folder: &Self, name: &OsStr| {
            let stat = rustix::fs::statat(&folder.0, name, AtFlags::SYMLINK_NOFOLLOW).ok()?;
            Some((stat.st_dev, stat.st_ino))
        };
        identity(self, name).is_some_and(|own| identity(other, other_name) == Some(own))
    }
}

fn kind_of(file_type: FileType) -> Kind {
    match file_type {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Folder,
        FileType::Symlink => Kind::Link,
        FileType::Fifo => Kind::Other("a named pipe"),
        FileType::Socket => Kind::Other("a socket"),
        FileType::CharacterDevice | FileType::BlockDevice => Kind::Other("a device"),
        FileType::Unknown => Kind::Other("a special file"),
    }
}
