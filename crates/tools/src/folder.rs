//! A folder held open, so that what happens to the names in it goes where the permission decision looked: no link is
//! followed, neither on the way to the folder nor at the name itself. Where the operating system has no such handles
//! (Windows) it is the path.

#[cfg(unix)]
pub(crate) use by_handle::Folder;
#[cfg(not(unix))]
pub(crate) use by_path::Folder;

/// What a name in a folder stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    /// Neither; in words.
    Other(&'static str),
}

/// Opens a plain file that a walk has found; if it has become a link or a pipe since, that is an error and no hang.
pub(crate) fn open_found(path: &std::path::Path) -> std::io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.bits().cast_signed());
    }
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(std::io::ErrorKind::InvalidInput.into()) }
}

#[cfg(unix)]
mod by_handle {
    use super::Kind;
    use rustix::{
        fs::{AtFlags, FileType, Mode, OFlags, RenameFlags},
        io::Errno,
    };
    use std::{
        ffi::OsStr,
        fs::File,
        io,
        os::fd::OwnedFd,
        path::{Component, Path},
    };

    /// A folder held open.
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
            Self::walk(path, Self::enter)
        }

        /// The same, making the folders that are missing.
        pub(crate) fn open_or_create(path: &Path) -> io::Result<Self> {
            Self::walk(path, |folder, name| match folder.enter(name) {
                Err(Errno::NOENT) => match rustix::fs::mkdirat(&folder.0, name, Mode::from_bits_truncate(0o777)) {
                    Ok(()) | Err(Errno::EXIST) => folder.enter(name),
                    Err(error) => Err(error),
                },
                entered => entered,
            })
        }

        fn walk(path: &Path, step: impl Fn(&Self, &OsStr) -> Result<Self, Errno>) -> io::Result<Self> {
            let flags = HANDLE | OFlags::DIRECTORY | OFlags::CLOEXEC;
            let mut folder = Self(rustix::fs::open("/", flags, Mode::empty())?);
            for component in path.components() {
                if let Component::Normal(name) = component {
                    folder = step(&folder, name)?;
                }
            }
            Ok(folder)
        }

        fn enter(&self, name: &OsStr) -> Result<Self, Errno> {
            let flags = HANDLE | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            rustix::fs::openat(&self.0, name, flags, Mode::empty()).map(Self)
        }

        /// What `name` is, without following it.
        pub(crate) fn kind(&self, name: &OsStr) -> io::Result<Kind> {
            let stat = rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
            Ok(match FileType::from_raw_mode(stat.st_mode) {
                FileType::RegularFile => Kind::File,
                FileType::Directory => Kind::Folder,
                FileType::Symlink => Kind::Link,
                FileType::Fifo => Kind::Other("a named pipe"),
                FileType::Socket => Kind::Other("a socket"),
                FileType::CharacterDevice | FileType::BlockDevice => Kind::Other("a device"),
                FileType::Unknown => Kind::Other("a special file"),
            })
        }

        /// Opens `name` for reading.
        pub(crate) fn open_file(&self, name: &OsStr) -> io::Result<File> {
            Ok(File::from(rustix::fs::openat(&self.0, name, OFlags::RDONLY | NO_SURPRISE, Mode::empty())?))
        }

        /// Opens `name` for reading and writing, its content untouched.
        pub(crate) fn open_for_change(&self, name: &OsStr) -> io::Result<File> {
            Ok(File::from(rustix::fs::openat(&self.0, name, OFlags::RDWR | NO_SURPRISE, Mode::empty())?))
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
}

#[cfg(not(unix))]
mod by_path {
    use super::Kind;
    use std::{
        ffi::OsStr,
        fs::{self, File, OpenOptions},
        io,
        path::{Path, PathBuf},
    };

    /// A folder by its path.
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

        pub(crate) fn kind(&self, name: &OsStr) -> io::Result<Kind> {
            let kind = fs::symlink_metadata(self.0.join(name))?.file_type();
            Ok(match () {
                () if kind.is_symlink() => Kind::Link,
                () if kind.is_dir() => Kind::Folder,
                () if kind.is_file() => Kind::File,
                () => Kind::Other("a special file"),
            })
        }

        pub(crate) fn open_file(&self, name: &OsStr) -> io::Result<File> {
            File::open(self.0.join(name))
        }

        pub(crate) fn open_for_change(&self, name: &OsStr) -> io::Result<File> {
            OpenOptions::new().read(true).write(true).open(self.0.join(name))
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
        assert!(open_found(&root.join("real/alias")).is_err() && open_found(&root.join("real")).is_err());
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
