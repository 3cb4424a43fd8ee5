//! One tool call of a scripted answer, well formed or broken on purpose.

use serde::Deserialize;
use serde_json::Value;

/// A tool call the model makes.
#[derive(Clone, Debug)]
pub struct Call {
    pub(crate) name: String,
    /// The argument text exactly as the model writes it; valid JSON or not.
    pub(crate) arguments: String,
    pub(crate) id: CallId,
}

#[derive(Clone, Debug)]
pub(crate) enum CallId {
    /// Made from the number of the request and of the call: never twice the same in one server.
    Generated,
    Given(String),
    Missing,
}

/// How models get the JSON of their arguments wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Broken {
    /// The last quarter is missing.
    Truncated,
    /// `'` instead of `"`.
    SingleQuotes,
    /// A comma before the last bracket.
    TrailingComma,
    /// A newline inside a string is not escaped.
    RawNewline,
    /// The whole text comes twice.
    Doubled,
    /// Wrapped in a Markdown code fence.
    Fenced,
}

impl Call {
    /// A call with valid JSON arguments, in compact form.
    pub fn new(name: impl Into<String>, arguments: Value) -> Self {
        Self::raw(name, arguments.to_string())
    }

    /// A call whose argument text is sent as it is.
    pub fn raw(name: impl Into<String>, arguments: impl Into<String>) -> Self {
        Self { name: name.into(), arguments: arguments.into(), id: CallId::Generated }
    }

    /// Forces the id; the same id may be given twice.
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = CallId::Given(id.into());
        self
    }

    /// Leaves the id out.
    pub fn without_id(mut self) -> Self {
        self.id = CallId::Missing;
        self
    }

    /// Damages the argument text.
    pub fn broken(mut self, how: Broken) -> Self {
        self.arguments = damage(&self.arguments, how);
        self
    }
}

fn damage(text: &str, how: Broken) -> String {
    match how {
        Broken::Truncated => text.chars().take(text.chars().count() * 3 / 4).collect(),
        Broken::SingleQuotes => text.replace('"', "'"),
        Broken::TrailingComma => match text.strip_suffix(['}', ']']) {
            Some(inner) => format!("{inner},{}", text.get(inner.len()..).unwrap_or_default()),
            None => format!("{text},"),
        },
        Broken::RawNewline => text.replace("\\n", "\n"),
        Broken::Doubled => text.repeat(2),
        Broken::Fenced => format!("```json\n{text}\n```"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(how: Broken, expected: &str) {
        let call = Call::new("edit", json!({"text": "a\nb"})).broken(how);
        assert_eq!(call.arguments, expected);
    }

    #[test]
    fn every_way_to_break_arguments() {
        check(Broken::Truncated, r#"{"text":"a\"#);
        check(Broken::SingleQuotes, r"{'text':'a\nb'}");
        check(Broken::TrailingComma, r#"{"text":"a\nb",}"#);
        check(Broken::RawNewline, "{\"text\":\"a\nb\"}");
        check(Broken::Doubled, r#"{"text":"a\nb"}{"text":"a\nb"}"#);
        check(Broken::Fenced, "```json\n{\"text\":\"a\\nb\"}\n```");
    }
}
