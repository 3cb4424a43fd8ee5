//! Token counts of a scripted answer, in the field names of the vendors.

#![expect(clippy::indexing_slicing, reason = "indexing a JSON object that was made here adds the key")]

use serde::Deserialize;
use serde_json::{Value, json};

/// What an answer cost, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Usage {
    /// Input that was not read from a cache (and, on Anthropic, not written to one either).
    pub fresh: u64,
    /// Input read from the cache.
    pub cached: u64,
    /// Output, reasoning included.
    pub output: u64,
    /// Input written to the cache. Only Anthropic reports it; elsewhere it counts as fresh.
    pub cache_write: u64,
    /// The part of `output` that was reasoning.
    pub reasoning: u64,
}

impl Usage {
    /// Fresh input, cached input, output.
    pub fn new(fresh: u64, cached: u64, output: u64) -> Self {
        Self { fresh, cached, output, cache_write: 0, reasoning: 0 }
    }

    /// All input tokens.
    pub fn input(&self) -> u64 {
        self.fresh + self.cached + self.cache_write
    }

    pub(crate) fn chat(&self, names: UsageNames) -> Value {
        let mut usage = json!({
            "prompt_tokens": self.input(),
            "completion_tokens": self.output,
            "total_tokens": self.input() + self.output,
            "completion_tokens_details": {"reasoning_tokens": self.reasoning},
        });
        match names {
            UsageNames::OpenAi => {
                usage["prompt_tokens_details"] = json!({"cached_tokens": self.cached, "audio_tokens": 0});
            }
            UsageNames::DeepSeek => {
                usage["prompt_cache_hit_tokens"] = json!(self.cached);
                usage["prompt_cache_miss_tokens"] = json!(self.fresh + self.cache_write);
            }
        }
        usage
    }

    /// Counts of the input, and of the `output` tokens produced so far.
    pub(crate) fn anthropic(&self, output: u64) -> Value {
        json!({
            "input_tokens": self.fresh,
            "cache_creation_input_tokens": self.cache_write,
            "cache_read_input_tokens": self.cached,
            "output_tokens": output,
        })
    }

    pub(crate) fn responses(&self) -> Value {
        json!({
            "input_tokens": self.input(),
            "input_tokens_details": {"cached_tokens": self.cached},
            "output_tokens": self.output,
            "output_tokens_details": {"reasoning_tokens": self.reasoning},
            "total_tokens": self.input() + self.output,
        })
    }
}

/// 100 fresh tokens in, none cached, 10 out.
impl Default for Usage {
    fn default() -> Self {
        Self::new(100, 0, 10)
    }
}

/// The names of the cache fields in chat completions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UsageNames {
    /// `prompt_tokens_details.cached_tokens`
    #[default]
    OpenAi,
    /// `prompt_cache_hit_tokens` and `prompt_cache_miss_tokens`
    DeepSeek,
}

/// Which event carries the usage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UsagePlace {
    /// As the first-party vendor does it. OpenAI: a chunk of its own without choices, and only if the request set
    /// `stream_options.include_usage`. Anthropic: the input in `message_start`, the output in `message_delta`.
    #[default]
    Standard,
    /// Everything in the chunk that has the finish reason (OpenAI), in `message_delta` (Anthropic).
    FinishEvent,
    /// Nowhere.
    Missing,
}
