//! `cargo xtask desktop` and `cargo xtask serve`: from a fresh clone to the window, or to the page in a browser, in one
//! command.

use crate::{
    build::build,
    machine::{self, Need},
    node, process,
};
use anyhow::{Context as _, Result, bail};
use std::{env, path::PathBuf};

/// Builds the page and the app, and opens it.
pub(crate) fn desktop(args: &[String]) -> Result<bool> {
    machine::prepare(&[Need::Engine, Need::Desktop])?;
    node::build_page()?;
    eprintln!("Building the app. The first time this takes some minutes; later it is a matter of seconds.");
    // The command line tool lies beside the app, where the menu looks for it.
    let built = programs(&["reasonix-desktop", "reasonix-cli"])?;
    let app = built.first().context("an app")?;
    if !has_display() {
        bail!(
            "the app is built, but there is no display to open it on: neither DISPLAY nor WAYLAND_DISPLAY is set. \
             `cargo xtask serve` shows the same page in a browser; the app is {}",
            app.display()
        );
    }
    Ok(process::program(app).args(args).status()?.success())
}

/// Builds the page and the program, and serves the one with the other.
pub(crate) fn serve(args: &[String]) -> Result<bool> {
    machine::prepare(&[Need::Engine])?;
    node::build_page()?;
    eprintln!("Building reasonix. The first time this takes some minutes; later it is a matter of seconds.");
    let built = programs(&["reasonix-cli"])?;
    let mut command = process::program(built.first().context("a program")?);
    Ok(command.args(["serve", "--open"]).args(args).status()?.success())
}

/// The programs of these packages, in their order.
fn programs(packages: &[&str]) -> Result<Vec<PathBuf>> {
    let args: Vec<&str> = packages.iter().flat_map(|name| ["--package", name]).chain(["--bins"]).collect();
    let Some(built) = build(&args)? else { bail!("building {} failed", packages.join(" and ")) };
    let of = |package: &str| {
        let name = if package == "reasonix-cli" { "reasonix" } else { package };
        let found = built.iter().find(|executable| executable.name == name);
        found.map(|executable| executable.path.clone()).with_context(|| format!("cargo built no program {name}"))
    };
    packages.iter().map(|package| of(package)).collect()
}

fn has_display() -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
