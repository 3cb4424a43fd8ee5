//! The shells that run a command text, and how each is told to run exactly that text and nothing of the user's own.

use std::{ffi::OsStr, path::PathBuf};

use crate::{Job, find_program};

/// A family of shells with one grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShellKind {
    Bash,
    /// PowerShell 7 and later, program `pwsh`.
    Pwsh,
    /// Windows PowerShell 5, program `powershell`.
    WindowsPowerShell,
}

/// A shell found on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shell {
    pub kind: ShellKind,
    pub path: PathBuf,
}

/// Where bash is when `PATH` does not say.
#[cfg(unix)]
const BASH_PLACES: &[&str] = &["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/opt/homebrew/bin/bash"];
#[cfg(not(unix))]
const BASH_PLACES: &[&str] = &[r"C:\Program Files\Git\bin\bash.exe", r"C:\Program Files (x86)\Git\bin\bash.exe"];

/// Variables by which the environment could change what bash reads before, or understands of, the command.
const BASH_STARTUP: &[&str] = &["BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "BASH_XTRACEFD"];

impl Shell {
    /// The shell to use when none is configured: bash, else PowerShell, by `path_env` (`None` is the own `PATH`).
    pub fn discover(path_env: Option<&OsStr>) -> Option<Self> {
        let kinds = [ShellKind::Bash, ShellKind::Pwsh, ShellKind::WindowsPowerShell];
        kinds.into_iter().find_map(|kind| Self::find(kind, path_env))
    }

    /// A shell of one kind, by `path_env` (`None` is the own `PATH`), then in the places where it usually is.
    pub fn find(kind: ShellKind, path_env: Option<&OsStr>) -> Option<Self> {
        let path = match kind {
            ShellKind::Bash => find_program("bash", path_env).filter(is_native).or_else(usual_bash),
            ShellKind::Pwsh => find_program("pwsh", path_env),
            ShellKind::WindowsPowerShell => find_program("powershell", path_env),
        }?;
        Some(Self { kind, path })
    }

    /// A job that runs `text`, unchanged, in this shell without start-up files.
    ///
    /// For bash the inherited variables that would run code first, switch options or replace commands by exported
    /// functions are taken away, so that what runs is what was read.
    pub fn job(&self, text: impl AsRef<OsStr>, cwd: impl Into<PathBuf>) -> Job {
        let text = text.as_ref();
        match self.kind {
            // `--` so that a text which begins with a dash is a command and not an option.
            ShellKind::Bash => {
                let flags = ["--noprofile", "--norc", "-c", "--"].map(OsStr::new);
                let mut job = Job::new(&self.path, flags.into_iter().chain([text]), cwd);
                for name in BASH_STARTUP {
                    job.env.remove(*name);
                }
                for (name, _) in std::env::vars_os() {
                    if name.as_encoded_bytes().starts_with(b"BASH_FUNC_") {
                        job.env.remove(name);
                    }
                }
                job
            }
            ShellKind::Pwsh | ShellKind::WindowsPowerShell => {
                let flags = ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command"].map(OsStr::new);
                Job::new(&self.path, flags.into_iter().chain([text]), cwd)
            }
        }
    }
}

fn usual_bash() -> Option<PathBuf> {
    BASH_PLACES.iter().map(PathBuf::from).find(|path| path.is_file())
}

/// The `bash.exe` in the Windows system folder starts a Linux subsystem, which sees other files than this process.
#[expect(clippy::ptr_arg, reason = "the signature `Option::filter` wants")]
fn is_native(path: &PathBuf) -> bool {
    !cfg!(windows) || !path.to_string_lossy().to_ascii_lowercase().contains(r"\system32\")
}
