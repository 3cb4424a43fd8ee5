//! The configuration as it holds, where it lies, and changes of it.

use crate::Problem;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigShowReply {
    pub values: Vec<ConfigValue>,
    /// What is wrong; where there is something, the next lower layer holds.
    pub errors: Vec<Problem>,
    pub warnings: Vec<Problem>,
}

/// One effective configuration value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigValue {
    /// Dotted key; a provider's fields stand under `providers.<name>`.
    pub key: String,
    /// `None` where nothing is set and there is no default; header values are masked.
    pub value: Option<serde_json::Value>,
    /// The value as a configuration file would have it, on one line.
    pub toml: Option<String>,
    pub origin: ValueOrigin,
    /// Of a list of rules or patterns, of which each file has a row of its own: the line of each of its strings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<u32>,
}

/// Where a value comes from. Lines count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum ValueOrigin {
    Default,
    /// The command line.
    Flag,
    Project {
        file: String,
        line: u32,
    },
    User {
        file: String,
        line: u32,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigLocationsReply {
    pub locations: Vec<ConfigLocation>,
}

/// A file or folder that matters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigLocation {
    /// Names it; its title in the catalogue is `location.<name>`.
    pub name: String,
    /// Absolute.
    pub path: String,
    pub exists: bool,
}

/// Whose file is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ConfigLayer {
    User,
    Project,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigSetParams {
    pub key: String,
    /// As a person types it: TOML, except that a string needs no quotes and a list of one no brackets.
    pub value: String,
    pub layer: ConfigLayer,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigUnsetParams {
    pub key: String,
    pub layer: ConfigLayer,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigChangedReply {
    /// The file that was to be changed; absolute.
    pub file: String,
    /// Whether its text is another one now.
    pub changed: bool,
    /// What held before.
    pub before: ConfigValue,
    /// What holds now. Its origin is another file where that one outranks the changed one.
    pub now: ConfigValue,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigFileParams {
    pub layer: ConfigLayer,
}

/// A configuration file as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigFileReply {
    /// Absolute; it need not exist.
    pub file: String,
    pub text: String,
    /// Tells this text from any other; a save names the one it began from.
    pub revision: String,
    /// What is wrong with the text. Problems of a place have the parameters `line` and, where it is known, `column`, both
    /// from 1.
    pub errors: Vec<Problem>,
    pub warnings: Vec<Problem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigTextParams {
    pub layer: ConfigLayer,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigSaveParams {
    pub layer: ConfigLayer,
    /// Refused while it has errors.
    pub text: String,
    /// Of the text that was edited; refused if the file is another one by now.
    pub revision: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConfigSchemaReply {
    /// A JSON Schema of the files.
    pub schema: serde_json::Value,
}
