//! A problem as people read it: where, what happened, and what to do.

use crate::{Language, catalogue, placeholder::fill, placeholders, words::in_words};
use std::fmt;

/// The texts of one problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProblemText {
    /// What happened and where.
    pub message: String,
    /// What to do about it, where there is something to do.
    pub hint: Option<String>,
}

/// The message on one line, the hint on the next.
impl fmt::Display for ProblemText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)?;
        self.hint.iter().try_for_each(|hint| write!(out, "\n{hint}"))
    }
}

/// Renders the entries `problem.<code>` and, if there is one, `problem.<code>.hint`.
///
/// A problem of a file carries `file`, and `line` and `column` where they are known. Unless its text names the file
/// itself, the place stands in front in the form that terminals and editors can follow: `file:line:column: message`.
/// A code without a text is shown with its parameters, so that nothing is lost. Some parameters are words of the program
/// and are told in the language too; see [`crate::words`].
pub fn render_problem(language: Language, code: &str, params: &[(&str, &str)]) -> ProblemText {
    let key = format!("problem.{code}");
    let Some(template) = template(language, &key, params) else {
        return ProblemText { message: raw(&key, params), hint: None };
    };
    let words = in_words(language, params);
    let params: Vec<(&str, &str)> = words.iter().map(|(name, value)| (*name, &**value)).collect();
    let mut message = fill(template, &params);
    if !placeholders(template).contains(&"file") {
        message.insert_str(0, &place(&params));
    }
    let hint = catalogue::template(language, &format!("{key}.hint")).map(|hint| fill(hint, &params));
    ProblemText { message, hint }
}

/// The text, or the former one under `<key>.old` where a journal of an earlier version lacks what the text names.
fn template(language: Language, key: &str, params: &[(&str, &str)]) -> Option<&'static str> {
    let template = catalogue::template(language, key)?;
    let is_whole = placeholders(template).iter().all(|name| params.iter().any(|(param, _)| param == name));
    let former = || catalogue::template(language, &format!("{key}.old"));
    Some(if is_whole { template } else { former().unwrap_or(template) })
}

fn place(params: &[(&str, &str)]) -> String {
    let mut place = String::new();
    for name in ["file", "line", "column"] {
        let Some((_, value)) = params.iter().find(|(param, value)| *param == name && !value.is_empty()) else { break };
        place.extend([*value, ":"]);
    }
    if !place.is_empty() {
        place.push(' ');
    }
    place
}

fn raw(key: &str, params: &[(&str, &str)]) -> String {
    let listed: Vec<String> = params.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if listed.is_empty() { key.to_owned() } else { format!("{key} ({})", listed.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_stands_in_front() {
        let check = |params: &[(&str, &str)], expected: &str| assert_eq!(place(params), expected);
        check(&[("line", "3"), ("column", "7"), ("file", "a.toml")], "a.toml:3:7: ");
        check(&[("file", "a.toml"), ("line", "3")], "a.toml:3: ");
        check(&[("file", "a.toml")], "a.toml: ");
        check(&[("line", "3")], "");
    }

    #[test]
    fn a_code_without_a_text_keeps_its_parameters() {
        let shown = render_problem(Language::En, "never_written", &[("key", "a"), ("value", "b")]);
        assert_eq!(shown.to_string(), "problem.never_written (key=a, value=b)");
    }

    #[test]
    fn why_a_command_is_unclear_is_told_in_words() {
        let params = [("about", "python3"), ("why", "runs_text")];
        let check = |language: Language, expected: &str| {
            assert_eq!(render_problem(language, "asks_nested", &params).to_string(), expected);
        };
        check(Language::En, "Its text does not show what it would do: `python3` runs code that stands in its words.");
        check(Language::ZhCn, "从文本看不出它会做什么：`python3` 会运行参数中的代码。");
    }

    #[test]
    fn the_word_that_makes_a_command_unclear_is_named() {
        let check = |params: &[(&str, &str)], expected: &str| {
            assert_eq!(render_problem(Language::En, "asks_nested", params).to_string(), expected);
        };
        let beginning = "Its text does not show what it would do:";
        let inside = format!("{beginning} `$(ls)` has another command inside.");
        check(&[("about", "$(ls)"), ("why", "substitution")], &inside);
        let somewhere = format!("{beginning} a command stands inside a word, a text or a calculation.");
        check(&[("why", "substitution")], &somewhere);
    }

    #[test]
    fn what_is_odd_about_a_path_is_told_in_words() {
        let params = [("path", "/ws/a:b"), ("form", "path_stream")];
        let check = |language: Language, expected: &str| {
            assert_eq!(render_problem(language, "asks_odd_path", &params).to_string(), expected);
        };
        let told = "/ws/a:b may mean another file than it seems to. On Windows the name means a hidden part of a file.";
        check(Language::En, told);
        check(Language::ZhCn, "/ws/a:b 所指的文件可能与看上去的不同。在 Windows 上，这个名称表示文件的隐藏部分。");
    }

    #[test]
    fn what_an_earlier_version_kept_has_its_former_text() {
        let check = |code: &str, expected: &str| {
            assert_eq!(render_problem(Language::En, code, &[("about", "`a` matches `b`")]).to_string(), expected);
        };
        check("asks_nested", "Its text does not show what it would do (`a` matches `b`).");
        check("denied_rule", "A rule denies it: `a` matches `b`.");
        check("asks_may_be_denied", "It may touch what a deny rule forbids: `a` matches `b`.");
    }

    #[test]
    fn a_hint_follows_the_message() {
        let shown = render_problem(
            Language::En,
            "config_misspelled_key",
            &[
                ("file", "c.toml"),
                ("line", "2"),
                ("column", "1"),
                ("key", "agnet.temperature"),
                ("nearest", "agent.temperature"),
            ],
        );
        assert_eq!(
            shown.to_string(),
            "c.toml:2:1: unknown key `agnet.temperature`; it has no effect.\nDid you mean `agent.temperature`?"
        );
    }
}
