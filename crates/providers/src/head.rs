//! Writes the part of a body that stands before the first entry: field by field in a fixed order, the configured extra
//! fields behind them, the list of messages last. So the bytes of one request begin the next.

use serde::Serialize;
use serde_json::{Map, Value, value::RawValue};

/// Fields of every body that no configuration may set. `thinking` is asked for by the effort of a session.
pub(crate) const OWNED: [&str; 7] = ["model", "messages", "tools", "stream", "stream_options", "system", "thinking"];

/// A JSON object that is being written.
pub(crate) struct HeadWriter<'a> {
    json: String,
    extra: &'a Map<String, Value>,
}

impl<'a> HeadWriter<'a> {
    pub(crate) fn new(extra: &'a Map<String, Value>) -> Self {
        Self { json: String::from("{"), extra }
    }

    /// Writes a field, unless the configuration has its own value for it.
    pub(crate) fn put(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        if OWNED.contains(&key) || !self.extra.contains_key(key) {
            self.write(key, value);
        }
    }

    /// Writes a field that has a value.
    pub(crate) fn put_some(&mut self, key: &str, value: Option<&(impl Serialize + ?Sized)>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Writes the configured fields and opens the list of messages, with `first` in it.
    pub(crate) fn finish(mut self, first: Option<&impl Serialize>) -> String {
        for (key, value) in self.extra.iter().filter(|(key, _)| !OWNED.contains(&key.as_str())) {
            self.write(key, value);
        }
        self.json.push_str("\"messages\":[");
        if let Some(first) = first {
            self.json.push_str(&text(first));
            self.json.push(',');
        }
        self.json
    }

    fn write(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        self.json.push_str(&text(key));
        self.json.push(':');
        self.json.push_str(&text(value));
        self.json.push(',');
    }
}

/// `value` as JSON text. What this crate serialises has text keys and finite numbers, so it cannot fail.
pub(crate) fn text(value: &(impl Serialize + ?Sized)) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// A tool's schema as it is kept; one that is not JSON becomes the schema of any object.
pub(crate) fn schema(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap_or_else(|_| any_object())
}

fn any_object() -> Box<RawValue> {
    serde_json::value::to_raw_value(&serde_json::json!({ "type": "object" })).unwrap_or_default()
}
