//! `cargo xtask demo`: from a fresh clone to a running demo in one command.

use crate::{build::build_one, process};
use anyhow::Result;
use std::io::{IsTerminal as _, stdin};

/// Runs the command.
pub(crate) fn demo(args: &[String]) -> Result<bool> {
    // Debug: a release build is many minutes of link-time optimisation, and nobody sees the difference here.
    eprintln!("Building reasonix. The first time this takes some minutes; later it is a matter of seconds.");
    let reasonix = build_one(&["--package", "reasonix-cli", "--bin", "reasonix"], "reasonix")?;
    let mut command = process::program(reasonix);
    command.arg("demo").args(args);
    let says_yes = args.iter().any(|arg| arg == "--yes" || arg == "-y");
    if !says_yes && !stdin().is_terminal() {
        command.arg("--yes");
    }
    Ok(command.status()?.success())
}
