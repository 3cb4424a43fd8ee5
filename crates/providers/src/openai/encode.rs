//! Writes requests of chat completions.

use super::{
    ChatCompletions, WIRE,
    wire::{CallExtra, Function, Message, SentCall, SentFunction, Tool},
};
use crate::{
    arguments,
    head::{HeadWriter, schema, text},
    replay,
};
use reasonix_model::{Entry, Head, OutputPart, ToolCall, ToolDefinition, ToolResult};
use std::borrow::Cow;

pub(super) fn head(wire: &ChatCompletions, head: &Head) -> String {
    let ask = wire.reasoning.ask(head.effort.as_ref());
    let mut writer = HeadWriter::new(&wire.extra_body);
    writer.put("model", &head.model);
    writer.put("stream", &true);
    writer.put("stream_options", &serde_json::json!({ "include_usage": true }));
    writer.put_some(wire.limit_field, head.max_output_tokens.as_ref());
    writer.put_some("temperature", head.temperature.filter(|_| wire.takes_temperature).as_ref());
    writer.put_some("thinking", ask.thinking.as_ref());
    writer.put_some("reasoning_effort", ask.effort.as_ref());
    if !head.tools.is_empty() {
        writer.put("tools", &head.tools.iter().map(tool).collect::<Vec<_>>());
    }
    let system = Message::System { content: &head.system };
    writer.finish((!head.system.is_empty()).then_some(&system))
}

fn tool(definition: &ToolDefinition) -> Tool<'_> {
    let function = Function {
        name: &definition.name,
        description: &definition.description,
        parameters: schema(&definition.schema),
    };
    Tool { kind: "function", function }
}

pub(super) fn entry(wire: &ChatCompletions, entry: &Entry) -> String {
    match entry {
        Entry::User { text: said } => text(&Message::User { content: replay::text_or(said, replay::EMPTY) }),
        Entry::Assistant { parts } => text(&assistant(wire, parts)),
        Entry::Results { results } if results.is_empty() => text(&Message::User { content: replay::EMPTY }),
        Entry::Results { results } => results.iter().map(|one| text(&result(one))).collect::<Vec<_>>().join(","),
    }
}

fn result(result: &ToolResult) -> Message<'_> {
    Message::Tool {
        tool_call_id: replay::call_id(&result.wire_id),
        content: replay::text_or(&result.content, replay::NO_OUTPUT),
    }
}

fn assistant<'a>(wire: &ChatCompletions, parts: &'a [OutputPart]) -> Message<'a> {
    let (mut said, mut thought, mut tool_calls) = (String::new(), String::new(), Vec::new());
    for part in parts {
        match part {
            OutputPart::Text(text) => said.push_str(text),
            OutputPart::Reasoning { text, .. } => thought.push_str(text),
            OutputPart::Call(call) => tool_calls.push(sent_call(call)),
            OutputPart::Vendor { wire: of, json } if of == WIRE && wire.sends_call_extras => {
                attach(tool_calls.last_mut(), json);
            }
            OutputPart::Vendor { .. } => {}
        }
    }
    let content = match (said.trim().is_empty(), tool_calls.is_empty()) {
        (false, _) => Some(Cow::Owned(said)),
        (true, true) => Some(Cow::Borrowed(replay::EMPTY)),
        (true, false) => None,
    };
    Message::Assistant { content, reasoning_content: given_back(wire, thought), tool_calls }
}

/// The thinking as the vendor wants it back, if it does.
fn given_back<'a>(wire: &ChatCompletions, thought: String) -> Option<Cow<'a, str>> {
    let thought = if wire.strip_reasoning { String::new() } else { thought };
    let wanted = wire.reasoning.gives_back() && (wire.reasoning.insists() || !thought.is_empty());
    wanted.then_some(Cow::Owned(thought))
}

fn sent_call(call: &ToolCall) -> SentCall<'_> {
    SentCall {
        id: replay::call_id(&call.wire_id),
        kind: "function",
        function: SentFunction {
            name: replay::tool_name(&call.tool),
            arguments: arguments::as_object(&call.args).get().to_owned(),
        },
        extra_content: None,
    }
}

/// Puts what the vendor kept with a call back onto it. It stands right behind the call, whose id may have changed since.
fn attach(call: Option<&mut SentCall<'_>>, json: &str) {
    if let (Some(call), Ok(extra)) = (call, serde_json::from_str::<CallExtra>(json)) {
        call.extra_content = Some(extra.extra_content);
    }
}
