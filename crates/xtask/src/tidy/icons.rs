//! The icon has one source: the page's copy is that drawing, and every form that the configuration of the desktop app
//! names is there. Whether a form is rendered from the newest drawing only a look at it tells.

use super::{Problem, Project};
use crate::icons::{DRAWING, KEPT, OF_THE_PAGE};

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let Some(drawing) = project.tree.get(DRAWING) else { return vec![Problem::new(DRAWING, 0, "is missing")] };
    let mut problems = Vec::new();
    if project.tree.get(OF_THE_PAGE).is_none_or(|copy| copy.text != drawing.text) {
        problems.push(Problem::new(OF_THE_PAGE, 0, format!("is not {DRAWING}; run: cargo xtask icons")));
    }
    let forms = KEPT.iter().map(|name| format!("icons/{name}"));
    let missing = forms.filter(|path| !project.tree.has(path));
    problems.extend(missing.map(|path| Problem::new(&path, 0, "is missing; run: cargo xtask icons")));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::expect;

    #[test]
    fn one_drawing_in_all_its_forms() {
        let mut files = vec![(DRAWING, "<svg/>"), (OF_THE_PAGE, "<svg/>")];
        let kept: Vec<String> = KEPT.iter().skip(1).map(|name| format!("icons/{name}")).collect();
        files.extend(kept.iter().map(|path| (path.as_str(), "")));
        expect(check, &Project::of(&files), &["icons/32x32.png: is missing; run: cargo xtask icons"]);
        files.push(("icons/32x32.png", ""));
        expect(check, &Project::of(&files), &[]);
        files[1].1 = "<svg>old</svg>";
        expect(check, &Project::of(&files), &["ui/public/icon.svg: is not icons/icon.svg; run: cargo xtask icons"]);
        expect(check, &Project::of(&[]), &["icons/icon.svg: is missing"]);
    }
}
