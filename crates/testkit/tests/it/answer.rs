//! Reads an answer back: an SSE parser after the standard and one small decoder per wire format. Written apart from the
//! server, so that a mistake in its shapes shows.

use std::collections::BTreeMap;

use reasonix_testkit::WireFormat;
use serde_json::Value;

/// What a client understands of an answer.
#[derive(Debug, Default, PartialEq, Eq, Clone)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) reasoning: String,
    pub(crate) signature: Option<String>,
    pub(crate) refusal: String,
    /// Id, name, argument text; by index.
    pub(crate) calls: Vec<(Option<String>, String, String)>,
    pub(crate) stop: Option<String>,
    /// Fresh, cached, output.
    pub(crate) usage: Option<(u64, u64, u64)>,
    pub(crate) error: Option<String>,
    /// The end marker came.
    pub(crate) ended: bool,
}

/// Name and data of each event that a standard parser dispatches.
pub(crate) fn events(body: &[u8]) -> Vec<(Option<String>, String)> {
    let text = std::str::from_utf8(body).unwrap();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let (mut events, mut name, mut data) = (Vec::new(), None, None::<String>);
    for line in text.split('\n') {
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "" if line.is_empty() => {
                let name = name.take();
                events.extend(data.take().map(|data| (name, data)));
            }
            "event" => name = Some(value.to_owned()),
            "data" => data = Some(data.map_or_else(|| value.to_owned(), |data| data + "\n" + value)),
            _ => {}
        }
    }
    events
}

pub(crate) fn read(wire: WireFormat, body: &[u8]) -> Answer {
    let mut answer = Answer::default();
    let mut calls = BTreeMap::new();
    for (name, data) in events(body) {
        if data == "[DONE]" {
            answer.ended = true;
            continue;
        }
        let event: Value = serde_json::from_str(&data).unwrap_or_else(|error| panic!("{error} in {data}"));
        if let (Some(name), Some(kind)) = (&name, event["type"].as_str()) {
            assert_eq!(name, kind);
        }
        match wire {
            WireFormat::OpenAi => chat(&mut answer, &mut calls, &event),
            WireFormat::Anthropic => anthropic(&mut answer, &mut calls, &event),
            WireFormat::Responses => responses(&mut answer, &mut calls, &event),
        }
    }
    answer.calls = calls.into_values().collect();
    answer
}

type Calls = BTreeMap<u64, (Option<String>, String, String)>;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

fn string(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn chat(answer: &mut Answer, calls: &mut Calls, event: &Value) {
    if event["error"].is_object() {
        answer.error = string(&event["error"]["message"]);
    }
    if let Some(choice) = event["choices"].get(0) {
        assert_eq!(event["object"], "chat.completion.chunk");
        let delta = &choice["delta"];
        answer.text += text(&delta["content"]);
        answer.reasoning += text(&delta["reasoning_content"]);
        answer.refusal += text(&delta["refusal"]);
        for call in delta["tool_calls"].as_array().into_iter().flatten() {
            let entry = calls.entry(number(&call["index"])).or_default();
            entry.0 = entry.0.take().or_else(|| string(&call["id"]));
            if entry.1.is_empty() {
                text(&call["function"]["name"]).clone_into(&mut entry.1);
            }
            entry.2 += text(&call["function"]["arguments"]);
        }
        answer.stop = answer.stop.take().or_else(|| string(&choice["finish_reason"]));
    }
    let usage = &event["usage"];
    if usage.is_object() {
        let details = &usage["prompt_tokens_details"]["cached_tokens"];
        let cached = details.as_u64().or_else(|| usage["prompt_cache_hit_tokens"].as_u64()).unwrap_or_default();
        answer.usage = Some((number(&usage["prompt_tokens"]) - cached, cached, number(&usage["completion_tokens"])));
    }
}

fn anthropic(answer: &mut Answer, calls: &mut Calls, event: &Value) {
    let index = number(&event["index"]);
    match text(&event["type"]) {
        "content_block_start" => {
            let block = &event["content_block"];
            if block["type"] == "tool_use" {
                assert_eq!(block["input"], serde_json::json!({}));
                calls.insert(index, (string(&block["id"]), text(&block["name"]).to_owned(), String::new()));
            }
        }
        "content_block_delta" => {
            let delta = &event["delta"];
            answer.text += text(&delta["text"]);
            answer.reasoning += text(&delta["thinking"]);
            answer.signature = answer.signature.take().or_else(|| string(&delta["signature"]));
            if let Some(call) = calls.get_mut(&index) {
                call.2 += text(&delta["partial_json"]);
            }
        }
        "message_start" | "message_delta" => {
            let usage = if event["message"].is_object() { &event["message"]["usage"] } else { &event["usage"] };
            let old = answer.usage.unwrap_or_default();
            if usage.is_object() {
                let count = |key: &str, old| usage[key].as_u64().unwrap_or(old);
                let cached = count("cache_read_input_tokens", old.1);
                answer.usage = Some((count("input_tokens", old.0), cached, count("output_tokens", old.2)));
            }
            answer.stop = string(&event["delta"]["stop_reason"]);
        }
        "message_stop" => answer.ended = true,
        "error" => answer.error = string(&event["error"]["message"]),
        _ => {}
    }
}

fn responses(answer: &mut Answer, calls: &mut Calls, event: &Value) {
    let index = number(&event["output_index"]);
    match text(&event["type"]) {
        "response.output_text.delta" => answer.text += text(&event["delta"]),
        "response.refusal.delta" => answer.refusal += text(&event["delta"]),
        "response.reasoning_summary_text.delta" => answer.reasoning += text(&event["delta"]),
        "response.output_item.added" if event["item"]["type"] == "function_call" => {
            let item = &event["item"];
            calls.insert(index, (string(&item["call_id"]), text(&item["name"]).to_owned(), String::new()));
        }
        "response.function_call_arguments.delta" => calls.get_mut(&index).unwrap().2 += text(&event["delta"]),
        "response.output_item.done" => {
            let item = &event["item"];
            answer.signature = answer.signature.take().or_else(|| string(&item["encrypted_content"]));
            if let Some(call) = calls.get(&index) {
                assert_eq!(item["arguments"], call.2, "the item repeats the deltas");
            }
        }
        "response.completed" | "response.incomplete" => {
            let response = &event["response"];
            let reason = &response["incomplete_details"]["reason"];
            answer.stop = string(reason).or_else(|| string(&response["status"]));
            let usage = &response["usage"];
            if usage.is_object() {
                let cached = number(&usage["input_tokens_details"]["cached_tokens"]);
                answer.usage = Some((number(&usage["input_tokens"]) - cached, cached, number(&usage["output_tokens"])));
            }
            answer.ended = true;
        }
        "error" => answer.error = string(&event["message"]),
        _ => {}
    }
}
