//! The shapes of chat completions that are written and read. Fields that are not named here are not looked at; what a
//! vendor wants back with a call is kept as the bytes it came as.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A message of a request.
#[derive(Debug, Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub(super) enum Message<'a> {
    System {
        content: &'a str,
    },
    User {
        content: &'a str,
    },
    Assistant {
        content: Option<Cow<'a, str>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reasoning_content: Option<Cow<'a, str>>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<SentCall<'a>>,
    },
    Tool {
        tool_call_id: Cow<'a, str>,
        content: &'a str,
    },
}

#[derive(Debug, Serialize)]
pub(super) struct SentCall<'a> {
    pub(super) id: Cow<'a, str>,
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) function: SentFunction<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) extra_content: Option<Box<RawValue>>,
}

#[derive(Debug, Serialize)]
pub(super) struct SentFunction<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) arguments: String,
}

/// A tool of a request.
#[derive(Debug, Serialize)]
pub(super) struct Tool<'a> {
    #[serde(rename = "type")]
    pub(super) kind: &'static str,
    pub(super) function: Function<'a>,
}

#[derive(Debug, Serialize)]
pub(super) struct Function<'a> {
    pub(super) name: &'a str,
    pub(super) description: &'a str,
    pub(super) parameters: Box<RawValue>,
}

/// What a vendor keeps with a call, as a part behind it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CallExtra {
    pub(super) extra_content: Box<RawValue>,
}

/// One event, or a whole answer.
#[derive(Debug, Deserialize)]
pub(super) struct Chunk<'a> {
    #[serde(borrow, default)]
    pub(super) choices: Option<Vec<Choice<'a>>>,
    #[serde(borrow, default)]
    pub(super) usage: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) error: Option<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Choice<'a> {
    #[serde(borrow, default)]
    pub(super) delta: Option<Delta<'a>>,
    /// Instead of `delta` in an answer that was not streamed.
    #[serde(borrow, default)]
    pub(super) message: Option<Delta<'a>>,
    #[serde(default)]
    pub(super) finish_reason: Option<String>,
    /// Where some vendors put it.
    #[serde(borrow, default)]
    pub(super) usage: Option<&'a RawValue>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Delta<'a> {
    #[serde(default)]
    pub(super) content: Content,
    #[serde(default)]
    pub(super) reasoning_content: Content,
    /// The same as `reasoning_content` in other servers' words.
    #[serde(default)]
    pub(super) reasoning: Content,
    #[serde(default)]
    pub(super) refusal: Content,
    #[serde(borrow, default)]
    pub(super) tool_calls: Option<Vec<CallDelta<'a>>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct CallDelta<'a> {
    #[serde(default)]
    pub(super) index: Option<u64>,
    #[serde(default)]
    pub(super) id: Option<String>,
    #[serde(borrow, default)]
    pub(super) function: Option<FunctionDelta<'a>>,
    #[serde(borrow, default)]
    pub(super) extra_content: Option<&'a RawValue>,
}

#[derive(Debug, Deserialize)]
pub(super) struct FunctionDelta<'a> {
    #[serde(default)]
    pub(super) name: Option<String>,
    /// Text that holds JSON; some servers send the JSON itself.
    #[serde(borrow, default)]
    pub(super) arguments: Option<&'a RawValue>,
}

/// Text, in whichever form it comes: a string, or a list of typed pieces of text or thinking.
#[derive(Debug, Default)]
pub(super) struct Content {
    pub(super) text: String,
    pub(super) thinking: String,
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Form::deserialize(deserializer)? {
            Form::Text(text) => Self { text, thinking: String::new() },
            Form::Pieces(pieces) => {
                let mut content = Self::default();
                for piece in pieces {
                    content.text.push_str(&piece.text);
                    content.thinking.push_str(&piece.thinking.text);
                }
                content
            }
            Form::Other(_) => Self::default(),
        })
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Form {
    Text(String),
    Pieces(Vec<Piece>),
    Other(serde::de::IgnoredAny),
}

#[derive(Deserialize)]
struct Piece {
    #[serde(default)]
    text: String,
    #[serde(default)]
    thinking: Box<Content>,
}

/// The numbers of an answer. What is not told is not zero.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct UsageReport {
    pub(super) prompt_tokens: Option<u64>,
    pub(super) completion_tokens: Option<u64>,
    pub(super) prompt_cache_hit_tokens: Option<u64>,
    pub(super) prompt_cache_miss_tokens: Option<u64>,
    /// Beside the others in some vendors' reports.
    pub(super) cached_tokens: Option<u64>,
    pub(super) prompt_tokens_details: Option<InputDetails>,
    pub(super) completion_tokens_details: Option<OutputDetails>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct InputDetails {
    pub(super) cached_tokens: Option<u64>,
    pub(super) cache_write_tokens: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct OutputDetails {
    pub(super) reasoning_tokens: Option<u64>,
}
