//! What a session is set to: model, effort, mode and posture. Four separate fields, each stored once.

use serde::{Deserialize, Serialize};

/// How calls that change something are let through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Posture {
    /// Readers run, everything else asks.
    #[default]
    Ask,
    /// Edits inside the roots run too.
    AcceptEdits,
    /// Whatever no rule asks or denies runs.
    Auto,
    /// Ordinary questions are skipped; denials stay.
    Yolo,
    /// What would ask is denied.
    DontAsk,
}

/// How the agent and its user work together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// One turn at a time.
    #[default]
    Normal,
    /// The agent looks and makes a plan; nothing is written before the user approves it.
    Plan,
}

/// How long the model may think; `None` in a setting leaves it to the vendor. The words are the vendors' own levels.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Effort(pub String);

/// The settings of a session at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Settings {
    /// `provider/model`.
    pub model: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    #[serde(default)]
    pub mode: Mode,
    #[serde(default)]
    pub posture: Posture,
}

impl Settings {
    /// Sets what is given and leaves the rest.
    pub fn configure(
        &mut self,
        model: Option<&str>,
        effort: Option<&Effort>,
        mode: Option<Mode>,
        posture: Option<Posture>,
    ) {
        if let Some(model) = model {
            model.clone_into(&mut self.model);
        }
        if let Some(effort) = effort {
            self.effort = Some(effort.clone());
        }
        self.mode = mode.unwrap_or(self.mode);
        self.posture = posture.unwrap_or(self.posture);
    }
}

impl Posture {
    /// The word used in flags, config and the journal.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::AcceptEdits => "accept-edits",
            Self::Auto => "auto",
            Self::Yolo => "yolo",
            Self::DontAsk => "dont-ask",
        }
    }
}
