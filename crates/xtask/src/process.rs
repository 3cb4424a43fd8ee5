//! Starting other programs, always in the workspace's root.

use anyhow::{Context as _, Result, bail};
use std::{
    env,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The workspace's root folder.
pub(crate) fn root() -> PathBuf {
    let own = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    own.ancestors().nth(2).map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// A program that runs in the root.
pub(crate) fn program(name: impl AsRef<OsStr>) -> Command {
    #[expect(clippy::disallowed_methods, reason = "chores run other programs; nothing of the product is involved")]
    let mut command = Command::new(name);
    command.current_dir(root());
    for name in env::vars_os().map(|(name, _)| name).filter(is_of_this_run) {
        command.env_remove(name);
    }
    command
}

/// The cargo that runs this.
pub(crate) fn cargo() -> Command {
    program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// What `cargo run` sets for this program. Build scripts that watch such variables would run anew each time cargo is
/// started once from here and once from a shell.
fn is_of_this_run(name: &OsString) -> bool {
    name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
}

/// Runs a command to its end with its output shown, and tells whether it succeeded.
pub(crate) fn succeeds(command: &mut Command) -> Result<bool> {
    let status = command.stdin(Stdio::null()).status().with_context(|| cannot_start(command))?;
    Ok(status.success())
}

/// What a command prints on stdout; its complaints are shown. It must succeed.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| cannot_start(command))?;
    if !output.status.success() {
        bail!("{} failed", shown(command));
    }
    String::from_utf8(output.stdout).with_context(|| format!("the output of {} is not UTF-8", shown(command)))
}

/// Whether a program is on the search path.
pub(crate) fn is_installed(name: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path).any(|folder| folder.join(&file).is_file())
}

/// A command as it would be typed.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args()).map(OsStr::to_string_lossy);
    words.collect::<Vec<_>>().join(" ")
}

fn cannot_start(command: &Command) -> String {
    format!("{} cannot be started", shown(command))
}
