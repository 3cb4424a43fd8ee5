//! Reads answers of Messages: blocks that begin, grow and end under an index.

use super::{
    WIRE,
    wire::{BlockStart, Delta, Event, Started, UsageReport},
};
use crate::{
    draft::{Draft, DraftCall, DraftPart},
    fault::Fault,
    json, vendor_error,
    wire::{Decoder, Flow},
};
use reasonix_model::{Completion, FailureKind, Progress};
use reasonix_protocol::{StopReason, Usage};
use reasonix_stdx::text;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// The state of one answer.
#[derive(Debug, Default)]
pub(crate) struct MessageDecoder {
    draft: Draft,
    /// Where the block with an index stands in the draft.
    blocks: HashMap<u64, usize>,
    usage: UsageReport,
    stop: Option<StopReason>,
    ended: bool,
}

impl Decoder for MessageDecoder {
    fn event(&mut self, name: Option<&str>, data: &str, news: &mut Vec<Progress>) -> Result<Flow, Fault> {
        if data.trim() == "[DONE]" {
            self.ended = true;
            return Ok(Flow::Ended);
        }
        let mut mended = String::new();
        let event: Event<'_> = json::parse(data, &mut mended).map_err(|error| {
            Fault::new(
                FailureKind::Malformed,
                format!("an event cannot be read ({error}): {}", text::one_line(data, 200)),
            )
        })?;
        match event.kind.as_deref().or(name).unwrap_or_default() {
            "message_start" => {
                self.note_usage(event.message.and_then(read::<Started<'_>>).and_then(|start| start.usage));
            }
            "content_block_start" => self.begin(event.index, event.content_block, news),
            "content_block_delta" => self.grow(event.index, event.delta, news),
            "message_delta" => {
                self.note_usage(event.usage);
                let stop = event.delta.and_then(read::<Delta>).and_then(|delta| delta.stop_reason);
                self.note_stop(stop.as_deref());
            }
            "message_stop" => {
                self.ended = true;
                return Ok(Flow::Ended);
            }
            "message" => self.whole(event, news),
            "ping" | "content_block_stop" => {}
            // Kinds that came later are not for us, unless they are an error in some gateway's form.
            _ => vendor_error::of_json(data).map_or(Ok(()), Err)?,
        }
        Ok(if self.stop.is_some() { Flow::Closing } else { Flow::Open })
    }

    fn finish(self) -> Result<Completion, Fault> {
        let usage = self.usage.usage();
        self.draft.finish(self.stop, self.ended, usage, WIRE)
    }
}

impl MessageDecoder {
    /// An answer that was not streamed.
    fn whole(&mut self, event: Event<'_>, news: &mut Vec<Progress>) {
        for (index, block) in event.content.unwrap_or_default().into_iter().enumerate() {
            self.begin(Some(index as u64), Some(block), news);
        }
        self.note_usage(event.usage);
        self.note_stop(event.stop_reason.as_deref());
    }

    fn begin(&mut self, index: Option<u64>, raw: Option<&RawValue>, news: &mut Vec<Progress>) {
        let Some((raw, start)) = raw.and_then(|raw| Some((raw, read::<BlockStart<'_>>(raw)?))) else { return };
        let part = match start.kind.as_str() {
            "text" => DraftPart::Text(start.text.unwrap_or_default()),
            "thinking" => {
                let signature = start.signature.filter(|signature| !signature.is_empty());
                DraftPart::Reasoning { text: start.thinking.unwrap_or_default(), signature }
            }
            "tool_use" => DraftPart::Call(DraftCall {
                id: start.id.unwrap_or_default(),
                tool: start.name.unwrap_or_default(),
                // Almost always `{}`, with the real input in the deltas.
                initial_args: start
                    .input
                    .map(RawValue::get)
                    .filter(|input| input.len() > 2)
                    .unwrap_or_default()
                    .to_owned(),
                ..DraftCall::default()
            }),
            _ => DraftPart::Vendor { json: raw.get().to_owned(), input: String::new() },
        };
        news.extend(match &part {
            DraftPart::Text(text) if !text.is_empty() => Some(Progress::Text(text.clone())),
            DraftPart::Reasoning { text, .. } if !text.is_empty() => Some(Progress::Reasoning(text.clone())),
            DraftPart::Call(call) => Some(Progress::CallStarted { tool: call.tool.clone() }),
            _ => None,
        });
        let position = self.draft.push(part);
        self.blocks.insert(index.unwrap_or(position as u64), position);
    }

    fn grow(&mut self, index: Option<u64>, raw: Option<&RawValue>, news: &mut Vec<Progress>) {
        let Some(delta) = raw.and_then(read::<Delta>) else { return };
        let position = index.and_then(|index| self.blocks.get(&index)).copied();
        match (position.and_then(|position| self.draft.get_mut(position)), delta) {
            (Some(DraftPart::Text(sofar)), Delta { text: Some(text), .. }) => {
                sofar.push_str(&text);
                news.push(Progress::Text(text));
            }
            (Some(DraftPart::Reasoning { text, .. }), Delta { thinking: Some(thought), .. }) => {
                text.push_str(&thought);
                if !thought.is_empty() {
                    news.push(Progress::Reasoning(thought));
                }
            }
            (Some(DraftPart::Reasoning { signature, .. }), Delta { signature: Some(more), .. }) => {
                signature.get_or_insert_default().push_str(&more);
            }
            (Some(DraftPart::Call(call)), Delta { partial_json: Some(json), .. }) => call.args.push_str(&json),
            (Some(DraftPart::Vendor { input, .. }), Delta { partial_json: Some(json), .. }) => input.push_str(&json),
            // A gateway that begins no blocks.
            (None, Delta { text: Some(text), .. }) => self.draft.append_text(text, news),
            (None, Delta { thinking: Some(thought), .. }) => self.draft.append_reasoning(thought, news),
            _ => {}
        }
    }

    fn note_stop(&mut self, word: Option<&str>) {
        let stop = match word {
            None | Some("") => return,
            Some("tool_use") => StopReason::Calls,
            Some("max_tokens" | "model_context_window_exceeded") => StopReason::Length,
            Some("refusal") => StopReason::Filtered,
            Some(_) => StopReason::Finished,
        };
        self.stop.get_or_insert(stop);
    }

    /// Numbers come in two reports, the later of which may lack or repeat what the first said.
    fn note_usage(&mut self, raw: Option<&RawValue>) {
        let Some(report) = raw.and_then(read::<Option<UsageReport>>).flatten() else { return };
        let usage = &mut self.usage;
        usage.input_tokens = usage.input_tokens.max(report.input_tokens);
        usage.cache_creation_input_tokens = usage.cache_creation_input_tokens.max(report.cache_creation_input_tokens);
        usage.cache_read_input_tokens = usage.cache_read_input_tokens.max(report.cache_read_input_tokens);
        usage.output_tokens = usage.output_tokens.max(report.output_tokens);
    }
}

impl UsageReport {
    /// Input tokens are fresh already on this wire; those written to the cache are told beside them.
    fn usage(&self) -> Usage {
        Usage {
            fresh_input: self.input_tokens.unwrap_or(0) + self.cache_creation_input_tokens.unwrap_or(0),
            cached_input: self.cache_read_input_tokens,
            cache_write: self.cache_creation_input_tokens,
            output: self.output_tokens.unwrap_or(0),
            reasoning: None,
        }
    }
}

/// A part of an event that may be missing or odd without making the event unreadable.
fn read<'a, T: Deserialize<'a>>(raw: &'a RawValue) -> Option<T> {
    serde_json::from_str(raw.get()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reasonix_model::{OutputPart, ToolCall};

    fn read_all(events: &[&str]) -> Completion {
        let (mut decoder, mut news) = (MessageDecoder::default(), Vec::new());
        for event in events.iter().chain(&[r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#]) {
            decoder.event(None, event, &mut news).unwrap();
        }
        decoder.finish().unwrap()
    }

    #[test]
    fn odd_blocks_are_read() {
        let check =
            |events: &[&str], expected: &[OutputPart]| assert_eq!(read_all(events).parts, expected, "{events:?}");
        let call = |args: &str| OutputPart::Call(ToolCall { wire_id: "x".into(), tool: "a".into(), args: args.into() });
        let begun = r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"x","name":"a","input":{"b":1.0}}}"#;
        let delta = r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"c\":2}"}}"#;
        check(&[begun], &[call(r#"{"b":1.0}"#)]);
        check(&[begun, delta], &[call(r#"{"c":2}"#)]);
        // A gateway that begins no blocks.
        check(
            &[r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hi"}}"#],
            &[OutputPart::Text("hi".into())],
        );
        // A tool the vendor runs itself.
        let served = r#"{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}"#;
        let json = r#"{"type":"server_tool_use","id":"s","name":"web_search","input":{"c":2}}"#;
        check(&[served, delta], &[OutputPart::Vendor { wire: "anthropic".into(), json: json.into() }]);
    }

    #[test]
    fn the_later_report_completes_the_first() {
        let start = r#"{"type":"message_start","message":{"usage":{"input_tokens":0,"output_tokens":1}}}"#;
        let later = r#"{"type":"message_delta","delta":{},"usage":{"input_tokens":30,"cache_read_input_tokens":5,"output_tokens":9}}"#;
        let usage = read_all(&[start, later]).usage;
        assert_eq!((usage.fresh_input, usage.cached_input, usage.cache_write, usage.output), (30, Some(5), None, 9));
    }
}
