//! A crate may use only crates of lower layers, and front ends reach the engine through the controller alone. What only
//! tests need is exempt.

use super::{Problem, Project, crates::Member};

/// Which crate belongs to which layer. A new crate gets its line here and in `docs/architecture.md` first.
const LAYERS: &[(&str, u8)] = &[
    ("stdx", 0),
    ("protocol", 0),
    ("locale", 0),
    ("permission", 1),
    ("exec", 1),
    ("store", 1),
    ("model", 1),
    ("providers", 2),
    ("config", 2),
    ("tool", 2),
    ("prompt", 2),
    ("memory", 2),
    ("skills", 2),
    ("tools", 3),
    ("mcp", 3),
    ("agent", 4),
    ("controller", 5),
    ("tui", FRONT_END),
    ("server", FRONT_END),
    ("acp", FRONT_END),
    ("remote", FRONT_END),
    ("src-tauri", FRONT_END),
    ("cli", 7),
];

/// From this layer on, crates are front ends.
const FRONT_END: u8 = 6;

/// What front ends may use below them: the seam, its texts, and what options are made of.
const SEAM: &[&str] = &["controller", "protocol", "locale", "config", "stdx"];

/// Crates beside the layers: they use no crate of the workspace, and only tests use them.
const BESIDE: &[&str] = &["testkit", "xtask", "tests"];

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let mut problems = Vec::new();
    for member in &project.crates.members {
        let complain = |text: String| Problem::new(&member.manifest(), 0, text);
        let expected = format!("reasonix-{}", member.short_name());
        if member.folder.starts_with("crates/") && member.short_name() != "xtask" && member.name != expected {
            problems.push(complain(format!("the package of this folder is called {expected}, not {}", member.name)));
        }
        if layer(member).is_none() && !is_beside(member) {
            problems.push(complain(format!("`{}` has no layer; give it one in xtask's table", member.short_name())));
            continue;
        }
        let used = member.needs.iter().filter_map(|name| project.crates.member(name));
        problems.extend(used.filter_map(|used| objection(member, used)).map(complain));
    }
    problems
}

fn layer(member: &Member) -> Option<u8> {
    LAYERS.iter().find(|(name, _)| *name == member.short_name()).map(|(_, layer)| *layer)
}

fn is_beside(member: &Member) -> bool {
    BESIDE.contains(&member.short_name())
}

/// Why one crate must not use the other.
fn objection(user: &Member, used: &Member) -> Option<String> {
    let (name, other) = (user.short_name(), used.short_name());
    if is_beside(used) {
        return Some(format!("only tests may use `{other}`"));
    }
    let Some(own) = layer(user) else {
        return Some(format!("`{name}` must not use `{other}`, nor any crate of the workspace"));
    };
    let below = layer(used)?;
    if below >= own {
        return Some(format!("`{name}` (layer {own}) must not use `{other}` (layer {below})"));
    }
    if own >= FRONT_END && below < FRONT_END && !SEAM.contains(&other) {
        return Some(format!(
            "the front end `{name}` must not use `{other}`: the engine is reached through `controller`"
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::{crates::member, expect};

    #[track_caller]
    fn check_members(members: Vec<Member>, expected: &[&str]) {
        let mut project = Project::of(&[]);
        project.crates.members = members;
        expect(check, &project, expected);
    }

    #[test]
    fn only_lower_layers() {
        let protocol = || member("reasonix-protocol", "crates/protocol", &[]);
        check_members(vec![member("reasonix-agent", "crates/agent", &["reasonix-protocol", "tokio"]), protocol()], &[]);
        check_members(
            vec![
                member("reasonix-store", "crates/store", &["reasonix-agent", "reasonix-model"]),
                member("reasonix-agent", "crates/agent", &[]),
                member("reasonix-model", "crates/model", &[]),
            ],
            &[
                "crates/store/Cargo.toml: `store` (layer 1) must not use `agent` (layer 4)",
                "crates/store/Cargo.toml: `store` (layer 1) must not use `model` (layer 1)",
            ],
        );
    }

    #[test]
    fn front_ends_go_through_the_controller() {
        let engine = || vec![member("reasonix-agent", "crates/agent", &[]), member("reasonix-tui", "crates/tui", &[])];
        let mut members = engine();
        members.push(member("reasonix-cli", "crates/cli", &["reasonix-agent", "reasonix-tui"]));
        check_members(
            members,
            &[
                "crates/cli/Cargo.toml: the front end `cli` must not use `agent`: the engine is reached through `controller`",
            ],
        );
    }

    #[test]
    fn crates_need_a_layer_and_their_name() {
        check_members(
            vec![member("reasonix-util", "crates/util", &[]), member("chores", "crates/exec", &[])],
            &[
                "crates/exec/Cargo.toml: the package of this folder is called reasonix-exec, not chores",
                "crates/util/Cargo.toml: `util` has no layer; give it one in xtask's table",
            ],
        );
    }

    #[test]
    fn crates_beside_the_layers_stay_there() {
        let members = vec![
            member("reasonix-testkit", "crates/testkit", &["reasonix-stdx"]),
            member("reasonix-stdx", "crates/stdx", &["reasonix-testkit"]),
        ];
        check_members(
            members,
            &[
                "crates/stdx/Cargo.toml: only tests may use `testkit`",
                "crates/testkit/Cargo.toml: `testkit` must not use `stdx`, nor any crate of the workspace",
            ],
        );
    }
}
