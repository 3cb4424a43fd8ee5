//! The two catalogue files have the same keys, in order, with the same placeholders.

use super::{Problem, Project};
use serde_json::{Map, Value};

pub(crate) const ENGLISH: &str = "crates/locale/en.json";
pub(crate) const CHINESE: &str = "crates/locale/zh-CN.json";

pub(crate) fn check(project: &Project) -> Vec<Problem> {
    let (english, chinese) = match (catalogue(project, ENGLISH), catalogue(project, CHINESE)) {
        (Ok(english), Ok(chinese)) => (english, chinese),
        (english, chinese) => return english.err().into_iter().chain(chinese.err()).collect(),
    };
    let mut problems = Vec::new();
    for (path, own, other_path, other) in
        [(ENGLISH, &english, CHINESE, &chinese), (CHINESE, &chinese, ENGLISH, &english)]
    {
        let missing = other.keys().filter(|key| !own.contains_key(*key));
        problems.extend(missing.map(|key| Problem::new(path, 0, format!("`{key}` of {other_path} is missing"))));
        let mut pairs = own.keys().zip(own.keys().skip(1));
        if let Some((earlier, later)) = pairs.find(|(earlier, later)| earlier >= later) {
            problems.push(Problem::new(path, 0, format!("`{later}` must stand before `{earlier}`")));
        }
    }
    for (key, text) in &english {
        let Some(translated) = chinese.get(key) else { continue };
        let (expected, found) = (placeholders(text), placeholders(translated));
        if expected != found {
            let text = format!("`{key}` has the placeholders {found:?}, but {expected:?} in {ENGLISH}");
            problems.push(Problem::new(CHINESE, 0, text));
        }
    }
    problems
}

/// The texts of one language by key.
pub(crate) fn catalogue(project: &Project, path: &str) -> Result<Map<String, Value>, Problem> {
    let file = project.tree.get(path).ok_or_else(|| Problem::new(path, 0, "is missing"))?;
    serde_json::from_str(&file.text).map_err(|error| Problem::new(path, error.line(), error.to_string()))
}

/// Each placeholder once, in alphabetical order: `{name}`, where a name is lower case.
fn placeholders(text: &Value) -> Vec<&str> {
    let parts = text.as_str().unwrap_or_default().split('{').skip(1);
    let names = parts.filter_map(|part| part.split_once('}').map(|(name, _)| name));
    let is_part = |character: char| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '_';
    let is_name = |name: &&str| name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(is_part);
    let mut names: Vec<&str> = names.filter(is_name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::expect;

    #[test]
    fn keys_order_and_placeholders() {
        let check_files = |english: &str, chinese: &str, expected: &[&str]| {
            expect(check, &Project::of(&[(ENGLISH, english), (CHINESE, chinese)]), expected);
        };
        check_files(r#"{"a": "{x} {y} ${HOME}", "b": "-"}"#, r#"{"a": "{y}{x}{x}", "b": "-"}"#, &[]);
        check_files(
            r#"{"a": "-", "b": "-"}"#,
            r#"{"a": "-"}"#,
            &["crates/locale/zh-CN.json: `b` of crates/locale/en.json is missing"],
        );
        check_files(
            r#"{"b": "-", "a": "-"}"#,
            r#"{"a": "-", "b": "-"}"#,
            &["crates/locale/en.json: `a` must stand before `b`"],
        );
        check_files(
            r#"{"a": "{x}"}"#,
            r#"{"a": "{z}"}"#,
            &[r#"crates/locale/zh-CN.json: `a` has the placeholders ["z"], but ["x"] in crates/locale/en.json"#],
        );
        check_files("{", "{}", &["crates/locale/en.json:1: EOF while parsing an object at line 1 column 1"]);
    }
}
