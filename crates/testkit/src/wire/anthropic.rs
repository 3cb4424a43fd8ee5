//! Anthropic Messages: `message_start`, numbered content blocks, `message_delta`, `message_stop`.
//! Shapes after the streaming page of the Anthropic API documentation.

use serde_json::{Value, json};

use super::parts::{CallAt, Part, all_blocks, id_of, parts, pieces};
use super::{Event, Rendering};
use crate::turn::{Block, Message, Stop};
use crate::usage::UsagePlace;

pub(super) fn events(message: &Message, cx: &Rendering<'_>) -> Vec<Event> {
    let mut events = vec![message_start(message, cx)];
    for part in parts(&all_blocks(message), message.delta, cx.style.interleave) {
        match part {
            Part::Block(index, block) => add_block(&mut events, index, block, message),
            Part::Open(at) => {
                events.push(start(at.block, &tool_use(cx, at)));
                events.push(input(at, ""));
            }
            // A call without arguments has an empty text here, where the other formats say `{}`.
            Part::Piece(at, _) if at.call.arguments == "{}" => {}
            Part::Piece(at, text) => events.push(input(at, text)),
            Part::Close(at) => events.push(stop(at.block)),
        }
    }
    events.push(message_delta(message, cx));
    events.push(Event::typed("message_stop", json!({"type": "message_stop"})));
    events
}

fn message_start(message: &Message, cx: &Rendering<'_>) -> Event {
    let mut body = json!({
        "id": format!("msg_01{:022}", cx.number),
        "type": "message",
        "role": "assistant",
        "model": cx.model,
        "content": [],
        "stop_reason": null,
        "stop_sequence": null,
    });
    match message.usage_place {
        UsagePlace::Standard => body["usage"] = message.usage.anthropic(1),
        UsagePlace::FinishEvent => body["usage"] = json!({"input_tokens": 0, "output_tokens": 0}),
        UsagePlace::Missing => {}
    }
    Event::typed("message_start", json!({"type": "message_start", "message": body}))
}

fn message_delta(message: &Message, cx: &Rendering<'_>) -> Event {
    let reason = message.stop();
    let mut delta = json!({"stop_reason": stop_reason(&reason), "stop_sequence": null});
    if cx.style.no_stop_reason {
        delta["stop_reason"] = Value::Null;
    } else if reason == Stop::Refusal {
        delta["stop_details"] = json!({"type": "refusal", "category": null, "explanation": null});
    }
    let mut event = json!({"type": "message_delta", "delta": delta});
    match message.usage_place {
        UsagePlace::Standard => event["usage"] = json!({"output_tokens": message.usage.output}),
        UsagePlace::FinishEvent => event["usage"] = message.usage.anthropic(message.usage.output),
        UsagePlace::Missing => {}
    }
    Event::typed("message_delta", event)
}

fn stop_reason(stop: &Stop) -> &str {
    match stop {
        Stop::EndTurn => "end_turn",
        Stop::ToolUse => "tool_use",
        Stop::Length => "max_tokens",
        Stop::Refusal | Stop::ContentFilter => "refusal",
        Stop::Other(reason) => reason,
    }
}

fn add_block(events: &mut Vec<Event>, index: usize, block: &Block, message: &Message) {
    let delta = |delta| {
        Event::typed("content_block_delta", json!({"type": "content_block_delta", "index": index, "delta": delta}))
    };
    match block {
        Block::Text(text) | Block::Refusal(text) => {
            events.push(start(index, &json!({"type": "text", "text": ""})));
            let texts = pieces(text, message.delta);
            events.extend(texts.map(|text| delta(json!({"type": "text_delta", "text": text}))));
        }
        Block::Reasoning { text, signature } => {
            events.push(start(index, &json!({"type": "thinking", "thinking": "", "signature": ""})));
            let texts = pieces(text, message.delta);
            events.extend(texts.map(|text| delta(json!({"type": "thinking_delta", "thinking": text}))));
            let signature = signature.iter();
            events.extend(signature.map(|text| delta(json!({"type": "signature_delta", "signature": text}))));
        }
        Block::RedactedReasoning(data) => {
            events.push(start(index, &json!({"type": "redacted_thinking", "data": data})));
        }
        Block::Call(_) => return,
    }
    events.push(stop(index));
}

fn tool_use(cx: &Rendering<'_>, at: CallAt<'_>) -> Value {
    let mut block = json!({"type": "tool_use"});
    if let Some(id) = id_of(at.call, || format!("toolu_01{:011}{:011}", cx.number, at.nth)) {
        block["id"] = json!(id);
    }
    block["name"] = json!(at.call.name);
    block["input"] = json!({});
    block
}

fn start(index: usize, block: &Value) -> Event {
    let data = json!({"type": "content_block_start", "index": index, "content_block": block});
    Event::typed("content_block_start", data)
}

fn input(at: CallAt<'_>, text: &str) -> Event {
    let delta = json!({"type": "input_json_delta", "partial_json": text});
    let data = json!({"type": "content_block_delta", "index": at.block, "delta": delta});
    Event::typed("content_block_delta", data)
}

fn stop(index: usize) -> Event {
    Event::typed("content_block_stop", json!({"type": "content_block_stop", "index": index}))
}
