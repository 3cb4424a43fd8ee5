//! Why a process could not be started, followed or recorded. How a started process ended is `End`, not an error.

use std::{io, path::PathBuf};

use crate::{End, Unavailable};

/// What can go wrong around a process.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExecError {
    /// No such file, or no such name in the `PATH` the child would have had.
    #[error("program `{}` was not found", program.display())]
    ProgramNotFound { program: PathBuf },
    /// The working directory is missing or is something else.
    #[error("working directory `{}` does not exist or is not a directory", cwd.display())]
    NoWorkingDirectory { cwd: PathBuf },
    /// The system refused to start it: not executable, no interpreter, arguments too long.
    #[error("could not start `{}` in `{}`: {source}", program.display(), cwd.display())]
    Start { program: PathBuf, cwd: PathBuf, source: io::Error },
    /// The output pipe could not be made or read.
    #[error("could not read the output of `{}`: {source}", program.display())]
    Output { program: PathBuf, source: io::Error },
    /// The system would not say how the process ended.
    #[error("could not learn how `{}` ended: {source}", program.display())]
    Wait { program: PathBuf, source: io::Error },
    /// The full output could not be kept. Only ever reported inside `Captured`: it does not fail the call.
    #[error("could not keep the full output in `{}`: {source}", path.display())]
    Spool { path: PathBuf, source: io::Error },
    /// It was to be confined, and this machine cannot do that. Nothing was started.
    #[error("not confined, so not started: {0}")]
    Unconfined(#[from] Unavailable),
    /// What confines did not come up, and the command was not started.
    #[error("could not confine `{}`: {said}", program.display())]
    Confinement { program: PathBuf, said: String },
    /// A probe command did not end with code 0 in time.
    #[error("`{}` gave no answer: it {end}", program.display())]
    Probe { program: PathBuf, end: End },
}
