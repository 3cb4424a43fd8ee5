//! Folders of systems without handles: a link that is put in the way between a look and a use is followed.

use super::{Kind, Look, plain};
use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, FileType, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// A folder by its path.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        match fs::metadata(path)?.is_dir() {
            true => Ok(Self(path.to_path_buf())),
            false => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    pub(crate) fn open_or_create(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        Self::open(path)
    }

    pub(crate) fn enter(&self, name: &OsStr) -> io::Result<Self> {
        match self.kind(name)? {
            Kind::Folder => Ok(Self(self.0.join(name))),
            _ => Err(io::ErrorKind::NotADirectory.into()),
        }
    }

    pub(crate) fn entries(&self) -> io::Result<Vec<(OsString, Kind)>> {
        let entries = fs::read_dir(&self.0)?.flatten();
        Ok(entries.filter_map(|entry| Some((entry.file_name(), kind_of(entry.file_type().ok()?)))).collect())
    }

    pub(crate) fn kind(&self, name: &OsStr) -> io::Result<Kind> {
        Ok(self.look(name)?.kind)
    }

    pub(crate) fn look(&self, name: &OsStr) -> io::Result<Look> {
        let metadata = fs::symlink_metadata(self.0.join(name))?;
        Ok(Look { kind: kind_of(metadata.file_type()), size: metadata.len(), id: None, links: 1 })
    }

    pub(crate) fn read_link(&self, name: &OsStr) -> io::Result<PathBuf> {
        fs::read_link(self.0.join(name))
    }

    pub(crate) fn open_file(&self, name: &OsStr) -> io::Result<File> {
        self.open_with(name, OpenOptions::new().read(true))
    }

    pub(crate) fn open_for_change(&self, name: &OsStr) -> io::Result<File> {
        self.open_with(name, OpenOptions::new().read(true).write(true))
    }

    fn open_with(&self, name: &OsStr, access: &OpenOptions) -> io::Result<File> {
        match self.kind(name)? {
            Kind::Link => Err(io::Error::other("a link")),
            _ => plain(access.open(self.0.join(name))?),
        }
    }

    pub(crate) fn create_file(&self, name: &OsStr, _mode: u32) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(self.0.join(name))
    }

    pub(crate) fn remove_file(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_file(self.0.join(name))
    }

    pub(crate) fn rename_over(&self, name: &OsStr, to: &Self, new_name: &OsStr) -> io::Result<()> {
        fs::rename(self.0.join(name), to.0.join(new_name))
    }

    pub(crate) fn rename_to_new(&self, name: &OsStr, to: &Self, new_name: &OsStr) -> io::Result<()> {
        match to.kind(new_name) {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.rename_over(name, to, new_name),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn is_same(&self, name: &OsStr, other: &Self, other_name: &OsStr) -> bool {
        let own = fs::canonicalize(self.0.join(name)).ok();
        own.is_some() && own == fs::canonicalize(other.0.join(other_name)).ok()
    }
}

fn kind_of(kind: FileType) -> Kind {
    match () {
        () if kind.is_symlink() => Kind::Link,
        () if kind.is_dir() => Kind::Folder,
        () if kind.is_file() => Kind::File,
        () => Kind::Other("a special file"),
    }
}
