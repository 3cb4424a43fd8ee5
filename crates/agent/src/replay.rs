//! Says a journal's conversation again, to the model it goes on with.

use crate::{Said, SessionState};
use reasonix_model::{Entry, OutputPart};
use reasonix_protocol::Event;

/// Folds events into `state` and gives the entries as `model` (`provider/model`) may read them. What only another vendor
/// understands, its signed thinking and its own items, is left out: a vendor refuses foreign signatures.
pub(crate) fn replay(events: &[Event], state: &mut SessionState, model: Option<&str>) -> Vec<Said> {
    let mut said: Vec<(String, Said)> = Vec::new();
    for event in events {
        if let Some(entry) = state.apply(event) {
            said.push((provider(&state.settings.model).to_owned(), Said { turn: event.turn, entry }));
        }
    }
    let reader = provider(model.unwrap_or(&state.settings.model)).to_owned();
    let heard =
        |(by, said): (String, Said)| if by == reader { said } else { Said { entry: plain(said.entry), ..said } };
    said.into_iter().map(heard).collect()
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
