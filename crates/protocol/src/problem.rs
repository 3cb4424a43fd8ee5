//! What went wrong or was decided, as a code and its parameters; `locale` turns it into a sentence.

use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// A code with named parameters. The text of code `x` is the catalogue's entry `problem.x`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Problem {
    /// Lower-case words joined by `_`.
    pub code: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, String>,
    /// Whether doing the same again may work.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retryable: bool,
}

impl Problem {
    /// A problem without parameters that is not worth retrying as it is.
    pub fn new(code: &str) -> Self {
        Self { code: code.to_owned(), params: BTreeMap::new(), retryable: false }
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    /// Marks it as worth another try.
    #[must_use]
    pub const fn retryable(mut self) -> Self {
        self.retryable = true;
        self
    }
}

/// For logs and tests; people get the catalogue's text.
impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.code)?;
        for (name, value) in &self.params {
            write!(out, " {name}={value:?}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}
