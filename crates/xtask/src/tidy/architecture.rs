//! Every crate has a section in `docs/architecture.md`, with its name in a heading.

use super::{Problem, Project, markdown::headings};

const PAGE: &str = "docs/architecture.md";

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let Some(page) = project.tree.get(PAGE) else { return vec![Problem::new(PAGE, 0, "is missing")] };
    let headings = headings(&page.text);
    let is_told = |name: &str| headings.iter().any(|heading| heading.text.contains(&format!("`{name}`")));
    let untold = project.crates.members.iter().filter(|member| !is_told(member.short_name()));
    untold.map(|member| Problem::new(PAGE, 0, format!("no heading names `{}`", member.short_name()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::{crates::member, expect};

    #[test]
    fn crates_without_a_section_are_told() {
        let mut project = Project::of(&[(PAGE, "# Architecture\n\n### `agent`\n\n`exec` is named in prose only.\n")]);
        project.crates.members =
            vec![member("reasonix-agent", "crates/agent", &[]), member("reasonix-exec", "crates/exec", &[])];
        expect(check, &project, &["docs/architecture.md: no heading names `exec`"]);
        expect(check, &Project::of(&[]), &["docs/architecture.md: is missing"]);
    }
}
