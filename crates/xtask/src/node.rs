//! Node and npm: whether they are there and new enough, and the two folders that have packages of theirs: `ui`, the page
//! with its tests, and `src-tauri`, the tool that makes icons and packages.

use crate::process::{output, program, root, succeeds};
use anyhow::{Context as _, Result, bail, ensure};
use std::{fs, path::PathBuf, process::Command, time::SystemTime};

/// The page and its tests.
pub(crate) const UI: &str = "ui";
/// Tauri's command line.
pub(crate) const TOOLS: &str = "src-tauri";

/// The oldest versions that the page's tools run on: of these lines, or of any newer one.
const NODE: &[(u32, u32)] = &[(20, 19), (22, 12)];
const NPM: u32 = 10;

/// Fails with what to do if Node or npm is missing or too old.
pub(crate) fn check() -> Result<()> {
    let wanted = "install Node 20.19, 22.12 or newer with npm, from https://nodejs.org or your system's packages";
    let node = output(program("node").arg("--version")).with_context(|| format!("there is no Node here; {wanted}"))?;
    ensure!(is_node_fine(&node), "Node {} is too old; {wanted}", node.trim());
    let npm = output(npm().arg("--version")).with_context(|| format!("there is no npm here; {wanted}"))?;
    ensure!(version(&npm).0 >= NPM, "npm {} is too old; {wanted}", npm.trim());
    Ok(())
}

/// Installs a folder's packages exactly as its lock file has them, unless that was done already.
pub(crate) fn install(folder: &str) -> Result<()> {
    check()?;
    if is_installed(folder) {
        return Ok(());
    }
    eprintln!("installing the packages of {folder}/");
    let mut command = npm();
    command.args(["ci", "--no-audit", "--no-fund"]).current_dir(root().join(folder));
    ensure!(succeeds(&mut command)?, "npm ci in {folder}/ failed");
    Ok(())
}

/// Builds the page into `ui/dist`, which the desktop app and the server carry.
pub(crate) fn build_page() -> Result<()> {
    install(UI)?;
    ensure!(succeeds(run(UI, "vite").arg("build"))?, "the page in ui/ cannot be built");
    Ok(())
}

/// A program of a folder's packages, to be run in that folder.
pub(crate) fn run(folder: &str, name: &str) -> Command {
    let file = if cfg!(windows) { format!("{name}.cmd") } else { name.to_owned() };
    let mut command = program(root().join(folder).join("node_modules/.bin").join(file));
    command.current_dir(root().join(folder));
    command
}

/// A script of a folder's `package.json`; `None` if there is no such script.
pub(crate) fn script(folder: &str, name: &str) -> Result<Option<Command>> {
    let file = root().join(folder).join("package.json");
    let text = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let package: serde_json::Value = serde_json::from_str(&text)?;
    if package.pointer(&format!("/scripts/{name}")).is_none() {
        return Ok(None);
    }
    let mut command = npm();
    command.args(["run", "--silent", name]).current_dir(root().join(folder));
    Ok(Some(command))
}

fn npm() -> Command {
    program(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// npm keeps a copy of the lock file by which it installed; one that is newer than the folder's own is enough.
fn is_installed(folder: &str) -> bool {
    let changed = |path: PathBuf| fs::metadata(path).and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let folder = root().join(folder);
    let installed = changed(folder.join("node_modules/.package-lock.json"));
    installed > SystemTime::UNIX_EPOCH && installed >= changed(folder.join("package-lock.json"))
}

fn is_node_fine(told: &str) -> bool {
    let (major, minor) = version(told);
    let newest = NODE.iter().map(|(line, _)| *line).max().unwrap_or_default();
    NODE.iter().any(|(line, least)| *line == major && minor >= *least) || major > newest
}

/// The first two numbers of a version; zeros if there are none.
fn version(told: &str) -> (u32, u32) {
    let mut numbers = told.trim().trim_start_matches('v').split('.').map(|part| part.parse().unwrap_or_default());
    (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default())
}

/// Fails if there is no page to be built into a program.
pub(crate) fn check_page() -> Result<()> {
    if !root().join("ui/dist/index.html").exists() {
        bail!("ui/dist has no page; run: cargo xtask test ui");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node() {
        let check = |told: &str, expected: bool| assert_eq!(is_node_fine(told), expected, "{told}");
        check("v20.20.2\n", true);
        check("v20.18.0", false);
        check("v18.20.4", false);
        check("v21.7.0", false);
        check("v22.11.0", false);
        check("v22.12.0", true);
        check("v24.0.1", true);
        check("", false);
    }
}
