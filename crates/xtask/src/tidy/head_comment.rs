//! Every Rust file opens with what it is for.

use super::{Problem, Project};

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let files = project.tree.with_extension(&["rs"]);
    let bare = files.filter(|file| !opens_with_words(&file.text));
    bare.map(|file| Problem::new(&file.path, 1, "must open with `//!` and what the file is for")).collect()
}

fn opens_with_words(text: &str) -> bool {
    let words = text.lines().next().and_then(|first| first.strip_prefix("//! "));
    words.is_some_and(|words| words.chars().filter(|character| character.is_alphabetic()).count() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::expect;

    #[test]
    fn words_are_needed() {
        let files = [
            ("a.rs", "//! What it is for.\n\nuse b;\n"),
            ("b.rs", "use c;\n//! Too late.\n"),
            ("c.rs", "//! x\n"),
            ("f.rs", "//! `grep`.\n"),
            ("d.rs", ""),
            ("e.md", "text"),
        ];
        let text = "must open with `//!` and what the file is for";
        let expected = ["b", "c", "d"].map(|name| format!("{name}.rs:1: {text}"));
        expect(check, &Project::of(&files), &expected.each_ref().map(String::as_str));
    }
}
