//! Questions a test asks a request, answered alike for every wire format. Only for requests that were kept whole.

use serde_json::Value;

use super::Recorded;
use crate::wire::WireFormat;

impl Recorded {
    /// The history: `messages`, or `input` of Responses.
    pub fn messages(&self) -> &[Value] {
        let json = self.json();
        let list = json.get("messages").or_else(|| json.get("input")).and_then(Value::as_array);
        list.map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether this text stands anywhere in the body, read as the JSON string it would be.
    pub fn mentions(&self, text: &str) -> bool {
        let quoted = Value::from(text).to_string();
        let needle = quoted.get(1..quoted.len() - 1).unwrap_or_default();
        String::from_utf8_lossy(&self.body).contains(needle)
    }

    /// The system prompt.
    pub fn system_text(&self) -> String {
        let json = self.json();
        let apart = json.get("system").or_else(|| json.get("instructions"));
        let inside = self.messages().iter().filter(|message| matches!(role(message), "system" | "developer"));
        apart.into_iter().chain(inside.filter_map(|message| message.get("content"))).map(plain_text).collect()
    }

    /// The text of the last message of the user that is not a tool result.
    pub fn last_user_text(&self) -> String {
        let from_user = self.messages().iter().rev().filter(|message| role(message) == "user");
        from_user
            .filter_map(|message| message.get("content"))
            .map(plain_text)
            .find(|text| !text.is_empty())
            .unwrap_or_default()
    }

    /// The names of the tools offered, in order.
    pub fn tool_names(&self) -> Vec<&str> {
        let tools = self.json().get("tools").and_then(Value::as_array);
        let names = tools.into_iter().flatten().filter_map(|tool| tool.pointer("/function/name").or(tool.get("name")));
        names.filter_map(Value::as_str).collect()
    }

    /// The results of tool calls in the history: call id and text, in order.
    pub fn tool_results(&self) -> Vec<(String, String)> {
        let string = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
        let text = |value: Option<&Value>| value.map(plain_text).unwrap_or_default();
        let pair = |result: &Value, id: &str, content: &str| (string(result.get(id)), text(result.get(content)));
        let messages = self.messages().iter();
        match self.wire {
            Some(WireFormat::Anthropic) => messages
                .filter_map(|message| message.get("content")?.as_array())
                .flatten()
                .filter(|block| kind(block) == "tool_result")
                .map(|block| pair(block, "tool_use_id", "content"))
                .collect(),
            Some(WireFormat::Responses) => messages
                .filter(|item| kind(item) == "function_call_output")
                .map(|item| pair(item, "call_id", "output"))
                .collect(),
            _ => messages
                .filter(|message| role(message) == "tool")
                .map(|message| pair(message, "tool_call_id", "content"))
                .collect(),
        }
    }

    /// Whether this request only adds to `earlier`: same model, system prompt and tools, and all its messages at the
    /// start of the history. Anthropic's moving `cache_control` marks are ignored.
    ///
    /// # Errors
    /// The first difference, as text for a failed assertion.
    pub fn extends(&self, earlier: &Self) -> Result<(), String> {
        for key in ["model", "system", "instructions", "tools"] {
            same(key, earlier.json().get(key), self.json().get(key))?;
        }
        for (index, message) in earlier.messages().iter().enumerate() {
            same(&format!("message {index}"), Some(message), self.messages().get(index))?;
        }
        Ok(())
    }
}

fn same(what: &str, before: Option<&Value>, after: Option<&Value>) -> Result<(), String> {
    let marked = |value: Option<&Value>| value.cloned().map(without_cache_marks);
    let (before, after) = (marked(before), marked(after));
    if before == after {
        return Ok(());
    }
    let text = |value: Option<Value>| value.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
    Err(format!("{what} was\n  {}\nand is now\n  {}", text(before), text(after)))
}

fn without_cache_marks(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.shift_remove("cache_control");
            fields.values_mut().for_each(|field| *field = without_cache_marks(field.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = without_cache_marks(item.take())),
        _ => {}
    }
    value
}

fn role(message: &Value) -> &str {
    message.get("role").and_then(Value::as_str).unwrap_or_default()
}

fn kind(block: &Value) -> &str {
    block.get("type").and_then(Value::as_str).unwrap_or_default()
}

/// A string, or the texts of a list of parts.
fn plain_text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part.get("text")?.as_str()).collect(),
        _ => String::new(),
    }
}
