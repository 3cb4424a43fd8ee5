//! The older part of a session, out of its journal, for a front end that has the newest turns.

use crate::{updates::preview, wire::Wired};
use reasonix_protocol::{
    Body, CallOutcome, Display, Event, Problem, SessionId,
    command::{SessionChangesParams, SessionChangesReply, SessionEventsParams, SessionEventsReply, TurnChange},
};
use reasonix_store::{JournalPlace, JournalReader, StoreError};

/// Whole turns before an event. Waits for the disk.
pub(crate) fn events(wired: &Wired, params: &SessionEventsParams) -> Result<SessionEventsReply, Problem> {
    let mut reader = open(wired, &params.session)?;
    let mut events = newest_before(&mut reader, params.before_seq, params.at_least).map_err(|error| error.problem())?;
    if let Some(limit) = params.preview_bytes {
        for event in &mut events {
            preview(event, limit as usize);
        }
    }
    Ok(SessionEventsReply { events })
}

/// What the calls before an event changed. Waits for the disk.
pub(crate) fn changes(wired: &Wired, params: &SessionChangesParams) -> Result<SessionChangesReply, Problem> {
    let mut changes = Vec::new();
    for event in open(wired, &params.session)? {
        let event = event.map_err(|error| error.problem())?;
        if event.seq >= params.before_seq {
            break;
        }
        changes.extend(change(event));
    }
    Ok(SessionChangesReply { changes })
}

fn open(wired: &Wired, session: &SessionId) -> Result<JournalReader, Problem> {
    let files = wired.store.get(session).map_err(|error| error.problem())?;
    JournalReader::open(&files.journal).map_err(|error| error.problem())
}

/// The newest turns before an event, with at least so many events, or everything before it. What stands before the first
/// turn goes with that.
fn newest_before(reader: &mut JournalReader, before_seq: u64, at_least: u32) -> Result<Vec<Event>, StoreError> {
    let begin = reader.place();
    let mut turns: Vec<(u64, JournalPlace)> = Vec::new();
    let mut end = 1;
    while end < before_seq {
        let place = reader.place();
        let Some(event) = reader.next().transpose()? else { break };
        if matches!(event.body, Body::TurnStarted { .. }) {
            turns.push((event.seq, place));
        }
        end = event.seq + 1;
    }
    let older = turns.get(1..).unwrap_or_default();
    let first = older.iter().rev().find(|(seq, _)| end - seq >= u64::from(at_least));
    let (from, place) = first.copied().unwrap_or((1, begin));
    reader.go_to(place)?;
    reader.take(usize::try_from(end - from).unwrap_or(usize::MAX)).collect()
}

fn change(event: Event) -> Option<TurnChange> {
    match event.body {
        Body::CallFinished { outcome: CallOutcome::Completed, display: Display::Diff { files }, .. } => {
            Some(TurnChange { turn: event.turn?, files })
        }
        _ => None,
    }
}
