//! No trailing spaces, no tabs in Rust, no marks of an unfinished merge.

use super::{Problem, Project};

/// Folders of data that is made, or that tests compare byte by byte.
const DATA: &[&str] = &["/golden/", "/fixtures/", "tests/transcripts/", "ui/src/bindings/"];

/// What git writes into a file, each seven times at the start of a line.
const MERGE_MARKS: &[&str] = &["<", "|", ">"];

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in project.tree.texts().filter(|file| !DATA.iter().any(|folder| file.path.contains(folder))) {
        let is_rust = file.extension() == "rs";
        for (number, line) in file.lines() {
            let mut complain = |text: &str| problems.push(Problem::new(&file.path, number, text));
            if line.ends_with([' ', '\t']) {
                complain("trailing space");
            }
            if is_rust && line.contains('\t') {
                complain("tab; write `\\t` in a literal and spaces elsewhere");
            }
            if MERGE_MARKS.iter().any(|mark| line.starts_with(&format!("{} ", mark.repeat(7)))) {
                complain("unfinished merge");
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::expect;

    #[test]
    fn each_is_told() {
        let merge = format!("{} HEAD\n{}\n{} branch\n", "<".repeat(7), "=".repeat(7), ">".repeat(7));
        let files = [
            ("a.md", "fine\nnot fine \n"),
            ("b.rs", "\tlet x;\n"),
            ("Makefile", "\tfine\n"),
            ("c.toml", merge.as_str()),
            ("tests/golden/d.txt", "data \n"),
        ];
        let expected = [
            "a.md:2: trailing space",
            "b.rs:1: tab; write `\\t` in a literal and spaces elsewhere",
            "c.toml:1: unfinished merge",
            "c.toml:3: unfinished merge",
        ];
        expect(check, &Project::of(&files), &expected);
    }
}
