//! Says a journal's conversation again, to the model it goes on with.

use crate::{Said, SessionState};
use reasonix_model::{Entry, OutputPart};
use reasonix_protocol::Event;

/// What was said, as the events tell it one after the other.
#[derive(Default)]
pub(crate) struct Replay(Vec<(String, Said)>);

impl Replay {
    /// Folds an event into `state`, and keeps what it said.
    pub(crate) fn take(&mut self, event: &Event, state: &mut SessionState) {
        if let Some(entry) = state.apply(event) {
            self.0.push((provider(&state.settings.model).to_owned(), Said { turn: event.turn, entry }));
        }
    }

    /// The entries as `model` (`provider/model`) may read them. What only another vendor understands, its signed thinking
    /// and its own items, is left out: a vendor refuses foreign signatures.
    pub(crate) fn entries(self, model: &str) -> impl Iterator<Item = Said> {
        let reader = provider(model).to_owned();
        let heard = move |(by, said): (String, Said)| {
            if by == reader { said } else { Said { entry: plain(said.entry), ..said } }
        };
        self.0.into_iter().map(heard)
    }
}

fn provider(reference: &str) -> &str {
    reference.split_once('/').map_or(reference, |(provider, _)| provider)
}

fn plain(entry: Entry) -> Entry {
    match entry {
        Entry::Assistant { parts } => Entry::Assistant {
            parts: parts.into_iter().filter(|part| matches!(part, OutputPart::Text(_) | OutputPart::Call(_))).collect(),
        },
        other => other,
    }
}
