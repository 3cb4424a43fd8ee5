//! The models a session may be given.

use super::ValueOrigin;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ModelsReply {
    /// In the order of the configuration.
    pub models: Vec<ModelChoice>,
    /// What a new session gets: a reference, if there is one.
    pub default_model: Option<String>,
    pub default_origin: ValueOrigin,
}

/// A model that can be chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ModelChoice {
    /// `provider/model`.
    pub reference: String,
    pub provider: String,
    /// What people call the provider.
    pub provider_title: String,
    /// The vendor's name of the model.
    pub model: String,
    /// In tokens, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<ModelPrice>,
    /// The words for how long it may think; none if that cannot be set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub efforts: Vec<String>,
    /// Used while the session sets none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_effort: Option<String>,
    /// The variable of `.env` that should hold its key, and does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing_key: Option<String>,
    /// It plays a script, as the tour's does; no model is asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scripted: bool,
}

/// Per million tokens, in `currency`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ModelPrice {
    pub input: f64,
    /// Input that the vendor had cached.
    pub cache_hit: f64,
    pub output: f64,
    /// ISO 4217.
    pub currency: String,
}
