//! The shapes of Messages that are written and read. Blocks that are not named here are kept as the bytes they came as.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A message of a request.
#[derive(Debug, Serialize)]
pub(super) struct Message<'a> {
    pub(super) role: &'static str,
    pub(super) content: Vec<SentBlock<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum SentBlock<'a> {
    Typed(Block<'a>),
    /// A block that is sent back as it came.
    Raw(&'a RawValue),
}

#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Block<'a> {
    Text {
        text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<CacheControl>,
    },
    Thinking {
        thinking: &'a str,
        signature: &'a str,
    },
    ToolUse {
        id: Cow<'a, str>,
        name: Cow<'a, str>,
        input: Box<RawValue>,
    },
    ToolResult {
        tool_use_id: Cow<'a, str>,
        content: &'a str,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_error: bool,
    },
}

/// Marks the end of what is worth caching.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct CacheControl {
    #[serde(rename = "type")]
    kind: &'static str,
}

impl CacheControl {
    pub(super) const EPHEMERAL: Self = Self { kind: "ephemeral" };
}

/// A tool of a request.
#[derive(Debug, Serialize)]
pub(super) struct Tool<'a> {
    pub(super) name: &'a str,
    pub(super) description: &'a str,
    pub(super) input_schema: Box<RawValue>,
}

/// One event, or a whole answer. The fields of all kinds of events together, since gateways mix them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Event<'a> {
    #[serde(rename = "type")]
    pub(super) kind: Option<Cow<'a, str>>,
    pub(super) index: Option<u64>,
    #[serde(borrow)]
    pub(super) message: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) content_block: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) delta: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) usage: Option<&'a RawValue>,
    /// Of a whole answer.
    #[serde(borrow)]
    pub(super) content: Option<Vec<&'a RawValue>>,
    /// Of a whole answer.
    pub(super) stop_reason: Option<String>,
}

/// What `message_start` says that matters here.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Started<'a> {
    #[serde(borrow)]
    pub(super) usage: Option<&'a RawValue>,
}

/// A block as it begins, or a whole one.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct BlockStart<'a> {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) text: Option<String>,
    pub(super) thinking: Option<String>,
    pub(super) signature: Option<String>,
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    #[serde(borrow)]
    pub(super) input: Option<&'a RawValue>,
}

/// What is added to a block, or to the message.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Delta {
    pub(super) text: Option<String>,
    pub(super) thinking: Option<String>,
    pub(super) signature: Option<String>,
    pub(super) partial_json: Option<String>,
    pub(super) stop_reason: Option<String>,
}

/// The numbers of an answer. What is not told is not zero.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_field_names, reason = "the vendor's names")]
pub(super) struct UsageReport {
    pub(super) input_tokens: Option<u64>,
    pub(super) cache_creation_input_tokens: Option<u64>,
    pub(super) cache_read_input_tokens: Option<u64>,
    pub(super) output_tokens: Option<u64>,
}
