//! Every crate that is built has a licence this project can live with.

use super::{Problem, Project};

/// Licences in SPDX words. Nothing that would bind the program as a whole.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-1-Clause",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "WTFPL",
    "Zlib",
];

/// Exceptions to a licence grant something more, so they change nothing here.
const EXCEPTIONS: &[&str] = &["LLVM-exception"];

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let mut problems = Vec::new();
    for member in project.crates.members.iter().filter(|member| member.licence.as_deref() != Some("MIT")) {
        problems.push(Problem::new(&member.manifest(), 0, "say `license.workspace = true`"));
    }
    for package in &project.crates.foreign {
        let licence = package.licence.as_deref().unwrap_or("no licence");
        if !is_allowed(licence) {
            let text =
                format!("{} {} has {licence}, which is not among xtask's licences", package.name, package.version);
            problems.push(Problem::new("Cargo.lock", 0, text));
        }
    }
    problems
}

/// Whether an SPDX expression can be satisfied by allowed licences alone. `/` is the old way to write `OR`.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let allowed = either(&mut words);
    allowed && words.peek().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn either(words: &mut Words<'_>) -> bool {
    let mut allowed = both(words);
    while words.next_if_eq(&"OR").is_some() {
        allowed |= both(words);
    }
    allowed
}

fn both(words: &mut Words<'_>) -> bool {
    let mut allowed = one(words);
    while words.next_if_eq(&"AND").is_some() {
        allowed &= one(words);
    }
    allowed
}

fn one(words: &mut Words<'_>) -> bool {
    if words.next_if_eq(&"(").is_some() {
        let allowed = either(words);
        return words.next_if_eq(&")").is_some() && allowed;
    }
    let allowed = words.next().is_some_and(|name| ALLOWED.contains(&name));
    let exception = words.next_if_eq(&"WITH").map(|_| words.next().unwrap_or_default());
    allowed && exception.is_none_or(|name| EXCEPTIONS.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::{
        crates::{Foreign, member},
        expect,
    };

    #[test]
    fn expressions() {
        let check = |expression: &str, expected: bool| assert_eq!(is_allowed(expression), expected, "{expression}");
        check("MIT", true);
        check("GPL-3.0-only", false);
        check("MIT OR GPL-3.0-only", true);
        check("MIT AND GPL-3.0-only", false);
        check("MIT/Apache-2.0", true);
        check("(MIT OR Apache-2.0) AND Unicode-3.0", true);
        check("(MIT OR Apache-2.0) AND GPL-2.0-only", false);
        check("GPL-2.0-only AND MIT OR ISC", true);
        check("Apache-2.0 WITH LLVM-exception OR MIT", true);
        check("GPL-2.0-only WITH LLVM-exception", false);
        check("MIT WITH something", false);
        check("no licence", false);
        check("(MIT", false);
        check("", false);
    }

    #[test]
    fn a_foreign_licence_is_told() {
        let mut project = Project::of(&[]);
        let foreign = |licence: Option<&str>| Foreign {
            name: "x".into(),
            version: "1.0.0".into(),
            licence: licence.map(str::to_owned),
        };
        project.crates.foreign = vec![foreign(Some("MIT")), foreign(Some("AGPL-3.0")), foreign(None)];
        project.crates.members = vec![member("reasonix-a", "crates/a", &[])];
        project.crates.members[0].licence = None;
        let expected = [
            "Cargo.lock: x 1.0.0 has AGPL-3.0, which is not among xtask's licences",
            "Cargo.lock: x 1.0.0 has no licence, which is not among xtask's licences",
            "crates/a/Cargo.toml: say `license.workspace = true`",
        ];
        expect(check, &project, &expected);
    }
}
