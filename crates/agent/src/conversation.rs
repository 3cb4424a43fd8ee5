//! A journal's conversation as the model reads it, for those who want to look at it.

use crate::{SessionState, replay::Replay};
use reasonix_model::Entry;
use reasonix_protocol::{Event, SessionId, TurnId};

/// What the model is sent with the next request, without the schemas of the tools.
pub struct Conversation {
    pub state: SessionState,
    pub entries: Vec<Said>,
}

/// One entry.
pub struct Said {
    /// The turn it belongs to.
    pub turn: Option<TurnId>,
    pub entry: Entry,
}

impl Conversation {
    /// Folds a journal.
    pub fn of(session: &SessionId, events: &[Event]) -> Self {
        let mut state = SessionState::new(session.clone());
        let mut said = Replay::default();
        for event in events {
            said.take(event, &mut state);
        }
        let entries = said.entries(&state.settings.model).collect();
        Self { state, entries }
    }
}
