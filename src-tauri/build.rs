//! Prepares the page, the icons and the permissions that go into the program. The page itself is built in `ui/`, by npm;
//! here nothing but its absence is noticed, so that the engine's people need no Node to compile everything.

use std::{fs, path::Path};
use tauri_build::{AppManifest, Attributes};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let page = Path::new("../ui/dist");
    fs::create_dir_all(page)?;
    println!("cargo:rerun-if-changed={}", page.display());
    if !page.join("index.html").exists() {
        println!("cargo:warning=ui/dist has no page; the window stays empty until `cargo xtask desktop` has built it");
    }
    // What is named here can be called only where a capability says so; without names, everything could be.
    let commands = AppManifest::new().commands(&["call", "submit", "subscribe", "unsubscribe"]);
    tauri_build::try_build(Attributes::new().app_manifest(commands))?;
    Ok(())
}
