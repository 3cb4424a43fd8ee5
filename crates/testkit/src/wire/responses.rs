//! OpenAI Responses: numbered events around output items, the whole response at the end.
//! Shapes after the streaming events of the OpenAI API reference.

use serde_json::{Value, json};

use super::parts::{CallAt, Part, id_of, parts, pieces};
use super::{CREATED, Event, Rendering};
use crate::error::ApiError;
use crate::turn::{Block, Message, Stop};
use crate::usage::UsagePlace;

pub(super) fn events(message: &Message, cx: &Rendering<'_>) -> Vec<Event> {
    let mut stream = Stream { cx, events: Vec::new(), output: Vec::new() };
    let begun = response(cx, "in_progress");
    stream.add("response.created", json!({"response": begun}));
    stream.add("response.in_progress", json!({"response": begun}));
    // This format has nothing like a redacted block.
    let blocks: Vec<_> = message.blocks.iter().filter(|block| !matches!(block, Block::RedactedReasoning(_))).collect();
    stream.output = vec![Value::Null; blocks.len()];
    for part in parts(&blocks, message.delta, cx.style.interleave) {
        match part {
            Part::Block(index, Block::Reasoning { text, signature }) => {
                stream.add_reasoning(index, text, signature.as_deref(), message);
            }
            Part::Block(index, Block::Refusal(text)) => stream.add_message(index, &REFUSAL, text, message),
            Part::Block(index, Block::Text(text)) => stream.add_message(index, &OUTPUT_TEXT, text, message),
            Part::Block(..) => {}
            Part::Open(at) => stream.open_call(at),
            Part::Piece(at, text) => stream.add(
                "response.function_call_arguments.delta",
                json!({"item_id": stream.item_id("fc", at.block), "output_index": at.block, "delta": text}),
            ),
            Part::Close(at) => stream.close_call(at),
        }
    }
    stream.complete(message);
    stream.events
}

/// An `error` event, and the failed response that follows it.
pub(super) fn error_events(error: &ApiError, cx: &Rendering<'_>, sequence: usize) -> Vec<Event> {
    let (code, message) = (error.code(), error.message());
    let mut failed = response(cx, "failed");
    failed["error"] = json!({"code": code, "message": message});
    let first = json!({
        "type": "error", "sequence_number": sequence, "code": code, "message": message, "param": null,
    });
    let second = json!({"type": "response.failed", "sequence_number": sequence + 1, "response": failed});
    vec![Event::typed("error", first), Event::typed("response.failed", second)]
}

/// The two kinds of text a message item holds, and what its events are called.
struct TextPart {
    kind: &'static str,
    key: &'static str,
    delta: &'static str,
    done: &'static str,
}

const OUTPUT_TEXT: TextPart = TextPart {
    kind: "output_text",
    key: "text",
    delta: "response.output_text.delta",
    done: "response.output_text.done",
};

const REFUSAL: TextPart =
    TextPart { kind: "refusal", key: "refusal", delta: "response.refusal.delta", done: "response.refusal.done" };

impl TextPart {
    fn content(&self, text: &str) -> Value {
        let mut part = json!({"type": self.kind, self.key: text});
        if self.kind == "output_text" {
            part["annotations"] = json!([]);
            part["logprobs"] = json!([]);
        }
        part
    }
}

struct Stream<'a> {
    cx: &'a Rendering<'a>,
    events: Vec<Event>,
    /// The finished items, by output index.
    output: Vec<Value>,
}

impl Stream<'_> {
    fn add(&mut self, name: &'static str, fields: Value) {
        let data = joined(json!({"type": name, "sequence_number": self.events.len()}), fields);
        self.events.push(Event::typed(name, data));
    }

    fn item_id(&self, prefix: &str, index: usize) -> String {
        format!("{prefix}_{:024}{index:024}", self.cx.number)
    }

    fn begin_item(&mut self, index: usize, item: &Value) {
        self.add("response.output_item.added", json!({"output_index": index, "item": item}));
    }

    fn finish_item(&mut self, index: usize, item: Value) {
        self.add("response.output_item.done", json!({"output_index": index, "item": item}));
        if let Some(slot) = self.output.get_mut(index) {
            *slot = item;
        }
    }

    fn add_message(&mut self, index: usize, part: &TextPart, text: &str, message: &Message) {
        let id = self.item_id("msg", index);
        let mut skeleton = json!({"id": id, "type": "message", "status": null, "role": "assistant", "content": []});
        let mut item = |status: &str, content: Value| {
            skeleton["status"] = json!(status);
            skeleton["content"] = content;
            skeleton.clone()
        };
        let place = |fields: Value| joined(json!({"item_id": id, "output_index": index, "content_index": 0}), fields);
        self.begin_item(index, &item("in_progress", json!([])));
        self.add("response.content_part.added", place(json!({"part": part.content("")})));
        for piece in pieces(text, message.delta) {
            self.add(part.delta, place(json!({"delta": piece})));
        }
        self.add(part.done, place(json!({part.key: text})));
        self.add("response.content_part.done", place(json!({"part": part.content(text)})));
        self.finish_item(index, item("completed", json!([part.content(text)])));
    }

    fn add_reasoning(&mut self, index: usize, text: &str, proof: Option<&str>, message: &Message) {
        let id = self.item_id("rs", index);
        let item =
            |summary: Value| json!({"id": id, "type": "reasoning", "encrypted_content": proof, "summary": summary});
        self.begin_item(index, &item(json!([])));
        if text.is_empty() {
            self.finish_item(index, item(json!([])));
            return;
        }
        let place =
            |key: &str, value: Value| json!({"item_id": id, "output_index": index, "summary_index": 0, key: value});
        let part = |text: &str| json!({"type": "summary_text", "text": text});
        self.add("response.reasoning_summary_part.added", place("part", part("")));
        for piece in pieces(text, message.delta) {
            self.add("response.reasoning_summary_text.delta", place("delta", json!(piece)));
        }
        self.add("response.reasoning_summary_text.done", place("text", json!(text)));
        self.add("response.reasoning_summary_part.done", place("part", part(text)));
        self.finish_item(index, item(json!([part(text)])));
    }

    fn open_call(&mut self, at: CallAt<'_>) {
        let item = self.call_item(at, "in_progress", "");
        self.begin_item(at.block, &item);
    }

    fn close_call(&mut self, at: CallAt<'_>) {
        let arguments = &at.call.arguments;
        let id = self.item_id("fc", at.block);
        self.add(
            "response.function_call_arguments.done",
            json!({"item_id": id, "output_index": at.block, "arguments": arguments}),
        );
        let item = self.call_item(at, "completed", arguments);
        self.finish_item(at.block, item);
    }

    fn call_item(&self, at: CallAt<'_>, status: &str, arguments: &str) -> Value {
        let mut item = json!({
            "id": self.item_id("fc", at.block), "type": "function_call", "status": status, "arguments": arguments,
        });
        if let Some(id) = id_of(at.call, || format!("call_{:012}{:012}", self.cx.number, at.nth)) {
            item["call_id"] = json!(id);
        }
        item["name"] = json!(at.call.name);
        item
    }

    fn complete(&mut self, message: &Message) {
        let stop = message.stop();
        let incomplete = match &stop {
            Stop::EndTurn | Stop::ToolUse | Stop::Refusal => None,
            Stop::Length => Some("max_output_tokens"),
            Stop::ContentFilter => Some("content_filter"),
            Stop::Other(reason) => Some(reason.as_str()),
        };
        let (name, status) = match incomplete {
            None => ("response.completed", "completed"),
            Some(_) => ("response.incomplete", "incomplete"),
        };
        let mut whole = response(self.cx, status);
        whole["output"] = Value::Array(std::mem::take(&mut self.output));
        if let Some(reason) = incomplete {
            whole["incomplete_details"] = json!({"reason": reason});
        }
        if message.usage_place != UsagePlace::Missing {
            whole["usage"] = message.usage.responses();
        }
        self.add(name, json!({"response": whole}));
    }
}

/// Two objects in one.
fn joined(mut first: Value, second: Value) -> Value {
    if let (Value::Object(first), Value::Object(second)) = (&mut first, second) {
        first.extend(second);
    }
    first
}

fn response(cx: &Rendering<'_>, status: &str) -> Value {
    json!({
        "id": format!("resp_{:048}", cx.number),
        "object": "response",
        "created_at": CREATED,
        "status": status,
        "background": false,
        "error": null,
        "incomplete_details": null,
        "instructions": null,
        "max_output_tokens": null,
        "model": cx.model,
        "output": [],
        "parallel_tool_calls": true,
        "previous_response_id": null,
        "reasoning": {"effort": null, "summary": null},
        "store": false,
        "temperature": 1.0,
        "text": {"format": {"type": "text"}},
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "truncation": "disabled",
        "usage": null,
        "user": null,
        "metadata": {},
    })
}
