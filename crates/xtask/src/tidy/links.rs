//! Links between the project's pages and files lead somewhere. Links out of the project are not followed.

use super::{
    Problem, Project,
    markdown::{anchors, links},
    tree::{TextFile, Tree},
};

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let mut problems = Vec::new();
    for page in project.tree.with_extension(&["md"]) {
        for link in links(&page.text) {
            if let Some(text) = objection(&project.tree, page, &link.target) {
                problems.push(Problem::new(&page.path, link.line, text));
            }
        }
    }
    problems
}

fn objection(tree: &Tree, page: &TextFile, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = if path.is_empty() { page.path.clone() } else { resolve(&page.path, path) };
    if !tree.has(&path) {
        return Some(format!("dead link: there is no {path}"));
    }
    let linked = tree.get(&path).filter(|file| file.extension() == "md")?;
    let is_dead = !anchor.is_empty() && !anchors(&linked.text).iter().any(|known| known == anchor);
    is_dead.then(|| format!("dead link: {path} has no heading #{anchor}"))
}

/// The path from the root of what a page links to; a link that leaves the project gets a path that does not exist.
fn resolve(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    if target.starts_with('/') {
        parts.clear();
    }
    for part in target.split('/') {
        match part {
            ".." if parts.pop().is_none() => return target.to_owned(),
            "" | "." | ".." => {}
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::expect;

    #[test]
    fn dead_links_are_told() {
        let good =
            "# A\n[b](docs/b.md#two-words) [docs](docs/) [up](./README.md#a) [web](https://example.com/x) [self](#a)\n";
        let bad = "# B\n## Two words\n[a](../README.md)\n[gone](c.md)\n[anchor](#three)\n[out](../../x.md)\n[a](../README.md#b)\n";
        let files = [("README.md", good), ("docs/b.md", bad)];
        let expected = [
            "docs/b.md:4: dead link: there is no docs/c.md",
            "docs/b.md:5: dead link: docs/b.md has no heading #three",
            "docs/b.md:6: dead link: there is no ../../x.md",
            "docs/b.md:7: dead link: README.md has no heading #b",
        ];
        expect(check, &Project::of(&files), &expected);
    }
}
