//! The two README files tell the same: as many sections, in the same order and depth.

use super::{Problem, Project, markdown::headings};

const ENGLISH: &str = "README.md";
const CHINESE: &str = "README.zh-CN.md";

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let page = |path: &str| project.tree.get(path).ok_or_else(|| Problem::new(path, 0, "is missing"));
    let (english, chinese) = match (page(ENGLISH), page(CHINESE)) {
        (Ok(english), Ok(chinese)) => (headings(&english.text), headings(&chinese.text)),
        (english, chinese) => return english.err().into_iter().chain(chinese.err()).collect(),
    };
    let pairs = english.iter().zip(&chinese);
    let unequal = pairs.filter(|(one, other)| one.level != other.level).map(|(one, other)| {
        let text = format!(
            "`{}` is of level {}, but {ENGLISH} has `{}` of level {} here",
            other.text, other.level, one.text, one.level
        );
        Problem::new(CHINESE, other.line, text)
    });
    let count = (english.len() != chinese.len()).then(|| {
        let text = format!("{} sections, but {ENGLISH} has {}", chinese.len(), english.len());
        Problem::new(CHINESE, 0, text)
    });
    unequal.take(1).chain(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::expect;

    #[test]
    fn both_exist_and_tell_the_same() {
        let check_pages = |english: &str, chinese: &str, expected: &[&str]| {
            expect(check, &Project::of(&[(ENGLISH, english), (CHINESE, chinese)]), expected);
        };
        check_pages("# A\n## B\n", "# 甲\n## 乙\n", &[]);
        check_pages("# A\n## B\n## C\n", "# 甲\n## 乙\n", &["README.zh-CN.md: 2 sections, but README.md has 3"]);
        check_pages(
            "# A\n## B\n",
            "# 甲\n### 乙\n",
            &["README.zh-CN.md:2: `乙` is of level 3, but README.md has `B` of level 2 here"],
        );
        expect(check, &Project::of(&[(ENGLISH, "# A\n")]), &["README.zh-CN.md: is missing"]);
    }
}
