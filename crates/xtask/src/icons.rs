//! `cargo xtask icons`: every form of the icon from one drawing, `icons/icon.svg`: for windows, packages and the page.

use crate::{
    node,
    process::{root, succeeds},
};
use anyhow::{Context as _, Result, ensure};
use std::{fs, path::PathBuf};

/// The drawing, and its copy that the page shows in its tab.
pub(crate) const DRAWING: &str = "icons/icon.svg";
pub(crate) const OF_THE_PAGE: &str = "ui/public/icon.svg";

/// What is kept of all that is rendered.
pub(crate) const KEPT: &[&str] = &["32x32.png", "128x128.png", "128x128@2x.png", "icon.png", "icon.ico", "icon.icns"];

/// Runs the command.
pub(crate) fn icons(args: &[String]) -> Result<bool> {
    ensure!(args.is_empty(), "icons takes no arguments");
    node::install(node::TOOLS)?;
    let rendered = root().join("target/icons");
    let mut command = node::run(node::TOOLS, "tauri");
    command.current_dir(root()).args(["icon", DRAWING, "--output"]).arg(&rendered);
    ensure!(succeeds(&mut command)?, "the icon cannot be rendered");
    fs::copy(root().join(DRAWING), root().join(OF_THE_PAGE)).context(OF_THE_PAGE)?;
    // One of the files comes out in another order each time; it is left alone while the drawing is the same.
    let of = |folder: PathBuf| fs::read(folder.join("icon.png")).unwrap_or_default();
    if of(rendered.clone()) == of(root().join("icons")) {
        println!("the icons are up to date");
        return Ok(true);
    }
    for name in KEPT {
        fs::copy(rendered.join(name), root().join("icons").join(name)).with_context(|| (*name).to_owned())?;
    }
    Ok(true)
}
