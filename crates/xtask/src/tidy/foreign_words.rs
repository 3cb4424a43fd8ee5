//! The project's files speak of the project alone: no paths of somebody's machine, no numbers of somebody's tracker, no
//! hosts that packages happened to come from.

use super::{Problem, Project};

/// In lower case; built in two pieces each, so that this file does not find itself.
const FOREIGN: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!(".lib", "rary"),
    concat!("../sh", "ared"),
    concat!("iss", "ue #"),
    concat!("index.cra", "tes.io"),
    concat!("static.cra", "tes.io"),
    concat!("registry.npm", "js.org"),
    concat!("registry.npm", "mirror.com"),
    concat!("py", "pi.org"),
    concat!("files.python", "hosted.org"),
    concat!("deb.deb", "ian.org"),
];

/// Written by package managers.
const LOCK_FILES: &[&str] = &["Cargo.lock", "package-lock.json"];

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in project.tree.texts().filter(|file| !LOCK_FILES.iter().any(|name| file.path.ends_with(name))) {
        for (number, line) in file.lines() {
            let line = line.to_lowercase();
            let found = FOREIGN.iter().filter(|word| line.contains(**word));
            problems
                .extend(found.map(|word| Problem::new(&file.path, number, format!("`{word}` is not of this project"))));
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
        let text = format!("fine\nsee Iss{}12 in {}x\n", "ue #", FOREIGN[0]);
        let files = [("docs/a.md", text.as_str()), ("Cargo.lock", text.as_str())];
        let expected = [
            format!("docs/a.md:2: `{}` is not of this project", FOREIGN[0]),
            format!("docs/a.md:2: `{}` is not of this project", FOREIGN[3]),
        ];
        expect(check, &Project::of(&files), &expected.each_ref().map(String::as_str));
    }
}
