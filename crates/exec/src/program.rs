//! Finding a program the way a shell does, without ever taking one from the working directory.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

/// The first executable called `name` in the folders of `path_env`, or of this process's own `PATH` when that is `None`.
///
/// Relative and empty entries are passed over: they would let the folder one happens to be in supply the program.
pub fn find_program(name: impl AsRef<OsStr>, path_env: Option<&OsStr>) -> Option<PathBuf> {
    let name = Path::new(name.as_ref());
    if name.components().count() != 1 {
        return None;
    }
    let inherited = if path_env.is_none() { std::env::var_os("PATH") } else { None };
    std::env::split_paths(path_env.or(inherited.as_deref())?)
        .filter(|folder| folder.is_absolute())
        .find_map(|folder| executable(&folder.join(name)))
}

#[cfg(unix)]
fn executable(path: &Path) -> Option<PathBuf> {
    let may_run = rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok();
    (may_run && path.is_file()).then(|| path.to_owned())
}

/// Windows names programs without their extension; `PATHEXT` says which ones count.
#[cfg(not(unix))]
fn executable(path: &Path) -> Option<PathBuf> {
    if path.extension().is_some() && path.is_file() {
        return Some(path.to_owned());
    }
    let extensions = std::env::var("PATHEXT").unwrap_or_else(|_| ".COM;.EXE;.BAT;.CMD".to_owned());
    extensions.split(';').filter(|extension| !extension.is_empty()).find_map(|extension| {
        let mut candidate = path.as_os_str().to_owned();
        candidate.push(extension);
        let candidate = PathBuf::from(candidate);
        candidate.is_file().then_some(candidate)
    })
}
