//! Waits: open questions to the user. A wait is data in the journal; it can be answered once, from any front end, also
//! after a restart.

use crate::{
    content::Display,
    ids::{CallId, WaitId},
    problem::Problem,
};
use serde::{Deserialize, Serialize};

/// An open question to the user about one call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Wait {
    pub id: WaitId,
    pub call: CallId,
    pub body: WaitBody,
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum WaitBody {
    /// May this call run?
    Approval {
        tool: String,
        /// What the call is about: a command, a path, a pattern.
        subject: String,
        /// The exact arguments, as JSON text.
        args: String,
        /// Absolute folder in which it would run.
        cwd: String,
        /// For edits: what would change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        preview: Option<Display>,
        /// Why it asks.
        reason: Problem,
        /// The model's own reason, where it wants more than usual.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        justification: Option<Box<str>>,
        /// What a yes may be, the narrowest first.
        offers: Vec<Offer>,
    },
    /// The model needs a decision.
    Questions { questions: Vec<Question> },
}

/// A yes the user may give, with what it would be remembered as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Offer {
    pub scope: Scope,
    /// The allow rules it adds; none for once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Absolute folders that it opens for writing, with all below them: for the call, the session or the project.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<String>,
}

impl Offer {
    /// A yes that adds these rules.
    pub const fn of_rules(scope: Scope, rules: Vec<String>) -> Self {
        Self { scope, rules, folders: Vec::new() }
    }

    /// A yes that opens these folders.
    pub const fn of_folders(scope: Scope, folders: Vec<String>) -> Self {
        Self { scope, rules: Vec::new(), folders }
    }
}

/// How far a yes reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    Once,
    /// The rest of this session.
    Session,
    /// This project, also in later sessions: exactly this.
    Always,
    /// This project, also in later sessions: every command that begins like this one.
    Prefix,
}

/// One question with two to four answers to choose from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Question {
    /// A word or two that name the subject.
    pub header: String,
    pub question: String,
    pub options: Vec<QuestionOption>,
    #[serde(default)]
    pub multi_select: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct QuestionOption {
    pub label: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// What the user said. Whatever is not understood is a rejection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    Once,
    Session,
    Always,
    Prefix,
    Reject {
        /// Passed on to the model.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    Questions {
        answers: Vec<QuestionAnswer>,
    },
    /// Nobody is there to ask (a headless run).
    NobodyToAsk,
    #[serde(other)]
    Unknown,
}

impl Answer {
    /// The scope of a yes; `None` for anything else.
    pub const fn scope(&self) -> Option<Scope> {
        match self {
            Self::Once => Some(Scope::Once),
            Self::Session => Some(Scope::Session),
            Self::Always => Some(Scope::Always),
            Self::Prefix => Some(Scope::Prefix),
            _ => None,
        }
    }
}

/// The answer to one question: chosen labels, own words, or both.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct QuestionAnswer {
    #[serde(default)]
    pub chosen: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_words: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_answer_is_not_a_yes() {
        let answer: Answer = serde_json::from_str(r#"{"type":"forever"}"#).unwrap();
        assert_eq!(answer, Answer::Unknown);
        let reject: Answer = serde_json::from_str(r#"{"type":"reject"}"#).unwrap();
        assert_eq!(reject, Answer::Reject { message: None });
    }
}
