//! One scripted answer of the model, independent of the wire format it will be sent in.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;

use crate::call::{Call, CallId};
use crate::error::{ApiError, RetryAfter};
use crate::fault::Fault;
use crate::record::Recorded;
use crate::usage::{Usage, UsageNames, UsagePlace};

/// The model's turn to speak: the answer to one request.
///
/// Start with one of the constructors, add to it, and put it into a [`Script`](crate::Script).
#[derive(Clone, Debug)]
pub struct Turn {
    pub(crate) reply: Reply,
    pub(crate) faults: Vec<Fault>,
}

#[derive(Clone)]
pub(crate) enum Reply {
    Message(Message),
    Error(ErrorReply),
    Raw(RawReply),
    Decide(Arc<dyn Fn(&Recorded) -> Turn + Send + Sync>),
}

/// A message in the making: blocks in the order in which they are streamed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Message {
    pub(crate) blocks: Vec<Block>,
    pub(crate) stop: Option<Stop>,
    pub(crate) usage: Usage,
    pub(crate) usage_names: UsageNames,
    pub(crate) usage_place: UsagePlace,
    pub(crate) delta: DeltaSize,
}

/// One part of an answer.
#[derive(Clone, Debug)]
pub enum Block {
    /// Text for the user.
    Text(String),
    /// Reasoning: `reasoning_content`, a `thinking` block, a reasoning summary.
    Reasoning {
        /// The readable text; may be empty.
        text: String,
        /// The proof that has to come back unchanged (Anthropic `signature`, Responses `encrypted_content`).
        signature: Option<String>,
    },
    /// An Anthropic `redacted_thinking` block. The other formats have nothing like it and leave it out.
    RedactedReasoning(String),
    /// The model declines.
    Refusal(String),
    /// A tool call.
    Call(Call),
}

/// Why the model stopped.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It had nothing more to say.
    EndTurn,
    /// It waits for tool results.
    ToolUse,
    /// The output limit (`length`, `max_tokens`, `max_output_tokens`).
    Length,
    /// It declined.
    Refusal,
    /// A filter cut the answer off.
    ContentFilter,
    /// A reason this client has never heard of.
    Other(String),
}

/// How many characters of text, reasoning or arguments go into one delta.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeltaSize(pub(crate) usize);

impl Default for DeltaSize {
    fn default() -> Self {
        Self(24)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ErrorReply {
    pub(crate) error: ApiError,
    pub(crate) retry_after: Option<RetryAfter>,
    /// The body comes with status 200.
    pub(crate) with_status_ok: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct RawReply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Turn {
    fn new(reply: Reply) -> Self {
        Self { reply, faults: Vec::new() }
    }

    /// Exactly these blocks, in this order. May be empty: an empty answer.
    pub fn blocks(blocks: impl IntoIterator<Item = Block>) -> Self {
        Self::new(Reply::Message(Message { blocks: blocks.into_iter().collect(), ..Message::default() }))
    }

    /// A text, which ends the turn of the engine.
    pub fn text(text: impl Into<String>) -> Self {
        Self::blocks([Block::Text(text.into())])
    }

    /// Tool calls.
    pub fn calls(calls: impl IntoIterator<Item = Call>) -> Self {
        Self::blocks(calls.into_iter().map(Block::Call))
    }

    /// One tool call with valid arguments.
    pub fn call(name: impl Into<String>, arguments: serde_json::Value) -> Self {
        Self::calls([Call::new(name, arguments)])
    }

    /// A refusal, with the stop reason that goes with it.
    pub fn refusal(text: impl Into<String>) -> Self {
        Self::blocks([Block::Refusal(text.into())]).stop(Stop::Refusal)
    }

    /// An HTTP error in the vendor's shape.
    pub fn error(error: ApiError) -> Self {
        Self::new(Reply::Error(ErrorReply { error, retry_after: None, with_status_ok: false }))
    }

    /// The vendor's error as a JSON body with status 200, where a stream was expected.
    pub fn error_with_status_ok(error: ApiError) -> Self {
        Self::new(Reply::Error(ErrorReply { error, retry_after: None, with_status_ok: true }))
    }

    /// These bytes, whatever they are.
    pub fn raw(status: u16, content_type: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        let headers = vec![("content-type".into(), content_type.into())];
        Self::new(Reply::Raw(RawReply { status, headers, body: body.into() }))
    }

    /// Decides when the request is there. Runs on the thread of the server: it must not wait for anything.
    pub fn respond(decide: impl Fn(&Recorded) -> Turn + Send + Sync + 'static) -> Self {
        Self::new(Reply::Decide(Arc::new(decide)))
    }

    /// Text before the calls.
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        let blocks = &mut self.message("text").blocks;
        let at = blocks.iter().position(|block| matches!(block, Block::Call(_))).unwrap_or(blocks.len());
        blocks.insert(at, Block::Text(text.into()));
        self
    }

    /// Reasoning before everything else, with a signature where the wire format has one.
    pub fn reasoning(self, text: impl Into<String>) -> Self {
        self.signed_reasoning(text, "c2lnbmF0dXJlIG9mIHRoZSBzY3JpcHQ=")
    }

    /// As [`Turn::reasoning`], with this signature.
    pub fn signed_reasoning(self, text: impl Into<String>, signature: impl Into<String>) -> Self {
        self.first(Block::Reasoning { text: text.into(), signature: Some(signature.into()) })
    }

    /// A redacted thinking block before everything else.
    pub fn redacted_reasoning(self, data: impl Into<String>) -> Self {
        self.first(Block::RedactedReasoning(data.into()))
    }

    /// Forces the id of the first call that has none yet.
    pub fn id(mut self, id: impl Into<String>) -> Self {
        let unnamed = self.message("an id").blocks.iter_mut().find_map(|block| match block {
            Block::Call(call) if matches!(call.id, CallId::Generated) => Some(call),
            _ => None,
        });
        match unnamed {
            Some(call) => call.id = CallId::Given(id.into()),
            None => panic!("this turn has no call without an id"),
        }
        self
    }

    /// The stop reason; without it, tool use if there are calls, else end of turn.
    pub fn stop(mut self, stop: Stop) -> Self {
        self.message("a stop reason").stop = Some(stop);
        self
    }

    /// The token counts.
    pub fn usage(mut self, usage: Usage) -> Self {
        self.message("usage").usage = usage;
        self
    }

    /// The names of the cache counts (chat completions).
    pub fn usage_names(mut self, names: UsageNames) -> Self {
        self.message("usage").usage_names = names;
        self
    }

    /// Which event carries the token counts.
    pub fn usage_place(mut self, place: UsagePlace) -> Self {
        self.message("usage").usage_place = place;
        self
    }

    /// How many characters go into one delta; 24 if not set. `1` splits everything at every character.
    pub fn delta_chars(mut self, chars: usize) -> Self {
        self.message("deltas").delta = DeltaSize(chars.max(1));
        self
    }

    /// Each text, reasoning and argument text comes in a single delta, however long it is.
    pub fn whole(self) -> Self {
        self.delta_chars(usize::MAX)
    }

    /// Adds the header `Retry-After` to an error.
    pub fn retry_after(mut self, after: RetryAfter) -> Self {
        match &mut self.reply {
            Reply::Error(error) => error.retry_after = Some(after),
            Reply::Raw(raw) => raw.headers.push(("retry-after".into(), after.header_value())),
            _ => panic!("only an error has Retry-After"),
        }
        self
    }

    /// Adds a header to a raw answer.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        match &mut self.reply {
            Reply::Raw(raw) => raw.headers.push((name.into(), value.into())),
            _ => panic!("only a raw answer takes headers"),
        }
        self
    }

    /// Adds a misbehaviour.
    pub fn fault(mut self, fault: Fault) -> Self {
        self.faults.push(fault);
        self
    }

    /// Adds misbehaviours.
    pub fn faults(mut self, faults: impl IntoIterator<Item = Fault>) -> Self {
        self.faults.extend(faults);
        self
    }

    fn first(mut self, block: Block) -> Self {
        self.message("reasoning").blocks.insert(0, block);
        self
    }

    fn message(&mut self, what: &str) -> &mut Message {
        match &mut self.reply {
            Reply::Message(message) => message,
            _ => panic!("only a message has {what}, not an error, a raw answer or a decision"),
        }
    }
}

impl Message {
    pub(crate) fn stop(&self) -> Stop {
        let calls = self.blocks.iter().any(|block| matches!(block, Block::Call(_)));
        match &self.stop {
            Some(stop) => stop.clone(),
            None if calls => Stop::ToolUse,
            None => Stop::EndTurn,
        }
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(message) => message.fmt(f),
            Self::Error(error) => error.fmt(f),
            Self::Raw(raw) => raw.fmt(f),
            Self::Decide(_) => f.write_str("Decide"),
        }
    }
}
