//! Nothing unfinished is left in source files.

use super::{Problem, Project};

/// Built in two pieces each, so that this file does not find itself.
const LEFTOVERS: &[&str] = &[
    concat!("to", "do!("),
    concat!("unimple", "mented!("),
    concat!("d", "bg!("),
    concat!("FIX", "ME"),
    concat!("X", "XX"),
    concat!("console", ".log("),
    // Without a reason, such as another test that runs it, a test that is not run guards nothing.
    concat!("#[ign", "ore]"),
    concat!("it", ".only("),
    concat!("describe", ".only("),
];

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in project.tree.with_extension(&["rs", "ts", "tsx", "js", "mjs", "sh"]) {
        for (number, line) in file.lines() {
            let found = LEFTOVERS.iter().filter(|leftover| has_word(line, leftover));
            problems
                .extend(found.map(|leftover| Problem::new(&file.path, number, format!("`{leftover}` is left over"))));
        }
    }
    problems
}

/// Whether `word` stands in `line` with no letter or digit on either side; `mktemp` names have rows of one letter.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        let after = line.get(at + word.len()..).and_then(|after| after.chars().next());
        let joins = |end: Option<char>| end.is_some_and(|end| end.is_alphanumeric() || end == '_');
        !joins(before) && (word.ends_with('(') || !joins(after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::expect;

    #[test]
    fn each_is_told() {
        let source = format!("fn f() {{ {})\n// {}: later\n", LEFTOVERS[0], LEFTOVERS[3]);
        let fine = format!("let todos = \"{}X\"; set_{}x)\n", LEFTOVERS[4], LEFTOVERS[2]);
        let files = [("a.rs", source.as_str()), ("b.rs", fine.as_str())];
        let expected =
            [format!("a.rs:1: `{}` is left over", LEFTOVERS[0]), format!("a.rs:2: `{}` is left over", LEFTOVERS[3])];
        expect(check, &Project::of(&files), &expected.each_ref().map(String::as_str));
    }
}
