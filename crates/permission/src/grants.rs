//! Grants: allows that the user gave while working.

use crate::{Family, Touches};
use std::collections::HashSet;

/// What one remembered yes covers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Grant {
    /// This command, to the letter.
    ExactCommand(String),
    /// Every edit inside the roots.
    Edits,
    /// Every call of this tool.
    Tool(String),
}

impl Grant {
    /// The grant that a yes for the rest of the session gives for such a call.
    pub fn for_call(tool: &str, family: Family, touches: &Touches) -> Self {
        match (family, &touches.command) {
            (_, Some(command)) => Self::ExactCommand(command.clone()),
            (Family::Edit, None) => Self::Edits,
            _ => Self::Tool(tool.to_owned()),
        }
    }
}

/// The grants of a session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grants(HashSet<Grant>);

impl Grants {
    pub fn insert(&mut self, grant: Grant) {
        self.0.insert(grant);
    }

    /// Whether such a call was granted before.
    pub fn cover(&self, tool: &str, family: Family, touches: &Touches) -> bool {
        self.0.contains(&Grant::for_call(tool, family, touches))
    }
}
