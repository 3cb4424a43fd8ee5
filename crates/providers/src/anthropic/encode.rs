//! Writes requests of Messages.

use super::{
    Messages, WIRE,
    wire::{Block, CacheControl, Message, SentBlock, Tool},
};
use crate::{
    Reasoning, arguments,
    head::{HeadWriter, schema, text},
    replay,
};
use reasonix_model::{Entry, Head, OutputPart, ToolDefinition, ToolResult};
use serde_json::value::RawValue;

pub(super) fn head(wire: &Messages, head: &Head) -> String {
    let ask = wire.reasoning.ask(head.effort.as_ref());
    let mut writer = HeadWriter::new(&wire.extra_body);
    writer.put("model", &head.model);
    writer.put("stream", &true);
    writer.put("max_tokens", &head.max_output_tokens.unwrap_or_else(|| output_limit(head)));
    writer.put_some("temperature", head.temperature.filter(|_| wire.reasoning.takes_temperature()).as_ref());
    writer.put_some("thinking", ask.thinking.as_ref());
    writer.put_some("output_config", ask.effort.map(|effort| serde_json::json!({ "effort": effort })).as_ref());
    if wire.caches_by_itself {
        writer.put("cache_control", &CacheControl::EPHEMERAL);
    }
    if !head.tools.is_empty() {
        writer.put("tools", &head.tools.iter().map(tool).collect::<Vec<_>>());
    }
    if !head.system.trim().is_empty() {
        writer.put("system", &[Block::Text { text: &head.system, cache_control: Some(CacheControl::EPHEMERAL) }]);
    }
    writer.finish(None::<&()>)
}

/// The limit where none is set; this wire cannot leave it out.
fn output_limit(head: &Head) -> u32 {
    match head.effort.as_ref().map(|effort| effort.0.as_str()) {
        None | Some("" | "auto" | "disabled" | "none" | "off") => 16_000,
        Some("high" | "xhigh" | "max") => 64_000,
        Some(_) => 32_000,
    }
}

fn tool(definition: &ToolDefinition) -> Tool<'_> {
    Tool { name: &definition.name, description: &definition.description, input_schema: schema(&definition.schema) }
}

pub(super) fn entry(wire: &Messages, entry: &Entry) -> String {
    let message = match entry {
        Entry::User { text } => Message { role: "user", content: vec![said(text)] },
        Entry::Assistant { parts } => Message { role: "assistant", content: assistant(wire, parts) },
        Entry::Results { results } if results.is_empty() => Message { role: "user", content: vec![said("")] },
        Entry::Results { results } => Message { role: "user", content: results.iter().map(result).collect() },
    };
    text(&message)
}

/// Text, or the placeholder where there is none: empty blocks are refused.
fn said(text: &str) -> SentBlock<'_> {
    SentBlock::Typed(Block::Text { text: replay::text_or(text, replay::EMPTY), cache_control: None })
}

fn result(result: &ToolResult) -> SentBlock<'_> {
    SentBlock::Typed(Block::ToolResult {
        tool_use_id: replay::call_id(&result.wire_id),
        content: replay::text_or(&result.content, replay::NO_OUTPUT),
        is_error: result.is_error,
    })
}

/// The blocks of a message of the model. It may neither be empty nor end with thinking.
fn assistant<'a>(wire: &Messages, parts: &'a [OutputPart]) -> Vec<SentBlock<'a>> {
    let mut blocks: Vec<SentBlock<'a>> = parts.iter().filter_map(|part| block(wire, part)).collect();
    let ends_well = parts.iter().rev().any(|part| match part {
        OutputPart::Text(text) => !text.trim().is_empty(),
        OutputPart::Call(_) => true,
        OutputPart::Reasoning { .. } | OutputPart::Vendor { .. } => false,
    });
    if !ends_well {
        blocks.push(said(""));
    }
    blocks
}

fn block<'a>(wire: &Messages, part: &'a OutputPart) -> Option<SentBlock<'a>> {
    match part {
        OutputPart::Text(text) if text.trim().is_empty() => None,
        OutputPart::Text(text) => Some(said(text)),
        OutputPart::Reasoning { text, signature } => thinking(wire, text, signature.as_deref()),
        OutputPart::Call(call) => Some(SentBlock::Typed(Block::ToolUse {
            id: replay::call_id(&call.wire_id),
            name: replay::tool_name(&call.tool),
            input: arguments::as_object(&call.args),
        })),
        OutputPart::Vendor { wire, json } if wire == WIRE => {
            serde_json::from_str::<&RawValue>(json).ok().map(SentBlock::Raw)
        }
        OutputPart::Vendor { .. } => None,
    }
}

/// Signed thinking, byte for byte. Without a signature the first party refuses it, while others insist on having it back.
fn thinking<'a>(wire: &Messages, text: &'a str, signature: Option<&'a str>) -> Option<SentBlock<'a>> {
    let text = if wire.strip_reasoning && wire.reasoning != Reasoning::Anthropic { "" } else { text };
    let signature = match (wire.reasoning, signature) {
        (Reasoning::None | Reasoning::OpenAi, _) | (Reasoning::Anthropic, None) => return None,
        (_, signature) => signature.unwrap_or_default(),
    };
    let is_nothing = text.is_empty() && signature.is_empty();
    (!is_nothing).then_some(SentBlock::Typed(Block::Thinking { thinking: text, signature }))
}
