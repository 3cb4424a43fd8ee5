//! A confinement with what carries it out on this system. It is tried out when it is first needed, and never again.

#[cfg(target_os = "linux")]
use super::bubblewrap::Bubblewrap;
#[cfg(unix)]
use super::placeholder::Placeholder;
use super::{Confinement, Unavailable, warden};
use crate::Further;
use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::sync::OnceCell;

/// Confines processes. Cheap until the first of them.
#[derive(Debug)]
pub struct Sandbox {
    confinement: Confinement,
    warden: Option<PathBuf>,
    backend: OnceCell<Result<Backend, Unavailable>>,
}

#[cfg(target_os = "linux")]
type Backend = Bubblewrap;
#[cfg(target_os = "macos")]
type Backend = super::seatbelt::Seatbelt;
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
type Backend = NoBackend;

/// How confined processes are held, beyond what always holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// The version of Landlock that holds them too, where the kernel has it and this program is its own warden.
    pub landlock: Option<u32>,
}

impl Sandbox {
    /// If this program [serves as a warden](crate::serve_as_warden), it will be the first process inside.
    pub fn new(confinement: Confinement) -> Self {
        Self::with_warden(confinement, warden::this_program())
    }

    /// With another program as the warden, or none: then there is no Landlock, no limit of processes, and no account of
    /// what was left running.
    pub fn with_warden(confinement: Confinement, warden: Option<PathBuf>) -> Self {
        Self { confinement, warden, backend: OnceCell::new() }
    }

    pub const fn confinement(&self) -> &Confinement {
        &self.confinement
    }

    /// Tries it out, unless that was done. An error holds for as long as this lives.
    pub async fn ready(&self) -> Result<Strength, Unavailable> {
        self.backend().await.map(Backend::strength)
    }

    async fn backend(&self) -> Result<&Backend, Unavailable> {
        let tried = self.backend.get_or_init(|| Backend::prepare(&self.confinement, self.warden.clone()));
        tried.await.as_ref().map_err(Clone::clone)
    }

    /// The command that runs `program` confined. [`ready`](Self::ready) must have said that it can be.
    pub(crate) fn confine(
        &self,
        program: &Path,
        args: &[OsString],
        cwd: &Path,
        temp: &Path,
        further: &Further,
    ) -> io::Result<Confined> {
        let wider = (*further != Further::default()).then(|| self.confinement.with(further));
        match self.backend.get() {
            Some(Ok(backend)) => backend.confine(program, args, cwd, temp, wider.as_ref()),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// How commands are confined.
#[derive(Debug, Clone)]
pub struct Confining {
    pub sandbox: Arc<Sandbox>,
    pub otherwise: Otherwise,
}

/// What becomes of a command where it cannot be confined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Otherwise {
    Refuse,
    /// It runs all the same, and its result says so.
    Run,
}

/// A command with the confinement around it.
#[derive(Debug)]
pub(crate) struct Confined {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<OsString>,
    /// Where the temporary folder is inside.
    pub(crate) temp: PathBuf,
    /// Whether a warden tells about the end, through standard input.
    pub(crate) reports: bool,
    #[cfg(unix)]
    pub(super) _placeholders: Vec<Placeholder>,
}

/// Where nothing can be confined.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
#[derive(Debug)]
pub(crate) enum NoBackend {}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
#[expect(clippy::unused_async, reason = "the same signatures as elsewhere")]
impl NoBackend {
    async fn prepare(_confinement: &Confinement, _warden: Option<PathBuf>) -> Result<Self, Unavailable> {
        Err(Unavailable::NoBackend { system: std::env::consts::OS })
    }

    fn strength(&self) -> Strength {
        match *self {}
    }

    fn confine(
        &self,
        _program: &Path,
        _args: &[OsString],
        _cwd: &Path,
        _temp: &Path,
        _wider: Option<&Confinement>,
    ) -> io::Result<Confined> {
        match *self {}
    }
}
