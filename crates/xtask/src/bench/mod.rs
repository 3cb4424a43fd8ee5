//! `cargo xtask bench`: builds for release, measures, and sets the figures beside those that are committed and beside
//! the targets. It only tells; no figure makes it fail.

mod figures;
mod hardware;

use crate::{
    build::build_one,
    machine::{self, Need},
    node,
    process::{output, program, root, succeeds},
    region,
};
use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Map, Value};
use std::{fs, path::Path};

/// Where the committed figures stand.
const PAGE: &str = "docs/performance.md";

/// Runs the command.
pub(crate) fn bench(args: &[String]) -> Result<bool> {
    let mut words: Vec<&str> = args.iter().map(String::as_str).collect();
    let before = words.len();
    words.retain(|word| *word != "--record");
    let records = words.len() < before;
    let (figures, place, measured) = match words.as_slice() {
        [] => (figures::ENGINE, "figures", measure()?),
        ["desktop"] => (figures::DESKTOP, "desktop-figures", measure_desktop()?),
        _ => bail!("bench takes no arguments but desktop and --record"),
    };
    let page = fs::read_to_string(root().join(PAGE)).unwrap_or_default();
    let committed = figures::committed(region::read(&page, place).unwrap_or_default());
    println!("{}\n", hardware::describe());
    print!("{}", figures::table(figures, &measured, &committed));
    if records {
        let text = format!("{}\n\n{}", hardware::describe(), figures::record(figures, &measured));
        fs::write(root().join(PAGE), region::replace(&page, place, &text).context(PAGE)?)?;
        println!("\n{PAGE} written");
    }
    Ok(true)
}

/// The figures of the page and the desktop app, which take the longest to build.
fn measure_desktop() -> Result<Map<String, Value>> {
    machine::prepare(&[Need::Engine, Need::Desktop, Need::Screen])?;
    node::build_page()?;
    eprintln!("building the app for release; the first time this takes many minutes");
    let app = build_one(&["--release", "--package", "reasonix-desktop", "--bins"], "reasonix-desktop")?;
    let bare = build_one(&["--release", "--package", "reasonix-desktop", "--example", "bare"], "bare")?;
    let reasonix = build_one(&["--release", "--package", "reasonix-cli", "--bin", "reasonix"], "reasonix")?;
    build_one(&["--release", "--package", "reasonix-testkit", "--bin", "model-server"], "model-server")?;
    let measuring = build_one(&["--package", "reasonix-tests", "--example", "measure_window"], "measure_window")?;
    let programs = reasonix.parent().context("a program lies in a folder")?;
    let folder = programs.join("bench-page");
    fs::create_dir_all(&folder)?;
    eprintln!("measuring the page");
    let mut figures = measure_page(programs, &folder)?;
    eprintln!("measuring the window");
    let printed = output(program(measuring).arg(app).arg(bare).arg(folder.join("long-session.jsonl")))?;
    figures.extend(object(&printed)?);
    fs::remove_dir_all(&folder)?;
    Ok(figures)
}

/// The page in Chromium. It leaves the journal of its long session in the folder.
fn measure_page(programs: &Path, folder: &Path) -> Result<Map<String, Value>> {
    let file = folder.join("figures.json");
    let mut script = node::script(node::UI, "test:bench")?.context("ui/package.json has no script test:bench")?;
    script.env("REASONIX_PROGRAMS", programs).env("REASONIX_FIGURES", &file);
    ensure!(succeeds(&mut script)?, "the page cannot be measured");
    object(&fs::read_to_string(&file)?)
}

fn object(printed: &str) -> Result<Map<String, Value>> {
    serde_json::from_str(printed).context("figures are one JSON object")
}

/// All figures by key, but those of the desktop.
fn measure() -> Result<Map<String, Value>> {
    eprintln!("building reasonix for release; the first time this takes many minutes");
    let reasonix = build_one(&["--release", "--package", "reasonix-cli", "--bin", "reasonix"], "reasonix")?;
    let measure = build_one(&["--release", "--package", "reasonix-testkit", "--example", "measure"], "measure")?;
    let journal = build_one(&["--release", "--package", "reasonix-store", "--example", "journal"], "journal")?;
    let decide = build_one(&["--release", "--package", "reasonix-permission", "--example", "decide"], "decide")?;
    // Beside the build: temporary folders may lie in memory, where syncing costs nothing.
    let folder = measure.parent().map_or_else(|| root().join("target"), |folder| folder.join("bench"));
    fs::create_dir_all(&folder)?;
    eprintln!("measuring");
    let mut figures = Map::new();
    for (measuring, argument) in [(measure, &reasonix), (journal, &folder), (decide, &folder)] {
        let printed = output(program(measuring).arg(argument).env("TMPDIR", &folder))?;
        figures.extend(object(&printed)?);
    }
    fs::remove_dir_all(&folder)?;
    Ok(figures)
}
