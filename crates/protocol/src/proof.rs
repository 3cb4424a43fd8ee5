//! How a decision came about, step by step, each a code and its parameters; `locale` turns it into a sentence.

use crate::problem::Problem;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// One step on the way to a decision. The text of code `x` is the catalogue's entry `proof.x`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ProofStep {
    /// Lower-case words joined by `_`.
    pub code: String,
    /// If there is a `reason`, it is the code of a problem that has its parameters here too, and its text stands in place
    /// of the code.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, String>,
}

impl ProofStep {
    /// A step without parameters.
    pub fn new(code: &str) -> Self {
        Self { code: code.to_owned(), params: BTreeMap::new() }
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    /// Adds why, as the parameter `reason`.
    #[must_use]
    pub fn because(mut self, reason: &Problem) -> Self {
        self.params.extend(reason.params.iter().map(|(name, value)| (name.clone(), value.clone())));
        self.with("reason", &reason.code)
    }
}
