//! Reads answers of chat completions: deltas of text, thinking and calls, joined by index, as a dozen servers write them.

use super::{
    WIRE,
    wire::{CallDelta, CallExtra, Choice, Chunk, Delta, FunctionDelta, UsageReport},
};
use crate::{
    arguments,
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

    /// Where the call that a delta belongs to stands; a new place if it begins one.
    fn position(&mut self, index: Option<u64>, id: &str, name: &str) -> usize {
        let known = match index {
            Some(index) => self.calls.get(&index).copied(),
            None => self.newest_call,
        };
        let continued = known.filter(|position| {
            self.draft.call_at(*position).is_some_and(|call| goes_on(call, index.is_some(), id, name))
        });
        let position = continued.unwrap_or_else(|| self.draft.push(DraftPart::Call(DraftCall::default())));
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

/// Whether a delta with this head goes on with `call`. Some servers give every call the same index, some give none, and
/// some give no ids either; then a name that comes when the arguments are whole begins the next call.
fn goes_on(call: &DraftCall, indexed: bool, id: &str, name: &str) -> bool {
    match (id.is_empty(), call.id.is_empty()) {
        _ if name.is_empty() => true,
        (false, false) => id == call.id,
        (true, true) => indexed && !(call.args.ends_with('}') && arguments::is_object(&call.args)),
        _ => indexed,
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

#[cfg(test)]
mod tests {
    use super::*;
    use reasonix_model::OutputPart;

    fn read(events: &[&str]) -> Result<Completion, Fault> {
        let (mut decoder, mut news) = (ChatDecoder::default(), Vec::new());
        for event in events {
            decoder.event(None, event, &mut news)?;
        }
        decoder.finish()
    }

    const CALLS: &str = r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#;
    const STOP: &str = r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#;

    #[test]
    fn calls_are_told_apart_whatever_heads_they_have() {
        let check = |deltas: &[&str]| {
            let mut events: Vec<String> = deltas
                .iter()
                .map(|delta| format!(r#"{{"choices":[{{"delta":{{"tool_calls":[{delta}]}}}}]}}"#))
                .collect();
            events.push(CALLS.to_owned());
            let events: Vec<&str> = events.iter().map(String::as_str).collect();
            let calls = read(&events).unwrap().parts.into_iter().map(|part| match part {
                OutputPart::Call(call) => format!("{}{}", call.tool, call.args),
                other => format!("{other:?}"),
            });
            assert_eq!(calls.collect::<Vec<_>>(), [r#"bash{"a":1}"#, r#"list{"b":2}"#], "{deltas:?}");
        };
        let (a, b) = (r#""arguments":"{\"a\":1}""#, r#""arguments":"{\"b\":2}""#);
        // The same index for all.
        check(&[
            &format!(r#"{{"index":0,"id":"x","function":{{"name":"bash",{a}}}}}"#),
            &format!(r#"{{"index":0,"id":"y","function":{{"name":"list",{b}}}}}"#),
        ]);
        // The same index and no ids.
        check(&[
            &format!(r#"{{"index":0,"function":{{"name":"bash",{a}}}}}"#),
            &format!(r#"{{"index":0,"id":null,"function":{{"name":"list",{b}}}}}"#),
        ]);
        // Neither index nor ids.
        check(&[
            &format!(r#"{{"function":{{"name":"bash",{a}}}}}"#),
            &format!(r#"{{"function":{{"name":"list",{b}}}}}"#),
        ]);
        // Arguments that are JSON and not text.
        check(&[
            r#"{"index":0,"function":{"name":"bash","arguments":{"a":1}}}"#,
            r#"{"index":1,"function":{"name":"list","arguments":{"b":2}}}"#,
        ]);
        // Names in pieces, arguments interleaved.
        check(&[
            r#"{"index":7,"id":"x","function":{"name":"ba"}}"#,
            r#"{"index":9,"id":"y","function":{"name":"list","arguments":"{\"b\""}}"#,
            r#"{"index":7,"function":{"name":"sh"}}"#,
            &format!(r#"{{"index":7,"function":{{{a}}}}}"#),
            r#"{"index":9,"function":{"arguments":":2}"}}"#,
        ]);
    }

    #[test]
    fn text_comes_in_many_forms() {
        let check = |delta: &str, expected: &[OutputPart]| {
            let event = format!(r#"{{"choices":[{{"delta":{delta}}}]}}"#);
            assert_eq!(read(&[&event, STOP]).unwrap().parts, expected, "{delta}");
        };
        let text = |text: &str| OutputPart::Text(text.to_owned());
        let thought = |text: &str| OutputPart::Reasoning { text: text.to_owned(), signature: None };
        check(r#"{"content":"a"}"#, &[text("a")]);
        check(r#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#, &[text("ab")]);
        check(
            r#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"t"}]},{"type":"text","text":"a"}]}"#,
            &[thought("t"), text("a")],
        );
        check(r#"{"reasoning":"t","reasoning_content":"t","content":null}"#, &[thought("t")]);
        check(r#"{"content":"half \ud83d"}"#, &[text("half \u{fffd}")]);
        check(r#"{"content":{"odd":1},"refusal":"no"}"#, &[text("no")]);
    }

    #[test]
    fn what_a_vendor_keeps_with_a_call_stands_behind_it() {
        let call = r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"a","arguments":"{}"},"extra_content":{"google":{"thought_signature":"A+/=" }}}]}}]}"#;
        let parts = read(&[call, CALLS]).unwrap().parts;
        let json = r#"{"extra_content":{"google":{"thought_signature":"A+/=" }}}"#;
        assert_eq!(parts.get(1), Some(&OutputPart::Vendor { wire: "openai".into(), json: json.into() }));
    }

    #[test]
    fn an_accident_of_the_vendor_is_no_end() {
        let broken = r#"{"choices":[{"delta":{},"finish_reason":"insufficient_system_resource"}]}"#;
        assert_eq!(read(&[broken]).unwrap_err().kind, FailureKind::ServerError);
        assert_eq!(read(&[r#"{"choices":[{"delta":{"content":"x"}}]}"#]).unwrap_err().kind, FailureKind::Cut);
    }

    #[test]
    fn usage_is_found_in_a_choice_too() {
        let event = r#"{"choices":[{"delta":{},"finish_reason":"stop","usage":{"prompt_tokens":9,"completion_tokens":2,"cached_tokens":4}}]}"#;
        let usage = read(&[event]).unwrap().usage;
        assert_eq!((usage.fresh_input, usage.cached_input, usage.output), (5, Some(4), 2));
    }
}
