//! A script as JSON, for the `model-server` program and for scripts that tests keep as files.

use serde::Deserialize;
use serde_json::Value;

use crate::call::{Broken, Call};
use crate::error::{ApiError, RetryAfter};
use crate::fault::Fault;
use crate::script::Script;
use crate::turn::{Block, Stop, Turn};
use crate::usage::{Usage, UsageNames, UsagePlace};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptEntry {
    turns: Vec<TurnEntry>,
    #[serde(default)]
    lanes: Vec<LaneEntry>,
    #[serde(default)]
    then_done: bool,
    model: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaneEntry {
    /// The lane takes requests that mention this text.
    mentions: String,
    turns: Vec<TurnEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnEntry {
    reasoning: Option<String>,
    signature: Option<String>,
    redacted_reasoning: Option<String>,
    text: Option<String>,
    refusal: Option<String>,
    #[serde(default)]
    calls: Vec<CallEntry>,
    stop: Option<Stop>,
    usage: Option<Usage>,
    #[serde(default)]
    usage_names: UsageNames,
    #[serde(default)]
    usage_place: UsagePlace,
    delta_chars: Option<usize>,
    error: Option<ApiError>,
    retry_after: Option<RetryAfter>,
    #[serde(default)]
    with_status_ok: bool,
    #[serde(default)]
    faults: Vec<Fault>,
    #[serde(default = "once")]
    repeat: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CallEntry {
    name: String,
    /// JSON arguments; a string is sent as it is.
    arguments: Value,
    id: Option<String>,
    #[serde(default)]
    without_id: bool,
    broken: Option<Broken>,
}

fn once() -> usize {
    1
}

impl Script {
    /// Reads a script from JSON. The crate documentation shows one.
    ///
    /// # Errors
    /// What is wrong, with line and column.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        let entry: ScriptEntry = serde_json::from_str(text)?;
        let mut script = Self::new([]);
        for turn in entry.turns {
            script = script.then_repeat(turn.repeat, turn.into());
        }
        for lane in entry.lanes {
            let turns = lane.turns.into_iter().map(|turn| (turn.repeat, turn.into()));
            script = script.lane(move |request| request.mentions(&lane.mentions), turns);
        }
        if entry.then_done {
            script = script.then_done();
        }
        Ok(entry.model.into_iter().fold(script, Script::model))
    }
}

impl From<TurnEntry> for Turn {
    fn from(mut entry: TurnEntry) -> Self {
        let faults = std::mem::take(&mut entry.faults);
        let turn = match entry.error.take() {
            Some(error) => error_turn(error, &entry),
            None => message_turn(entry),
        };
        turn.faults(faults)
    }
}

fn error_turn(error: ApiError, entry: &TurnEntry) -> Turn {
    let turn = if entry.with_status_ok { Turn::error_with_status_ok(error) } else { Turn::error(error) };
    entry.retry_after.clone().into_iter().fold(turn, Turn::retry_after)
}

fn message_turn(entry: TurnEntry) -> Turn {
    let mut blocks = Vec::new();
    blocks.extend(entry.redacted_reasoning.map(Block::RedactedReasoning));
    blocks.extend(entry.reasoning.map(|text| Block::Reasoning { text, signature: entry.signature }));
    blocks.extend(entry.text.map(Block::Text));
    let refused = entry.refusal.is_some();
    blocks.extend(entry.refusal.map(Block::Refusal));
    blocks.extend(entry.calls.into_iter().map(|call| Block::Call(call.into())));
    let turn = Turn::blocks(blocks).usage_names(entry.usage_names).usage_place(entry.usage_place);
    let turn = entry.usage.into_iter().fold(turn, Turn::usage);
    let turn = entry.delta_chars.into_iter().fold(turn, Turn::delta_chars);
    entry.stop.or(refused.then_some(Stop::Refusal)).into_iter().fold(turn, Turn::stop)
}

impl From<CallEntry> for Call {
    fn from(entry: CallEntry) -> Self {
        let call = match entry.arguments {
            Value::String(text) => Self::raw(entry.name, text),
            arguments => Self::new(entry.name, arguments),
        };
        let call = entry.id.into_iter().fold(call, Call::id);
        let call = if entry.without_id { call.without_id() } else { call };
        entry.broken.into_iter().fold(call, Call::broken)
    }
}
