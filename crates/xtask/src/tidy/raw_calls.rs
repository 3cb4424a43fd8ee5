//! Calls that belong to one place. A lint forbids them too; here nobody can expect the lint away elsewhere.

use super::{Problem, Project};

/// A call, and the beginnings of the paths where it may stand.
const CALLS: &[(&str, &[&str])] = &[
    ("Command::new(", &["crates/exec/", "crates/testkit/", "crates/xtask/", "tests/src/"]),
    ("SystemTime::now(", &["crates/stdx/src/clock.rs", "crates/xtask/"]),
];

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in project.tree.with_extension(&["rs"]) {
        for (call, allowed) in
            CALLS.iter().filter(|(_, allowed)| !allowed.iter().any(|place| file.path.starts_with(place)))
        {
            let found = file.lines().filter(|(_, line)| line.replace("clap::Command", "").contains(call));
            let text = format!("`{call}…)` belongs to {}", allowed.join(", "));
            problems.extend(found.map(|(line, _)| Problem::new(&file.path, line, text.as_str())));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::expect;

    #[test]
    fn processes_start_in_one_crate() {
        let files = [
            ("crates/exec/src/launch.rs", "Command::new(program)\n"),
            ("crates/tools/src/bash.rs", "//! x\nlet mut command = Command::new(program);\n"),
            ("crates/cli/src/args.rs", "clap::Command::new(name)\n"),
            ("crates/store/src/lock.rs", "let now = SystemTime::now();\n"),
        ];
        let expected = [
            "crates/store/src/lock.rs:1: `SystemTime::now(…)` belongs to crates/stdx/src/clock.rs, crates/xtask/",
            "crates/tools/src/bash.rs:2: `Command::new(…)` belongs to crates/exec/, crates/testkit/, crates/xtask/, tests/src/",
        ];
        expect(check, &Project::of(&files), &expected);
    }
}
