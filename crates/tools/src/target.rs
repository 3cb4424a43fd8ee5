//! The file a call is about: where it really is, how it is called towards the model, and what the session knew of it.
//! What is opened is what was decided about: no link is followed, and no hard link leads around the rules.

use crate::{
    error::FileError,
    folder::{Folder, Kind},
    near,
    other_names::OtherNames,
};
use reasonix_permission::{Access, PathTouch};
use reasonix_protocol::SeenFile;
use reasonix_tool::{ClearedCall, RunContext, ToolError, Workspace};
use std::{
    ffi::OsStr,
    fs::File,
    io,
    path::{Path, PathBuf},
};

/// A path of a call.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    /// As the model and the user see it.
    pub shown: String,
    /// Where it really is, as the permission decision judged it.
    pub real: PathBuf,
    /// Absolute, links not followed.
    pub written: PathBuf,
    /// The folder in whose terms paths are shown.
    pub root: PathBuf,
    /// What its other names may be.
    pub names: OtherNames,
}

impl Target {
    pub(crate) fn new(touch: &PathTouch, workspace: &Workspace, names: &OtherNames) -> Self {
        let by_name = touch.written.starts_with(workspace.root()) || !touch.real.starts_with(workspace.root());
        Self {
            shown: workspace.show(if by_name { &touch.written } else { &touch.real }),
            real: touch.real.clone(),
            written: touch.written.clone(),
            root: workspace.root().to_path_buf(),
            names: names.clone(),
        }
    }

    /// What a call is said to be about.
    pub(crate) fn subject(touch: &PathTouch, workspace: &Workspace) -> String {
        Self::new(touch, workspace, &OtherNames::unjudged()).shown
    }

    /// The path as it would be described for such an argument.
    pub(crate) fn of_argument(written: &str, access: Access, workspace: &Workspace, names: &OtherNames) -> Self {
        Self::new(&workspace.touch(written, access), workspace, names)
    }

    /// The `index`th path of a call, exactly as it was judged.
    pub(crate) fn of_call(
        call: &ClearedCall,
        index: usize,
        cx: &RunContext,
        names: &OtherNames,
    ) -> Result<Self, ToolError> {
        match call.call().description().touches.paths.get(index) {
            Some(touch) => Ok(Self::new(touch, &cx.workspace, names)),
            None => Err(ToolError::answer("The call names no path.")),
        }
    }

    /// The hash the session last saw, if it has read or written the file.
    pub(crate) fn seen_hash(&self, cx: &RunContext) -> Option<String> {
        cx.seen.hash(&self.real).or_else(|| cx.seen.hash(&self.written)).map(str::to_owned)
    }

    /// The record that the session has seen it with this content. Files are known by their real path, so that two
    /// names of one file are one file.
    pub(crate) fn seen(&self, hash: String) -> SeenFile {
        SeenFile { path: self.real.to_string_lossy().into_owned(), hash }
    }

    /// The folder and the name in it. `None` for the root of the file system.
    pub(crate) fn place(&self) -> Option<(&Path, &OsStr)> {
        Some((self.real.parent()?, self.real.file_name()?))
    }

    /// What is there; `None` if nothing is. A folder on the way that does not exist counts as nothing.
    pub(crate) fn kind(&self) -> Result<Option<Kind>, FileError> {
        let Some((folder, name)) = self.place() else { return Ok(Some(Kind::Folder)) };
        match Folder::open(folder).and_then(|folder| folder.kind(name)) {
            Ok(kind) => Ok(Some(kind)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FileError::from_io(&self.shown, "look at", error)),
        }
    }

    /// Opens the regular file for reading.
    pub(crate) fn open(&self) -> Result<File, FileError> {
        let Some((folder, name)) = self.place() else {
            return Err(FileError::IsFolder { path: self.shown.clone() });
        };
        let folder = Folder::open(folder).map_err(|error| self.explain(error))?;
        match folder.kind(name).map_err(|error| self.explain(error))? {
            Kind::File => {
                let file = folder.open_file(name).map_err(|error| self.explain(error))?;
                self.check_names(&file, Access::Read)?;
                Ok(file)
            }
            Kind::Folder => Err(FileError::IsFolder { path: self.shown.clone() }),
            Kind::Link => Err(FileError::Swapped { path: self.shown.clone() }),
            Kind::Other(kind) => Err(FileError::NotAFile { path: self.shown.clone(), kind }),
        }
    }

    /// Refuses a file that the rules keep under another of its names. Asked of what was opened, so that nothing can come
    /// between.
    pub(crate) fn check_names(&self, file: &File, access: Access) -> Result<(), FileError> {
        match self.names.stricter(file, &self.real, access) {
            None => Ok(()),
            Some(other) => Err(FileError::OtherName {
                path: self.shown.clone(),
                other: reasonix_stdx::path::display(&self.root, &other),
            }),
        }
    }

    /// The error of a look at it, with what may have been meant.
    pub(crate) fn explain(&self, error: io::Error) -> FileError {
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                FileError::Missing { path: self.shown.clone(), advice: near::advice(self) }
            }
            _ => FileError::from_io(&self.shown, "read", error),
        }
    }
}
