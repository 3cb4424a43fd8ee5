//! A message of the model while it arrives. Both wires write into it; what leaves it is a completion of whole parts.

use crate::{arguments, fault::Fault};
use reasonix_model::{Completion, FailureKind, OutputPart, Progress, ToolCall};
use reasonix_protocol::{StopReason, Usage};

/// The parts so far, in the order the model began them.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    parts: Vec<DraftPart>,
}

#[derive(Debug)]
pub(crate) enum DraftPart {
    Text(String),
    Reasoning {
        text: String,
        signature: Option<String>,
    },
    Call(DraftCall),
    /// Raw JSON of a block this adapter does not read, and JSON text that arrives for its `input`.
    Vendor {
        json: String,
        input: String,
    },
}

#[derive(Debug, Default)]
pub(crate) struct DraftCall {
    pub(crate) id: String,
    pub(crate) tool: String,
    pub(crate) args: String,
    /// The arguments if no delta brings any.
    pub(crate) initial_args: String,
    /// JSON text that only this vendor understands and wants back with the call.
    pub(crate) extra: Option<String>,
}

impl Draft {
    /// Adds a part and gives its position.
    pub(crate) fn push(&mut self, part: DraftPart) -> usize {
        self.parts.push(part);
        self.parts.len() - 1
    }

    pub(crate) fn get_mut(&mut self, position: usize) -> Option<&mut DraftPart> {
        self.parts.get_mut(position)
    }

    pub(crate) fn call_mut(&mut self, position: usize) -> Option<&mut DraftCall> {
        match self.parts.get_mut(position) {
            Some(DraftPart::Call(call)) => Some(call),
            _ => None,
        }
    }

    pub(crate) fn call_at(&self, position: usize) -> Option<&DraftCall> {
        match self.parts.get(position) {
            Some(DraftPart::Call(call)) => Some(call),
            _ => None,
        }
    }

    /// Adds text to the text part at the end, or begins one.
    pub(crate) fn append_text(&mut self, text: String, news: &mut Vec<Progress>) {
        if text.is_empty() {
            return;
        }
        match self.parts.last_mut() {
            Some(DraftPart::Text(sofar)) => sofar.push_str(&text),
            _ => self.parts.push(DraftPart::Text(text.clone())),
        }
        news.push(Progress::Text(text));
    }

    /// Adds thinking to the unsigned thinking at the end, or begins one.
    pub(crate) fn append_reasoning(&mut self, text: String, news: &mut Vec<Progress>) {
        if text.is_empty() {
            return;
        }
        match self.parts.last_mut() {
            Some(DraftPart::Reasoning { text: sofar, signature: None }) => sofar.push_str(&text),
            _ => self.parts.push(DraftPart::Reasoning { text: text.clone(), signature: None }),
        }
        news.push(Progress::Reasoning(text));
    }

    /// The message, if it is whole: the vendor has said why it stopped, or has ended it with its end mark and left no call
    /// half written. Otherwise it was cut.
    pub(crate) fn finish(
        self,
        stop: Option<StopReason>,
        end_mark: bool,
        usage: Usage,
        wire: &str,
    ) -> Result<Completion, Fault> {
        match stop {
            Some(stop) => Ok(self.complete(stop, usage, wire)),
            None if end_mark && !self.parts.is_empty() && self.calls_are_whole() => {
                Ok(self.complete(StopReason::Finished, usage, wire))
            }
            None => Err(Fault::new(FailureKind::Cut, "the stream ended in the middle of the answer")),
        }
    }

    fn calls_are_whole(&self) -> bool {
        self.parts.iter().all(|part| !matches!(part, DraftPart::Call(call) if !call.is_whole()))
    }

    /// The message as it stands. A call that the output limit cut is dropped; everything else stays.
    fn complete(mut self, stop: StopReason, usage: Usage, wire: &str) -> Completion {
        if stop == StopReason::Length
            && matches!(self.parts.last(), Some(DraftPart::Call(call)) if call.is_bare() || !call.is_whole())
        {
            self.parts.pop();
        }
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in self.parts {
            part.settle(wire, &mut parts);
        }
        let stop = agree(stop, parts.iter().any(|part| matches!(part, OutputPart::Call(_))));
        Completion { parts, stop, usage }
    }
}

/// Some servers say `stop` and mean their calls, or the other way round.
const fn agree(stop: StopReason, has_calls: bool) -> StopReason {
    match stop {
        StopReason::Finished | StopReason::Calls if has_calls => StopReason::Calls,
        StopReason::Calls => StopReason::Finished,
        other => other,
    }
}

impl DraftCall {
    const fn is_bare(&self) -> bool {
        self.args.is_empty() && self.initial_args.is_empty()
    }

    fn is_whole(&self) -> bool {
        self.args.is_empty() || arguments::is_json(&self.args)
    }
}

impl DraftPart {
    fn settle(self, wire: &str, parts: &mut Vec<OutputPart>) {
        match self {
            Self::Text(text) if text.is_empty() => {}
            Self::Text(text) => parts.push(OutputPart::Text(text)),
            Self::Reasoning { text, signature: None } if text.is_empty() => {}
            Self::Reasoning { text, signature } => parts.push(OutputPart::Reasoning { text, signature }),
            Self::Call(call) => {
                let sent = if call.args.is_empty() { call.initial_args } else { call.args };
                let args = arguments::settle(sent);
                parts.push(OutputPart::Call(ToolCall { wire_id: call.id, tool: call.tool, args }));
                parts.extend(call.extra.map(|json| OutputPart::Vendor { wire: wire.to_owned(), json }));
            }
            Self::Vendor { json, input } => {
                parts.push(OutputPart::Vendor { wire: wire.to_owned(), json: with_input(json, &input) });
            }
        }
    }
}

/// A block's JSON with the input that arrived behind it; as it was where nothing did.
fn with_input(json: String, input: &str) -> String {
    if input.is_empty() {
        return json;
    }
    let fields = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&json);
    match (fields, serde_json::from_str(input)) {
        (Ok(mut fields), Ok(input)) => {
            fields.insert("input".to_owned(), input);
            crate::head::text(&fields)
        }
        _ => json,
    }
}
