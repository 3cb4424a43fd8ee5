//! The rules a session is judged by, made ready again only when a grant was given or the project's saved ones changed.

use crate::{SavedGrants, SessionParts, SessionState};
use reasonix_protocol::Problem;
use reasonix_tool::Rulebook;

/// The rules as they are now.
pub(crate) struct CurrentRules {
    saved: Option<SavedGrants>,
    /// How many of the session's own grants are in the book.
    session_grants: usize,
    /// How many of the folders that were opened in the session are in the book.
    opened: usize,
    book: Rulebook,
}

impl CurrentRules {
    pub(crate) fn new() -> Self {
        Self { saved: None, session_grants: usize::MAX, opened: 0, book: Rulebook::default() }
    }

    /// Brings the rules up to date. Gives back why the saved grants could not be read, the first time it is so.
    pub(crate) fn refresh(&mut self, parts: &SessionParts, state: &SessionState) -> Option<Problem> {
        let (granted, opened) = (&state.granted, &state.opened);
        let newer = parts.grants.newer_than(self.saved.as_ref().map(|saved| saved.version));
        if newer.is_none() && self.session_grants == granted.len() && self.opened == opened.len() {
            return None;
        }
        let problem = newer.as_ref().and_then(|saved| saved.problem.clone());
        if newer.is_some() {
            self.saved = newer;
        }
        let saved = self.saved.iter().flat_map(|saved| &saved.rules);
        self.book = parts.policy.with_opened(saved.chain(granted).map(String::as_str), opened);
        self.session_grants = granted.len();
        self.opened = opened.len();
        problem
    }

    pub(crate) const fn book(&self) -> &Rulebook {
        &self.book
    }
}
