//! Files are cut at ideas; one that grows past a bound holds more than one.

use super::{Problem, Project};

/// Lines of a source file at which it is worth a look, and at which it is too much.
const LONG: usize = 500;
const TOO_LONG: usize = 800;

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let sources = project.tree.with_extension(&["rs", "ts", "tsx", "css"]);
    let own = sources.filter(|file| !file.path.contains("/bindings/"));
    own.filter_map(|file| match file.text.lines().count() {
        lines if lines > TOO_LONG => Some(Problem::new(
            &file.path,
            lines,
            format!("{lines} lines; cut it at its ideas, at most {TOO_LONG} each"),
        )),
        lines if lines > LONG => Some(Problem::warning(&file.path, lines, format!("{lines} lines; is it one idea?"))),
        _ => None,
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::expect;

    #[test]
    fn bounds() {
        let lines = |count: usize| "x\n".repeat(count);
        let (fine, long, too_long) = (lines(500), lines(800), lines(801));
        let files = [
            ("a.rs", fine.as_str()),
            ("b.rs", long.as_str()),
            ("c.ts", too_long.as_str()),
            ("ui/src/bindings/d.ts", too_long.as_str()),
            ("e.md", too_long.as_str()),
        ];
        let expected = [
            "b.rs:800: warning: 800 lines; is it one idea?",
            "c.ts:801: 801 lines; cut it at its ideas, at most 800 each",
        ];
        expect(check, &Project::of(&files), &expected);
    }
}
