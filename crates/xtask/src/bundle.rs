//! `cargo xtask bundle`: a package of the desktop app for this system, with the command line tool beside it. Which kinds
//! there are stands in `src-tauri/tauri.conf.json`.

use crate::{
    build::build_one,
    machine::{self, Need},
    node,
    process::{output, program, root, succeeds},
};
use anyhow::{Context as _, Result, ensure};
use std::fs;

/// Where Tauri looks for programs that go along. Only this chore fills it: were it told of in the configuration, every
/// plain build would want it filled.
const BESIDE: &str = "src-tauri/binaries";
const TOLD: &str = r#"{"bundle": {"externalBin": ["binaries/reasonix"]}}"#;

/// Runs the command. Words name kinds of packages; without any, the one that this system can make by itself.
pub(crate) fn bundle(args: &[String]) -> Result<bool> {
    let is_debug = args.iter().any(|arg| arg == "--debug");
    let mut kinds: Vec<&str> = args.iter().map(String::as_str).filter(|arg| *arg != "--debug").collect();
    if kinds.is_empty() {
        kinds.push(own_kind());
    }
    machine::prepare(&[Need::Engine, Need::Desktop])?;
    node::build_page()?;
    node::install(node::TOOLS)?;
    put_tool(is_debug)?;
    let mut command = node::run(node::TOOLS, "tauri");
    command.current_dir(root()).args(["build", "--ci", "--config", TOLD, "--bundles", &kinds.join(",")]);
    if is_debug {
        command.arg("--debug");
    }
    succeeds(&mut command)
}

/// AppImages are left out: making one downloads tools.
const fn own_kind() -> &'static str {
    if cfg!(target_os = "macos") {
        "dmg"
    } else if cfg!(windows) {
        "msi"
    } else {
        "deb"
    }
}

/// The command line tool, under the name that Tauri looks for.
fn put_tool(is_debug: bool) -> Result<()> {
    let profile: &[&str] = if is_debug { &[] } else { &["--release"] };
    let tool = build_one(&[profile, &["--package", "reasonix-cli", "--bin", "reasonix"]].concat(), "reasonix")?;
    let about = output(program("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc tells its host")?;
    let folder = root().join(BESIDE);
    fs::create_dir_all(&folder)?;
    let place = folder.join(format!("reasonix-{host}{}", std::env::consts::EXE_SUFFIX));
    fs::copy(&tool, &place).with_context(|| format!("{} cannot be written", place.display()))?;
    ensure!(place.is_file(), "{} is not there", place.display());
    Ok(())
}
