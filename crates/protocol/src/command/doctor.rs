//! What was found on this machine.

use super::ConfigValue;
use crate::Problem;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct DoctorParams {
    /// Ask the configured provider whether it can be reached.
    #[serde(default)]
    pub reach_provider: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct DoctorReply {
    pub checks: Vec<Check>,
    /// The configuration's values that somebody set.
    pub config: Vec<ConfigValue>,
}

/// One thing `doctor` looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Check {
    /// Names the check; its title in the catalogue is `doctor.<name>`.
    pub name: String,
    pub level: CheckLevel,
    /// What was found: a version, a path, an address. Absent where nothing was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// For a warning or an error: what it is and what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CheckLevel {
    Ok,
    Info,
    Warning,
    Error,
}
