//! The file format of scripts.

use crate::Error;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::{collections::BTreeMap, fs, path::Path};

/// A played model: what it says and calls, turn after turn.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// Shown in failures.
    pub name: String,
    /// The pause between two words, in milliseconds.
    #[serde(default = "default_pace")]
    pub pace_ms: u64,
    pub(super) turns: Vec<Turn>,
}

/// One message of the played model.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Turn {
    #[serde(default)]
    pub(super) think: Option<Words>,
    #[serde(default)]
    pub(super) say: Option<Words>,
    #[serde(default)]
    pub(super) calls: Vec<Call>,
    /// What the newest results must contain for this turn to be played.
    #[serde(default)]
    pub(super) expect: Option<String>,
}

/// Text in one language, or in several by their codes.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "expected a text, or an object of texts by language")]
pub(super) enum Words {
    Same(String),
    ByLanguage(BTreeMap<String, String>),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Call {
    pub(super) tool: String,
    /// Sent as it is written in the file.
    #[serde(default)]
    pub(super) args: Option<Box<RawValue>>,
}

const fn default_pace() -> u64 {
    15
}

impl Script {
    /// Reads the script in `path`.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(|source| Error::ReadScript { path: path.to_owned(), source })?;
        Self::parse(&text, path)
    }

    /// Reads a script from `text`, which came from `path`; a built-in one has a name in its place.
    pub fn parse(text: &str, path: &Path) -> Result<Self, Error> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        serde_json::from_str(text).map_err(|error| {
            let told = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            let message = told.strip_suffix(&place).unwrap_or(&told).to_owned();
            Error::BadScript { path: path.to_owned(), line: error.line(), column: error.column(), message }
        })
    }
}

impl Words {
    /// The text in `language`, else in a variant of it, else in English, else in any.
    pub(super) fn in_language(&self, language: &str) -> &str {
        let texts = match self {
            Self::Same(text) => return text,
            Self::ByLanguage(texts) => texts,
        };
        let base = |code: &str| code.split(['-', '_']).next().unwrap_or_default().to_owned();
        let variant = || texts.iter().find(|(code, _)| base(code) == base(language)).map(|(_, text)| text);
        let found = texts.get(language).or_else(variant).or_else(|| texts.get("en")).or_else(|| texts.values().next());
        found.map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_script_is_told_with_its_place() {
        let check = |text: &str, expected: &str| {
            let error = Script::parse(text, Path::new("a/tour.json")).unwrap_err().to_string();
            assert_eq!(error, expected);
        };
        check(
            "{\n  \"name\": \"x\",\n  \"turn\": []\n}",
            "a/tour.json:3:8: unknown field `turn`, expected one of `name`, `pace_ms`, `turns`",
        );
        check("{\"name\": \"x\"}", "a/tour.json:1:13: missing field `turns`");
        check(
            "{\"name\": \"x\",\n\"turns\": [{\"say\": 3}]}",
            "a/tour.json:2:20: expected a text, or an object of texts by language",
        );
    }

    #[test]
    fn words_come_in_the_language_asked_for() {
        let words: Words = serde_json::from_str(r#"{"en":"hello","zh-CN":"你好"}"#).unwrap();
        let check = |language: &str, expected: &str| assert_eq!(words.in_language(language), expected, "{language}");
        check("zh-CN", "你好");
        check("zh", "你好");
        check("fr", "hello");
        assert_eq!(Words::Same("x".into()).in_language("zh"), "x");
    }
}
