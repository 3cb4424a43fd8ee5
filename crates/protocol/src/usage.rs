//! What a step used and what it cost. Cached and fresh input are never added up into one number.

use serde::{Deserialize, Serialize};

/// Tokens of one step or a sum of steps, as the provider reported them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Usage {
    /// Input tokens that were not read from the provider's cache.
    pub fresh_input: u64,
    /// Input tokens read from the cache; `None` if the provider does not tell, which is not the same as zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached_input: Option<u64>,
    /// Input tokens written to the cache, where the provider bills that apart. They are part of `fresh_input`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<u64>,
    pub output: u64,
    /// The part of `output` spent on thinking, where told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<u64>,
}

impl Usage {
    /// All input, cached or not.
    pub const fn input(&self) -> u64 {
        self.fresh_input + option_or_zero(self.cached_input)
    }

    /// Adds another step's usage. A number that one side knows is kept.
    pub fn add(&mut self, other: &Self) {
        self.fresh_input += other.fresh_input;
        self.output += other.output;
        self.cached_input = sum(self.cached_input, other.cached_input);
        self.cache_write = sum(self.cache_write, other.cache_write);
        self.reasoning = sum(self.reasoning, other.reasoning);
    }
}

const fn option_or_zero(value: Option<u64>) -> u64 {
    match value {
        Some(value) => value,
        None => 0,
    }
}

fn sum(left: Option<u64>, right: Option<u64>) -> Option<u64> {
    match (left, right) {
        (None, None) => None,
        (left, right) => Some(left.unwrap_or(0) + right.unwrap_or(0)),
    }
}

/// Money in the currency of the price table that gave it; never converted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Cost {
    pub amount: f64,
    /// ISO 4217 code, as in `USD`.
    pub currency: String,
}
