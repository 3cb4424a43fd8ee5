//! Puts new bytes in the place of a file so that a reader, a crash or a full disk meets the old file or the new one and
//! nothing between: a temporary file in the same folder, then a rename. Permission bits and owner stay.
//!
//! A file with several hard links, one whose owner could not be kept, and one in a folder that takes no new files are
//! written in place instead, because a rename would cut them off from what they are. That is not atomic; when it fails
//! the old bytes are put back. Access control lists and extended attributes are not carried over by a rename.

use crate::{
    error::FileError,
    folder::Folder,
    target::Target,
    text_file::{self, Hasher},
};
use reasonix_permission::Access;
use std::{
    ffi::{OsStr, OsString},
    fs::{File, Metadata},
    io::{self, Read, Seek, Write},
};

/// What must be in the place for the new bytes to go there.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Expected<'a> {
    Nothing,
    /// A file with these bytes (SHA-256, hexadecimal).
    Hash(&'a str),
}

/// Writes `bytes` to the target and gives their hash. On an error the target is as it was.
pub(crate) fn publish(target: &Target, bytes: &[u8], expected: Expected<'_>) -> Result<String, FileError> {
    let Some((folder, name)) = target.place() else {
        return Err(FileError::IsFolder { path: target.shown.clone() });
    };
    match expected {
        Expected::Nothing => {
            let folder = Folder::open_or_create(folder).map_err(|error| write_error(target, error))?;
            create(target, &folder, name, bytes)?;
        }
        Expected::Hash(hash) => {
            let folder = Folder::open(folder).map_err(|error| write_error(target, error))?;
            replace(target, &folder, name, bytes, hash)?;
        }
    }
    Ok(text_file::hash(bytes))
}

fn write_error(target: &Target, error: io::Error) -> FileError {
    FileError::from_io(&target.shown, "write", error)
}

fn create(target: &Target, folder: &Folder, name: &OsStr, bytes: &[u8]) -> Result<(), FileError> {
    let mut temporary = Temporary::create(folder, 0o666).map_err(|error| write_error(target, error))?;
    temporary.fill(bytes).map_err(|error| write_error(target, error))?;
    match folder.rename_to_new(&temporary.name, folder, name) {
        Ok(()) => {
            temporary.kept = true;
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(FileError::Appeared { path: target.shown.clone() })
        }
        Err(error) => Err(write_error(target, error)),
    }
}

fn replace(target: &Target, folder: &Folder, name: &OsStr, bytes: &[u8], hash: &str) -> Result<(), FileError> {
    let changed = || FileError::Changed { path: target.shown.clone() };
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => changed(),
        _ => write_error(target, error),
    };
    let metadata = folder.open_file(name).and_then(|file| file.metadata()).map_err(failed)?;
    if metadata.permissions().readonly() {
        return Err(FileError::ReadOnly { path: target.shown.clone() });
    }
    // Opened for writing in any case: a rename would get around the file's own permission.
    let mut old = folder.open_for_change(name).map_err(failed)?;
    target.check_names(&old, Access::Write)?;
    if let Some(mut temporary) = Temporary::beside(folder, &metadata).map_err(failed)? {
        temporary.fill(bytes).map_err(failed)?;
        // The last look before the rename; what is opened by name now is what the rename would replace.
        let mut present = folder.open_file(name).map_err(failed)?;
        if !hash_of(&mut present).is_ok_and(|present| present == hash) || !same_permissions(&present, &metadata) {
            return Err(changed());
        }
        folder.rename_over(&temporary.name, folder, name).map_err(failed)?;
        temporary.kept = true;
        return Ok(());
    }
    let old_bytes = read_all(&mut old).map_err(failed)?;
    if text_file::hash(&old_bytes) != hash {
        return Err(changed());
    }
    overwrite(&mut old, bytes).map_err(|error| match overwrite(&mut old, &old_bytes) {
        Ok(()) => failed(error),
        Err(second) => {
            FileError::Io { path: target.shown.clone(), doing: "restore after a failed write of", source: second }
        }
    })
}

fn hash_of(file: &mut File) -> io::Result<String> {
    let mut hasher = Hasher::default();
    io::copy(file, &mut hasher)?;
    Ok(hasher.finish())
}

fn read_all(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn same_permissions(file: &File, before: &Metadata) -> bool {
    file.metadata().is_ok_and(|now| now.permissions() == before.permissions())
}

/// The length changes last: until then the disk space of the old bytes stays ours, so that they can be put back.
fn overwrite(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_data()
}

/// A file that is removed again unless it has found its place.
struct Temporary<'a> {
    folder: &'a Folder,
    name: OsString,
    file: File,
    kept: bool,
}

impl<'a> Temporary<'a> {
    fn create(folder: &'a Folder, mode: u32) -> io::Result<Self> {
        let name = OsString::from(format!(".reasonix-{}.tmp", reasonix_stdx::random::hex(6)));
        let file = folder.create_file(&name, mode)?;
        Ok(Self { folder, name, file, kept: false })
    }

    /// One that can stand in for the old file, or `None` if the old one must be written in place.
    fn beside(folder: &'a Folder, old: &Metadata) -> io::Result<Option<Self>> {
        if has_other_links(old) {
            return Ok(None);
        }
        let temporary = match Self::create(folder, 0o600) {
            Ok(temporary) => temporary,
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(None),
            Err(error) => return Err(error),
        };
        if !take_owner(&temporary.file, old)? {
            return Ok(None);
        }
        // After the owner, whose change takes special bits away.
        temporary.file.set_permissions(old.permissions())?;
        Ok(Some(temporary))
    }

    fn fill(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.file.sync_data()
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        if !self.kept {
            // Nothing more can be done about a file that cannot be removed; its name says whose it is.
            let _ = self.folder.remove_file(&self.name);
        }
    }
}

#[cfg(unix)]
fn has_other_links(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(not(unix))]
fn has_other_links(_metadata: &Metadata) -> bool {
    false
}

/// Gives `file` the owner and group of the old one; says whether it has them.
#[cfg(unix)]
fn take_owner(file: &File, old: &Metadata) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = file.metadata()?;
    if (own.uid(), own.gid()) == (old.uid(), old.gid()) {
        return Ok(true);
    }
    Ok(fchown(file, Some(old.uid()), Some(old.gid())).is_ok())
}

#[cfg(not(unix))]
fn take_owner(_file: &File, _old: &Metadata) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::other_names::OtherNames;
    use std::{fs, path::Path};

    fn target(root: &Path) -> Target {
        let real = root.canonicalize().unwrap().join("file");
        let names = OtherNames::unjudged();
        Target { shown: "file".into(), written: real.clone(), root: root.to_path_buf(), real, names }
    }

    #[test]
    fn what_is_not_as_expected_stays() {
        let root = tempfile::tempdir().unwrap();
        let target = target(root.path());
        let check = |expected: Expected<'_>, part: &str, content: Option<&str>| {
            let error = publish(&target, b"new", expected).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
            assert_eq!(fs::read_to_string(&target.real).ok().as_deref(), content);
            assert_eq!(fs::read_dir(root.path()).unwrap().count(), usize::from(content.is_some()), "nothing left");
        };
        let old = text_file::hash(b"old");
        check(Expected::Hash(&old), "changed on disk", None);
        fs::write(&target.real, "other").unwrap();
        check(Expected::Hash(&old), "changed on disk", Some("other"));
        check(Expected::Nothing, "appeared on disk", Some("other"));
        fs::write(&target.real, "old").unwrap();
        assert_eq!(publish(&target, b"new", Expected::Hash(&old)).unwrap(), text_file::hash(b"new"));
        assert_eq!(fs::read_to_string(&target.real).unwrap(), "new");
    }

    #[test]
    fn a_reader_meets_the_old_file_or_the_new_one() {
        let root = tempfile::tempdir().unwrap();
        let target = target(root.path());
        let versions: Vec<Vec<u8>> = (0..40_u8).map(|version| vec![version; 200_000]).collect();
        publish(&target, &versions[0], Expected::Nothing).unwrap();
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                for _ in 0..400 {
                    let bytes = fs::read(&target.real).unwrap();
                    assert!(bytes.len() == 200_000 && bytes.iter().all(|byte| *byte == bytes[0]), "a torn file");
                }
            });
            for pair in versions.windows(2) {
                publish(&target, &pair[1], Expected::Hash(&text_file::hash(&pair[0]))).unwrap();
            }
            reader.join().unwrap();
        });
    }

    #[test]
    fn a_file_written_in_place_gets_the_new_length() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("file");
        fs::write(&path, "a long old text").unwrap();
        let mut file = fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
        overwrite(&mut file, b"short").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "short");
    }
}
