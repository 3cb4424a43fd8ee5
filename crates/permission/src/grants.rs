//! Grants: allows that the user gave while working, written as rules.

use crate::{Family, Touches};
use std::collections::HashSet;

/// The rule that a yes for the rest of the session gives for such a call: `Bash=<command>` for exactly this command,
/// `Edit` for every edit inside the roots, else the tool's name.
pub fn rule_for(tool: &str, family: Family, touches: &Touches) -> String {
    match (family, &touches.command) {
        (_, Some(command)) => format!("Bash={command}"),
        (Family::Edit, None) => "Edit".to_owned(),
        _ => tool.to_owned(),
    }
}

/// The grants of a session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grants(HashSet<String>);

impl Grants {
    /// Remembers a rule made by [`rule_for`].
    pub fn insert(&mut self, rule: String) {
        self.0.insert(rule);
    }

    /// Whether such a call was granted before.
    pub fn cover(&self, tool: &str, family: Family, touches: &Touches) -> bool {
        !self.0.is_empty() && self.0.contains(&rule_for(tool, family, touches))
    }
}
