//! Questions about the permission policy: what would be decided about a call and why, and what was allowed for good.

use crate::{
    event::Decision,
    problem::Problem,
    proof::ProofStep,
    settings::{Mode, Posture},
    wait::Offer,
};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PermissionsExplainParams {
    pub calls: Vec<ExplainCall>,
}

/// A call to be judged without being made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ExplainCall {
    pub tool: String,
    /// The arguments, as JSON text.
    pub args: String,
    /// Take the place of the configured rules and of what was allowed for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<ExplainRules>,
    #[serde(default)]
    pub posture: Posture,
    #[serde(default)]
    pub mode: Mode,
    /// Absolute; the workspace if it is left out. It need not exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// Absolute; the user's own if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
}

/// Rules as a configuration would write them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ExplainRules {
    #[serde(default)]
    pub allow: Vec<String>,
    #[serde(default)]
    pub ask: Vec<String>,
    #[serde(default)]
    pub deny: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PermissionsExplainReply {
    /// In the order of the calls.
    pub verdicts: Vec<ExplainedCall>,
}

/// What would be decided, with the proof; or why it cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum ExplainedCall {
    Verdict { decision: Decision, reason: Problem, proof: Vec<ProofStep>, offers: Vec<Offer> },
    Error { error: Problem },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PermissionsListReply {
    /// The file they are kept in.
    pub file: String,
    pub grants: Vec<Grant>,
}

/// A call that was allowed for good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Grant {
    pub rule: String,
    /// When, in milliseconds since the Unix epoch.
    pub at: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PermissionsForgetParams {
    /// The place in the list, from 1.
    pub number: usize,
}

/// What `check` found in the configured rules.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PermissionsCheckReply {
    pub rules: usize,
    pub errors: Vec<Problem>,
    pub warnings: Vec<Problem>,
}
