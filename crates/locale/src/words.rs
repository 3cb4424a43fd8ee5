//! Parameters that are no data but words of a program: codes, the types of values, what a system says of a failure.

use crate::{Language, catalogue::has, text};
use std::borrow::Cow;

/// The parameters as people read them in that language.
///
/// | parameter | entry |
/// |---|---|
/// | `why` | `nested.<code>.in`, if there is one and it is known what it is `about`, else `nested.<code>` |
/// | `form` | `problem.<code>` |
/// | `expected`, `found` | `type.<words>`, as in `type.array_of_strings` |
/// | any, where a system tells of a failure | `os.<words>`, as in `os.permission_denied` |
///
/// One without such an entry stands for itself.
pub(crate) fn in_words<'p>(language: Language, params: &[(&'p str, &'p str)]) -> Vec<(&'p str, Cow<'p, str>)> {
    let worded =
        |name: &str, value: &'p str| in_word(language, name, value, params).map_or(Cow::Borrowed(value), Cow::Owned);
    params.iter().map(|(name, value)| (*name, worded(name, value))).collect()
}

fn in_word(language: Language, name: &str, value: &str, params: &[(&str, &str)]) -> Option<String> {
    let told = |key: &str| has(key).then(|| text(language, key, params));
    match name {
        "why" => {
            let is_known = params.iter().any(|(name, _)| *name == "about");
            let inside = is_known.then(|| told(&format!("nested.{value}.in"))).flatten();
            inside.or_else(|| told(&format!("nested.{value}")))
        }
        "form" => told(&format!("problem.{value}")),
        "expected" | "found" => of_type(language, value),
        _ => told(&format!("os.{}", joined(of_system(value)?))),
    }
}

fn of_type(language: Language, value: &str) -> Option<String> {
    match value.strip_prefix("array with ") {
        Some(item) => Some(text(language, "type.array_with", &[("item", &of_type(language, item)?)])),
        None => Some(format!("type.{}", joined(value))).filter(|key| has(key)).map(|key| text(language, &key, &[])),
    }
}

/// `No such file or directory (os error 2)`: the words are the same on most systems, the numbers are not.
fn of_system(value: &str) -> Option<&str> {
    let (words, number) = value.strip_suffix(')')?.rsplit_once(" (os error ")?;
    number.parse::<i32>().ok().map(|_| words)
}

fn joined(words: &str) -> String {
    words.to_lowercase().replace([' ', '-'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_program() {
        let check = |name: &str, value: &str, expected: Option<&str>| {
            assert_eq!(in_word(Language::ZhCn, name, value, &[]).as_deref(), expected, "{value}");
        };
        check("expected", "array of strings", Some("字符串数组"));
        check("found", "array with integer", Some("含有整数的数组"));
        check("found", "#", None);
        check("reason", "Permission denied (os error 13)", Some("没有权限"));
        check("reason", "Invalid cross-device link (os error 18)", Some("不能跨设备链接"));
        check("reason", "Something else (os error 7)", None);
        check("reason", "Permission denied", None);
        check("path", "a (b)", None);
        check("form", "never_written", None);
        check("why", "never_written", None);
    }

    #[test]
    fn what_a_system_says_is_told_without_its_number() {
        let reason = std::io::Error::from_raw_os_error(2).to_string();
        assert_eq!(
            in_word(Language::En, "reason", &reason, &[]).as_deref(),
            cfg!(unix).then_some("No such file or directory")
        );
    }
}
