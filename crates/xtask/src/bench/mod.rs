//! `cargo xtask bench`: builds for release, measures, and sets the figures beside those that are committed and beside
//! the targets. It only tells; no figure makes it fail.

mod figures;
mod machine;

use crate::{
    build::build_one,
    process::{output, program, root},
    region,
};
use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value};
use std::fs;

/// Where the committed figures stand.
const PAGE: &str = "docs/performance.md";
const REGION: &str = "figures";

/// Runs the command.
pub(crate) fn bench(args: &[String]) -> Result<bool> {
    let records = match args.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => false,
        ["--record"] => true,
        _ => bail!("bench takes no arguments but --record"),
    };
    let measured = measure()?;
    let page = fs::read_to_string(root().join(PAGE)).unwrap_or_default();
    let committed = figures::committed(region::read(&page, REGION).unwrap_or_default());
    println!("{}\n", machine::describe());
    print!("{}", figures::table(&measured, &committed));
    if records {
        let text = format!("{}\n\n{}", machine::describe(), figures::record(&measured));
        fs::write(root().join(PAGE), region::replace(&page, REGION, &text).context(PAGE)?)?;
        println!("\n{PAGE} written");
    }
    Ok(true)
}

/// All figures by key.
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
        let object: Map<String, Value> = serde_json::from_str(&printed).context("figures are one JSON object")?;
        figures.extend(object);
    }
    fs::remove_dir_all(&folder)?;
    Ok(figures)
}
