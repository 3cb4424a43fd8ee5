//! The frozen arguments of a call: one text, parsed once, never changed.

use crate::{ToolError, repair::repair};
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Arguments as they are journaled, shown, judged and run: the same bytes everywhere.
#[derive(Debug, Clone)]
pub struct Args {
    text: Arc<str>,
    value: Arc<Value>,
}

/// Why a text cannot be arguments.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArgsError {
    #[error("the arguments are not valid JSON ({reason}). Send the call again with one complete JSON object.")]
    Syntax { reason: String },
    #[error("the arguments must be one JSON object, not {found}.")]
    NotAnObject { found: &'static str },
}

impl Args {
    /// Reads what the model wrote. JSON that is broken in a way that leaves no doubt is mended first, and the mended
    /// text is what counts from then on.
    pub fn parse(text: &str) -> Result<Self, ArgsError> {
        let (text, value) = match serde_json::from_str::<Value>(text) {
            Ok(value) => (text.to_owned(), value),
            Err(error) => repair(text).ok_or_else(|| ArgsError::Syntax { reason: error.to_string() })?,
        };
        if !value.is_object() {
            return Err(ArgsError::NotAnObject { found: kind(&value) });
        }
        if let Some(original) = stood_in_for(&value) {
            Self::parse(original)?;
        }
        Ok(Self { text: text.into(), value: Arc::new(value) })
    }

    /// Stands in for arguments that could not be read, so that the conversation stays valid JSON and still holds what
    /// the model wrote. Reading the stand-in gives the same error again: a call that is thawed after a restart is
    /// refused for the same reason.
    pub fn unparsed(text: &str) -> Self {
        let value = match serde_json::from_str::<Value>(text) {
            Ok(value) if stood_in_for(&value).is_some() => value,
            _ => serde_json::json!({ UNPARSED: text }),
        };
        Self { text: value.to_string().into(), value: Arc::new(value) }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn value(&self) -> &Value {
        &self.value
    }

    /// Reads the arguments into their type. The error names the argument and what was expected.
    pub fn to<T: DeserializeOwned>(&self) -> Result<T, ToolError> {
        serde_path_to_error::deserialize(&*self.value).map_err(|error| {
            let place = match error.path().to_string() {
                whole if whole == "." => String::new(),
                place => format!(" at `{place}`"),
            };
            ToolError::answer(format!("The arguments do not fit{place}: {}.", error.inner()))
        })
    }

    /// Equal for equal arguments whatever the order of their keys (SHA-256 of the sorted form).
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut hasher = Sha256::new();
        hash_sorted(&self.value, &mut hasher);
        hasher.finalize().into()
    }
}

/// The key of a stand-in for arguments that could not be read.
const UNPARSED: &str = "unparsed_arguments";

/// What the model wrote, if these are a stand-in.
fn stood_in_for(value: &Value) -> Option<&str> {
    let fields = value.as_object().filter(|fields| fields.len() == 1)?;
    fields.get(UNPARSED)?.as_str()
}

fn hash_sorted(value: &Value, hasher: &mut Sha256) {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(key, _)| *key);
            hasher.update(b"{");
            for (key, value) in fields {
                hasher.update(Value::from(key.as_str()).to_string());
                hasher.update(b":");
                hash_sorted(value, hasher);
                hasher.update(b",");
            }
            hasher.update(b"}");
        }
        Value::Array(items) => {
            hasher.update(b"[");
            for item in items {
                hash_sorted(item, hasher);
                hasher.update(b",");
            }
            hasher.update(b"]");
        }
        plain => hasher.update(plain.to_string()),
    }
}

const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_ignores_key_order_only() {
        let print = |text: &str| Args::parse(text).unwrap().fingerprint();
        assert_eq!(print(r#"{"a":1,"b":[1,2]}"#), print(r#"{ "b": [1, 2], "a": 1 }"#));
        assert_ne!(print(r#"{"a":1,"b":[1,2]}"#), print(r#"{"a":1,"b":[2,1]}"#));
        assert_ne!(print(r#"{"a":"1"}"#), print(r#"{"a":1}"#));
    }

    #[test]
    fn a_misfit_is_named_with_its_place() {
        #[derive(Debug, serde::Deserialize)]
        struct Edit {
            #[expect(dead_code, reason = "only read by the derive")]
            old: String,
        }
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Edits {
            #[expect(dead_code, reason = "only read by the derive")]
            edits: Vec<Edit>,
        }
        let check = |text: &str, expected: &str| {
            let error = Args::parse(text).unwrap().to::<Edits>().unwrap_err();
            assert_eq!(error.to_string(), expected);
        };
        check(
            r#"{"edits": [{"old": "a"}, {"old": 1}]}"#,
            "The arguments do not fit at `edits[1].old`: invalid type: integer `1`, expected a string.",
        );
        check("{}", "The arguments do not fit: missing field `edits`.");
        check(r#"{"edit": []}"#, "The arguments do not fit at `edit`: unknown field `edit`, expected `edits`.");
    }

    #[test]
    fn a_stand_in_gives_the_error_of_what_it_stands_for() {
        let broken = r#"{"content": "half"#;
        let error = Args::parse(broken).unwrap_err();
        let stand_in = Args::unparsed(broken);
        assert_eq!(Args::parse(stand_in.text()).unwrap_err(), error);
        assert_eq!(Args::unparsed(stand_in.text()).text(), stand_in.text());
    }

    #[test]
    fn only_objects_are_arguments() {
        let error = |text: &str| Args::parse(text).unwrap_err();
        assert_eq!(error("[1]"), ArgsError::NotAnObject { found: "an array" });
        assert!(matches!(error("{'a': 1}"), ArgsError::Syntax { .. }));
    }
}
