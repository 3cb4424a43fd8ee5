//! Shows an address in the user's browser, with the system's own means. The browser is not waited for and goes on when
//! this program ends.

use crate::ExecError;
use std::{
    ffi::OsStr,
    path::PathBuf,
    process::{Command, Stdio},
};

/// Asks the system to open `url`. That it was asked does not mean that a browser came up. Others on this machine may see
/// the address in the list of processes.
pub fn open_in_browser(url: &str) -> Result<(), ExecError> {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        // `start` would take `&` and `^` in an address for its own.
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    start(program, before.iter().copied().map(OsStr::new).chain([OsStr::new(url)]))
}

#[expect(clippy::disallowed_methods, reason = "this crate is the one that starts processes")]
fn start<'a>(program: &str, args: impl Iterator<Item = &'a OsStr>) -> Result<(), ExecError> {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A signal from the terminal ends the server, not the browser.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => ExecError::ProgramNotFound { program: PathBuf::from(program) },
        _ => ExecError::Start { program: PathBuf::from(program), cwd: PathBuf::from("."), source },
    })?;
    // Some openers are the browser and last as long as it does; whenever they end, nothing of them stays.
    std::thread::spawn(move || child.wait());
    Ok(())
}
