//! Examples in documentation. Cargo alone runs them, and looking for them costs time, so it is asked only if there are
//! any.

use super::{counts::Counts, runner};
use crate::process::{cargo, root};
use anyhow::Result;
use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Runs the examples.
pub(crate) fn run(locked: &[&str], failing: &mut Vec<String>) -> Result<Counts> {
    if !any_in(&root().join("crates"))? {
        eprintln!("no examples in documentation");
        return Ok(Counts::default());
    }
    runner::count(cargo().args(["test", "--doc", "--workspace", "--no-fail-fast"]).args(locked), failing)
}

/// Whether a source of some crate holds an example.
fn any_in(crates: &Path) -> io::Result<bool> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(crates)?.filter_map(Result::ok).map(|entry| entry.path().join("src")).collect();
    folders.retain(|folder| folder.is_dir());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && has_example(&fs::read_to_string(&path)?) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether a documentation comment opens a block of code that is Rust: one without a name, or with one of rustdoc's own.
fn has_example(source: &str) -> bool {
    let mut inside = false;
    source.lines().any(|line| {
        let line = line.trim_start();
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let Some(fence) = comment.and_then(|text| text.trim_start().strip_prefix("```")) else { return false };
        inside = !inside;
        inside && matches!(fence.trim(), "" | "rust" | "no_run" | "should_panic" | "compile_fail")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_noticed() {
        let check = |source: &str, expected: bool| assert_eq!(has_example(source), expected, "{source}");
        check("//! ```\n//! let a = 1;\n//! ```\n", true);
        check("/// ```no_run\n/// f();\n/// ```\n", true);
        check("/// ```text\n/// not Rust\n/// ```\nfn f() {}\n", false);
        check("let fence = \"```\";\n", false);
    }
}
