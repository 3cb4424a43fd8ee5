//! OpenAI chat completions: chunks of `choices[0].delta`, a finish reason, a usage chunk, `[DONE]`.
//! Shapes after the API reference of OpenAI and, for reasoning and cache counts, of DeepSeek.

use serde_json::{Map, Value, json};

use super::parts::{CallAt, Part, all_blocks, id_of, parts, pieces};
use super::{CREATED, Event, Payload, Rendering};
use crate::turn::{Block, Message, Stop};
use crate::usage::UsagePlace;

pub(super) fn events(message: &Message, cx: &Rendering<'_>) -> Vec<Event> {
    let mut events = vec![chunk(cx, json!({"role": "assistant", "content": ""}), Value::Null)];
    for part in parts(&all_blocks(message), message.delta, cx.style.interleave) {
        match part {
            Part::Block(_, block) => add_block(&mut events, block, message, cx),
            Part::Open(at) => events.push(chunk(cx, json!({"tool_calls": [call_head(cx, at)]}), Value::Null)),
            Part::Piece(at, text) => {
                events.push(chunk(cx, json!({"tool_calls": [call_piece(cx, at, text)]}), Value::Null));
            }
            Part::Close(_) => {}
        }
    }
    add_end(&mut events, message, cx);
    events.push(Event { name: None, data: Payload::Done });
    events
}

fn add_block(events: &mut Vec<Event>, block: &Block, message: &Message, cx: &Rendering<'_>) {
    let (key, text) = match block {
        Block::Text(text) => ("content", text),
        Block::Reasoning { text, .. } => (reasoning_key(cx), text),
        Block::Refusal(text) => ("refusal", text),
        // This format cannot say it.
        Block::RedactedReasoning(_) | Block::Call(_) => return,
    };
    for piece in pieces(text, message.delta) {
        let delta = Value::Object(Map::from_iter([(key.to_owned(), Value::from(piece))]));
        events.push(chunk(cx, delta, Value::Null));
    }
}

fn add_end(events: &mut Vec<Event>, message: &Message, cx: &Rendering<'_>) {
    let reason = if cx.style.no_stop_reason { Value::Null } else { json!(finish_reason(&message.stop())) };
    let mut finish = chunk(cx, json!({}), reason);
    let usage = message.usage.chat(message.usage_names);
    match message.usage_place {
        UsagePlace::FinishEvent => {
            if let Payload::Json(data) = &mut finish.data {
                data["usage"] = usage;
            }
            events.push(finish);
        }
        UsagePlace::Standard if cx.usage_asked => {
            events.push(finish);
            let mut own = envelope(cx);
            own["choices"] = json!([]);
            own["usage"] = usage;
            events.push(Event::unnamed(own));
        }
        UsagePlace::Standard | UsagePlace::Missing => events.push(finish),
    }
}

fn finish_reason(stop: &Stop) -> &str {
    match stop {
        // A refusal is told by its own delta field.
        Stop::EndTurn | Stop::Refusal => "stop",
        Stop::ToolUse => "tool_calls",
        Stop::Length => "length",
        Stop::ContentFilter => "content_filter",
        Stop::Other(reason) => reason,
    }
}

fn call_head(cx: &Rendering<'_>, at: CallAt<'_>) -> Value {
    let mut head = Map::new();
    if !cx.style.no_index {
        head.insert("index".into(), json!(at.nth));
    }
    if let Some(id) = call_id(cx, at) {
        head.insert("id".into(), json!(id));
    }
    head.insert("type".into(), json!("function"));
    head.insert("function".into(), json!({"name": at.call.name, "arguments": ""}));
    head.into()
}

fn call_piece(cx: &Rendering<'_>, at: CallAt<'_>, text: &str) -> Value {
    let mut piece = if cx.style.repeat_heads {
        call_head(cx, at)
    } else if cx.style.empty_heads {
        json!({"index": at.nth, "id": "", "type": "function", "function": {"name": ""}})
    } else {
        json!({"index": at.nth, "function": {}})
    };
    piece["function"]["arguments"] = json!(text);
    if cx.style.no_index
        && let Value::Object(fields) = &mut piece
    {
        fields.shift_remove("index");
    }
    piece
}

fn call_id(cx: &Rendering<'_>, at: CallAt<'_>) -> Option<String> {
    id_of(at.call, || format!("call_{:012}{:012}", cx.number, at.nth))
}

fn reasoning_key<'a>(cx: &'a Rendering<'_>) -> &'a str {
    cx.style.reasoning_key.as_deref().unwrap_or("reasoning_content")
}

fn chunk(cx: &Rendering<'_>, mut delta: Value, finish_reason: Value) -> Event {
    if cx.style.null_fields
        && let Value::Object(fields) = &mut delta
    {
        for key in ["content", reasoning_key(cx), "refusal", "tool_calls"] {
            fields.entry(key).or_insert(Value::Null);
        }
    }
    let mut chunk = envelope(cx);
    chunk["choices"] = json!([{"index": 0, "delta": delta, "logprobs": null, "finish_reason": finish_reason}]);
    if cx.usage_asked {
        chunk["usage"] = Value::Null;
    }
    Event::unnamed(chunk)
}

fn envelope(cx: &Rendering<'_>) -> Value {
    json!({
        "id": format!("chatcmpl-{:024}", cx.number),
        "object": "chat.completion.chunk",
        "created": CREATED,
        "model": cx.model,
        "system_fingerprint": "fp_testkit",
    })
}
