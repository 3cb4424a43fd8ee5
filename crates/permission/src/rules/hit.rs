//! What rules say about a call, with the rule and what it matched, for the proof.

use reasonix_protocol::Decision;

/// Where a rule stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The list with that decision, and the place in it from 0.
    List(Decision, usize),
    /// The place among the `[[permissions.rules]]` tables, from 0.
    Table(usize),
}

/// A rule that matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit<'a> {
    pub origin: Origin,
    /// The rule as it was written; for a table, its values in one line.
    pub rule: &'a str,
    /// The path, command or tool that it matches.
    pub on: String,
}

/// What all rules say about a call. What denies counts over what asks, and that over what allows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Findings<'a> {
    pub deny: Option<Hit<'a>>,
    /// A denied path may be among those that are touched: below the folder, or found by the glob. Nobody can tell
    /// beforehand.
    pub may_deny: Option<Hit<'a>>,
    /// Also where the rule only may match.
    pub ask: Option<Hit<'a>>,
    /// The rules that together cover all of the call, each about something narrower than a tool. Empty if they do not.
    pub allow: Vec<Hit<'a>>,
    /// A literal allow of exactly this command.
    pub identical: Option<Hit<'a>>,
    /// An allow of the tool or family as a whole that may cover this call.
    pub bare: Option<Hit<'a>>,
}

impl<'a> Findings<'a> {
    /// Both together. What one says stands whatever the other says.
    pub(crate) fn join(self, other: Findings<'a>) -> Self {
        Self {
            deny: self.deny.or(other.deny),
            may_deny: self.may_deny.or(other.may_deny),
            ask: self.ask.or(other.ask),
            allow: if self.allow.is_empty() { other.allow } else { self.allow },
            identical: self.identical.or(other.identical),
            bare: self.bare.or(other.bare),
        }
    }

    /// The strictest word of all; `None` if no rule says anything.
    pub fn decision(&self) -> Option<Decision> {
        let allows = !self.allow.is_empty() || self.bare.is_some();
        let words =
            [(self.deny.is_some(), Decision::Deny), (self.ask.is_some(), Decision::Ask), (allows, Decision::Allow)];
        words.into_iter().find_map(|(is_said, word)| is_said.then_some(word))
    }
}
