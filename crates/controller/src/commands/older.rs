//! The older part of a session, out of its journal, for a front end that has the newest turns.

use crate::{updates::preview, wire::Wired};
use reasonix_protocol::{
    Body, CallOutcome, Display, Event, Problem, SessionId, TurnId,
    command::{SessionChangesParams, SessionChangesReply, SessionEventsParams, SessionEventsReply, TurnChange},
};
use reasonix_store::{JournalReader, StoreError};
use std::{collections::VecDeque, iter};

/// Events that are read at once where a turn is longer than what was asked for.
const BLOCK: usize = 64;

const FIRST_TURN: TurnId = TurnId(1);

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
/// turn goes with that. Read from the end in blocks: how much came before them costs next to nothing.
fn newest_before(reader: &mut JournalReader, before_seq: u64, at_least: u32) -> Result<Vec<Event>, StoreError> {
    let places = reader.places(usize::try_from(before_seq.saturating_sub(1)).unwrap_or(usize::MAX))?;
    let (before, last) = places.split_at(places.len().saturating_sub((at_least as usize).max(BLOCK)));
    let mut newest = VecDeque::new();
    for block in iter::once(last).chain(before.rchunks(BLOCK)) {
        let Some(place) = block.first() else { break };
        reader.go_to(*place)?;
        for event in reader.take(block.len()).collect::<Result<Vec<_>, _>>()?.into_iter().rev() {
            let begins_turn = matches!(event.body, Body::TurnStarted { .. }) && event.turn > Some(FIRST_TURN);
            newest.push_front(event);
            if begins_turn && newest.len() >= at_least as usize {
                return Ok(newest.into());
            }
        }
    }
    Ok(newest.into())
}

fn change(event: Event) -> Option<TurnChange> {
    match event.body {
        Body::CallFinished { outcome: CallOutcome::Completed, display: Display::Diff { files }, .. } => {
            Some(TurnChange { turn: event.turn?, files })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reasonix_protocol::EVENT_VERSION;
    use reasonix_store::Journal;
    use std::{fs::OpenOptions, io::Write as _, path::Path};

    /// Turns of these lengths, the first behind two events that belong to none.
    fn journal(folder: &Path, turns: &[usize]) -> Vec<Event> {
        let mut journal = Journal::create(&folder.join("s.jsonl")).unwrap();
        let mut events = Vec::new();
        let mut add = |turn: Option<TurnId>, body: Body| {
            let seq = events.len() as u64 + 1;
            let event = Event { v: EVENT_VERSION, seq, session: SessionId("s".into()), turn, at: 0, body };
            journal.append(&event).unwrap();
            events.push(event);
        };
        add(None, Body::SessionClosed);
        add(None, Body::SessionClosed);
        for (number, length) in (1..).zip(turns) {
            add(Some(TurnId(number)), Body::TurnStarted { input: Vec::new(), context: String::new() });
            (1..*length).for_each(|_| add(Some(TurnId(number)), Body::SessionClosed));
        }
        events
    }

    #[test]
    fn whole_turns_come_of_at_least_the_length_that_was_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let all = journal(folder.path(), &[3, 1, 2 * BLOCK + 5, 7, BLOCK, 1, 1]);
        let begins: Vec<u64> = all
            .iter()
            .filter(|event| matches!(event.body, Body::TurnStarted { .. }) && event.turn > Some(FIRST_TURN))
            .map(|event| event.seq)
            .collect();
        let mut reader = JournalReader::open(&folder.path().join("s.jsonl")).unwrap();
        let begin = reader.place();
        for before in begins.iter().copied().chain([1, 3, all.len() as u64 + 1, 10_000]) {
            for at_least in [0, 1, 7, 8, 60, 130, 1000] {
                reader.go_to(begin).unwrap();
                let told = newest_before(&mut reader, before, at_least).unwrap();
                let end = before.min(all.len() as u64 + 1);
                let from = begins.iter().rev().find(|seq| **seq < end && end - **seq >= u64::from(at_least));
                let expected = from.copied().unwrap_or(1) as usize - 1..end as usize - 1;
                assert_eq!(told, all[expected], "before {before}, at least {at_least}");
            }
        }
    }

    #[test]
    fn a_last_line_that_was_not_written_whole_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let all = journal(folder.path(), &[3, 4]);
        let path = folder.path().join("s.jsonl");
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"v\":1,").unwrap();
        let mut reader = JournalReader::open(&path).unwrap();
        assert_eq!(newest_before(&mut reader, 100, 100).unwrap(), all);
    }
}
