//! Concrete providers and tools are named in the composition root alone; everything else sees their traits.

use super::{Problem, Project, rust_source::product_part};

/// A crate of concrete parts, and the files outside it that may name it.
struct Concrete {
    name: &'static str,
    own_folder: &'static str,
    allowed: &'static [&'static str],
}

const CONCRETE: &[Concrete] = &[
    Concrete {
        name: "reasonix_providers",
        own_folder: "crates/providers/",
        allowed: &[
            "crates/controller/src/wire.rs",
            "crates/controller/src/models.rs",
            // The demo brings a script of its own.
            "crates/controller/src/demo.rs",
            "crates/controller/src/provider_problem.rs",
            // These ask an endpoint what it offers; no session is involved.
            "crates/controller/src/commands/doctor.rs",
            "crates/controller/src/commands/local.rs",
            "crates/controller/src/commands/providers.rs",
        ],
    },
    Concrete { name: "reasonix_tools", own_folder: "crates/tools/", allowed: &["crates/controller/src/wire.rs"] },
    Concrete { name: "reasonix_mcp", own_folder: "crates/mcp/", allowed: &["crates/controller/src/wire.rs"] },
];

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in project.tree.with_extension(&["rs"]).filter(|file| file.path.contains("/src/")) {
        for part in CONCRETE {
            if file.path.starts_with(part.own_folder) || part.allowed.contains(&file.path.as_str()) {
                continue;
            }
            let lines = product_part(&file.text).lines().enumerate();
            let named = lines.filter(|(_, line)| {
                let code = line.split("//").next().unwrap_or_default();
                code.contains(&format!("{}::", part.name))
            });
            problems.extend(named.map(|(index, _)| {
                Problem::new(&file.path, index + 1, format!("only the composition root may name {}", part.name))
            }));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::expect;

    #[test]
    fn only_the_composition_root() {
        let line = "use reasonix_providers::Script;\n";
        let in_tests = format!("//! x\n#[cfg(test)]\nmod tests {{\n    {line}}}\n");
        let files = [
            ("crates/controller/src/wire.rs", line),
            ("crates/providers/src/lib.rs", line),
            ("crates/agent/src/session.rs", line),
            ("crates/agent/src/turn.rs", in_tests.as_str()),
            ("crates/agent/tests/it/main.rs", line),
            ("crates/agent/src/open.rs", "// reasonix_providers::connect makes one.\n"),
        ];
        let expected = ["crates/agent/src/session.rs:1: only the composition root may name reasonix_providers"];
        expect(check, &Project::of(&files), &expected);
    }
}
