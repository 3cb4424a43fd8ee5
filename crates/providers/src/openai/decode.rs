//! Reads answers of chat completions: deltas of text, thinking and calls, joined by index, as a dozen servers write them.

use super::{
    WIRE,
    wire::{CallDelta, CallExtra, Choice, Chunk, Delta, FunctionDelta, UsageReport},
};
use crate::{
    draft::{Draft, DraftCall, DraftPart},
    fault::Fault,
    head, json, vendor_error,
    wire::{Decoder, Flow},
};
use reasonix_model::{Completion, FailureKind, Progress};
use reasonix_protocol::{StopReason, Usage};
use reasonix_stdx::text;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// The state of one answer.
#[derive(Debug, Default)]
pub(crate) struct ChatDecoder {
    draft: Draft,
    /// Where the call with a vendor's index stands in the draft.
    calls: HashMap<u64, usize>,
    newest_call: Option<usize>,
    usage: Usage,
    stop: Option<StopReason>,
    ended: bool,
}

impl Decoder for ChatDecoder {
    fn event(&mut self, name: Option<&str>, data: &str, news: &mut Vec<Progress>) -> Result<Flow, Fault> {
        if data.trim() == "[DONE]" {
            self.ended = true;
            return Ok(Flow::Ended);
        }
        let mut mended = String::new();
        let chunk: Chunk<'_> = json::parse(data, &mut mended).map_err(|error| {
            Fault::new(
                FailureKind::Malformed,
                format!("an event is not a chunk ({error}): {}", text::one_line(data, 200)),
            )
        })?;
        let may_be_error = chunk.error.is_some() || chunk.choices.is_none() || name == Some("error");
        if let Some(fault) = may_be_error.then(|| vendor_error::of_json(data)).flatten() {
            return Err(fault);
        }
        self.note_usage(chunk.usage);
        // More than one choice is never asked for.
        if let Some(choice) = chunk.choices.into_iter().flatten().next() {
            self.choice(choice, news)?;
        }
        Ok(if self.stop.is_some() { Flow::Closing } else { Flow::Open })
    }

    fn finish(self) -> Result<Completion, Fault> {
        self.draft.finish(self.stop, self.ended, self.usage, WIRE)
    }
}

impl ChatDecoder {
    fn choice(&mut self, choice: Choice<'_>, news: &mut Vec<Progress>) -> Result<(), Fault> {
        self.note_usage(choice.usage);
        if let Some(delta) = choice.delta.or(choice.message) {
            self.delta(delta, news);
        }
        if let Some(reason) = choice.finish_reason.filter(|reason| !reason.is_empty()) {
            self.stop.get_or_insert(stop_reason(&reason)?);
        }
        Ok(())
    }

    fn delta(&mut self, delta: Delta<'_>, news: &mut Vec<Progress>) {
        let thinking = [delta.reasoning_content.text, delta.reasoning.text, delta.content.thinking];
        if let Some(thought) = thinking.into_iter().find(|text| !text.is_empty()) {
            self.draft.append_reasoning(thought, news);
        }
        self.draft.append_text(delta.content.text, news);
        self.draft.append_text(delta.refusal.text, news);
        for call in delta.tool_calls.into_iter().flatten() {
            self.call(call, news);
        }
    }

    fn call(&mut self, delta: CallDelta<'_>, news: &mut Vec<Progress>) {
        let FunctionDelta { name, arguments } = delta.function.unwrap_or(FunctionDelta { name: None, arguments: None });
        let (id, name) = (delta.id.unwrap_or_default(), name.unwrap_or_default());
        let position = self.position(delta.index, &id, &name);
        let Some(call) = self.draft.call_mut(position) else { return };
        if call.id.is_empty() {
            call.id = id;
        }
        if add_name(call, &name) {
            news.push(Progress::CallStarted { tool: name });
        }
        call.args.push_str(&arguments_text(arguments));
        if let Some(extra) = delta.extra_content {
            call.extra = Some(head::text(&CallExtra { extra_content: extra.to_owned() }));
        }
    }

    /// Where the call that a delta belongs to stands. Servers that give no index, or the same one to every call, are told
    /// apart by a new id beside a name.
    fn position(&mut self, index: Option<u64>, id: &str, name: &str) -> usize {
        let known = match index {
            Some(index) => self.calls.get(&index).copied(),
            None => self.newest_call,
        };
        let continues = |position: &usize| match self.draft.call_at(*position) {
            Some(call) => id.is_empty() || name.is_empty() || call.id.is_empty() || call.id == id,
            None => false,
        };
        let starts_without_id = index.is_none() && id.is_empty() && !name.is_empty();
        let position = known
            .filter(|position| continues(position) && !starts_without_id)
            .unwrap_or_else(|| self.draft.push(DraftPart::Call(DraftCall::default())));
        if let Some(index) = index {
            self.calls.insert(index, position);
        }
        self.newest_call = Some(position);
        position
    }

    fn note_usage(&mut self, raw: Option<&RawValue>) {
        if let Some(report) = raw.and_then(|raw| serde_json::from_str::<Option<UsageReport>>(raw.get()).ok().flatten())
        {
            self.usage = report.usage();
        }
    }
}

/// Adds what a delta says of the name; true if that begins the call. Most servers send the name once, some repeat it,
/// some send it in pieces.
fn add_name(call: &mut DraftCall, name: &str) -> bool {
    let begins = call.tool.is_empty() && !name.is_empty();
    if begins || (call.args.is_empty() && call.tool != name) {
        call.tool.push_str(name);
    }
    begins
}

/// The arguments' text: the inside of a string, or the JSON that stands in its place.
fn arguments_text(raw: Option<&RawValue>) -> String {
    let Some(raw) = raw.map(RawValue::get) else { return String::new() };
    if raw.starts_with('"') {
        return json::parse(raw, &mut String::new()).unwrap_or_default();
    }
    if raw == "null" { String::new() } else { raw.to_owned() }
}

/// Why the model stopped; a fault where the vendor stopped it by accident.
fn stop_reason(word: &str) -> Result<StopReason, Fault> {
    Ok(match word {
        "tool_calls" | "function_call" | "tool_use" => StopReason::Calls,
        "length" | "max_tokens" | "model_length" | "model_context_window_exceeded" => StopReason::Length,
        "content_filter" | "sensitive" | "safety" | "refusal" => StopReason::Filtered,
        "error" | "insufficient_system_resource" | "network_error" => {
            return Err(Fault::new(FailureKind::ServerError, format!("the vendor stopped the answer ({word})")));
        }
        _ => StopReason::Finished,
    })
}

impl UsageReport {
    fn usage(self) -> Usage {
        let input = self.prompt_tokens_details.unwrap_or_default();
        let cached = self.prompt_cache_hit_tokens.or(input.cached_tokens).or(self.cached_tokens);
        let prompt = self.prompt_tokens.unwrap_or(0);
        Usage {
            fresh_input: self.prompt_cache_miss_tokens.unwrap_or_else(|| prompt.saturating_sub(cached.unwrap_or(0))),
            cached_input: cached,
            cache_write: input.cache_write_tokens,
            output: self.completion_tokens.unwrap_or(0),
            reasoning: self.completion_tokens_details.and_then(|details| details.reasoning_tokens),
        }
    }
}
