//! From a scripted message to the events of a wire format. No bytes yet: how events become a stream is in `sse`.

#![expect(clippy::indexing_slicing, reason = "indexing a JSON object that was made here adds the key")]

mod anthropic;
mod chat;
mod parts;
mod responses;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::ApiError;
use crate::fault::Fault;
use crate::turn::Message;

/// A format in which vendors stream answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WireFormat {
    /// OpenAI chat completions.
    OpenAi,
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Responses.
    Responses,
}

impl WireFormat {
    /// All of them, for tests that run over every format.
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Anthropic, Self::Responses];

    /// The `kind` of a provider in the configuration.
    pub fn kind(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Responses => "responses",
        }
    }

    /// The format that is spoken at this path (without its query).
    pub(crate) fn of_path(path: &str) -> Option<Self> {
        let is = |end: &str| path.ends_with(end);
        if is("/chat/completions") {
            Some(Self::OpenAi)
        } else if is("/messages") {
            Some(Self::Anthropic)
        } else if is("/responses") {
            Some(Self::Responses)
        } else {
            None
        }
    }
}

/// One event of a stream.
#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) name: Option<&'static str>,
    pub(crate) data: Payload,
}

#[derive(Debug)]
pub(crate) enum Payload {
    Json(Value),
    /// The `[DONE]` of chat completions.
    Done,
}

impl Event {
    /// An event whose `type` is also its name.
    fn typed(name: &'static str, data: Value) -> Self {
        Self { name: Some(name), data: Payload::Json(data) }
    }

    fn unnamed(data: Value) -> Self {
        Self { name: None, data: Payload::Json(data) }
    }
}

/// What a renderer needs to know besides the message.
pub(crate) struct Rendering<'a> {
    pub(crate) model: &'a str,
    /// The number of the request in this server: makes ids.
    pub(crate) number: usize,
    /// The request asked for the usage chunk of chat completions.
    pub(crate) usage_asked: bool,
    pub(crate) style: &'a Style,
}

/// The faults that change events, in one look.
#[derive(Debug, Default)]
pub(crate) struct Style {
    interleave: bool,
    repeat_heads: bool,
    empty_heads: bool,
    no_index: bool,
    null_fields: bool,
    no_end_marker: bool,
    no_stop_reason: bool,
    unknown_fields: bool,
    reasoning_key: Option<String>,
    error: Option<(usize, ApiError)>,
}

impl Style {
    pub(crate) fn of(faults: &[Fault]) -> Self {
        let mut style = Self::default();
        for fault in faults {
            match fault {
                Fault::Interleave => style.interleave = true,
                Fault::RepeatCallHeads => style.repeat_heads = true,
                Fault::EmptyCallHeads => style.empty_heads = true,
                Fault::NoCallIndex => style.no_index = true,
                Fault::NullFields => style.null_fields = true,
                Fault::NoEndMarker => style.no_end_marker = true,
                Fault::NoStopReason => style.no_stop_reason = true,
                Fault::UnknownFields => style.unknown_fields = true,
                Fault::ReasoningKey(key) => style.reasoning_key = Some(key.clone()),
                Fault::ErrorEvent { after, error } => style.error = Some((*after, error.clone())),
                _ => {}
            }
        }
        style
    }
}

/// The events of `message`. The last one is the end marker unless a fault took it away.
pub(crate) fn events(wire: WireFormat, message: &Message, cx: &Rendering<'_>) -> Vec<Event> {
    let mut events = match wire {
        WireFormat::OpenAi => chat::events(message, cx),
        WireFormat::Anthropic => anthropic::events(message, cx),
        WireFormat::Responses => responses::events(message, cx),
    };
    if cx.style.no_end_marker || cx.style.error.is_some() {
        events.pop();
    }
    if let Some((after, error)) = &cx.style.error {
        events.truncate(*after);
        events.extend(error_events(wire, error, cx, events.len()));
    }
    if cx.style.unknown_fields {
        for event in &mut events {
            if let Payload::Json(data) = &mut event.data {
                add_unknown_fields(data);
            }
        }
    }
    events
}

fn error_events(wire: WireFormat, error: &ApiError, cx: &Rendering<'_>, sequence: usize) -> Vec<Event> {
    match wire {
        WireFormat::OpenAi => vec![Event::unnamed(error.object(wire, cx.number))],
        WireFormat::Anthropic => vec![Event::typed("error", error.object(wire, cx.number))],
        WireFormat::Responses => responses::error_events(error, cx, sequence),
    }
}

/// Adds a field that no client knows to every object, however deep, except to the input of a call: there it would be an
/// argument.
fn add_unknown_fields(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let known = fields.iter_mut().filter(|(key, _)| *key != "input");
            known.for_each(|(_, value)| add_unknown_fields(value));
            fields.insert("x_unknown".into(), json!({"nested": [1, null, "\u{1f980}"]}));
        }
        Value::Array(items) => items.iter_mut().for_each(add_unknown_fields),
        _ => {}
    }
}

/// Seconds since 1970 in every answer: fixed, so that answers are the same in every run.
const CREATED: u64 = 1_750_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_tells_the_format() {
        let check = |path, format| assert_eq!(WireFormat::of_path(path), format, "{path}");
        check("/v1/chat/completions", Some(WireFormat::OpenAi));
        check("/chat/completions", Some(WireFormat::OpenAi));
        check("/v1/messages", Some(WireFormat::Anthropic));
        check("/anthropic/v1/messages", Some(WireFormat::Anthropic));
        check("/messages", Some(WireFormat::Anthropic));
        check("/v1/responses", Some(WireFormat::Responses));
        check("/v1/models", None);
        check("/", None);
    }
}
