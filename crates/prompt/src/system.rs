//! The system prompt: the same bytes for a whole session.

use crate::EnvironmentSummary;

const BUILT_IN: &str = include_str!("system.md");

/// The built-in prompt, or the user's own in its place, followed by the environment.
pub fn system_prompt(own: Option<&str>, environment: Option<&EnvironmentSummary>) -> String {
    let base = own.unwrap_or(BUILT_IN).trim_end();
    match environment {
        Some(environment) => format!("{base}\n\n{}", environment.render()),
        None => base.to_owned(),
    }
}
