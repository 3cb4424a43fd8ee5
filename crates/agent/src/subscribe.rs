//! Subscribers of a session: first the durable events they have not seen, then everything as it happens. Durable events
//! are never dropped; live ones are, for a subscriber that does not keep up.

use crate::snapshot;
use reasonix_protocol::{Body, Event, Live, LiveBody, Snapshot, Update};
use reasonix_store::{JournalReader, StoreError};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tokio::sync::mpsc;

/// Unread bytes at which live updates are no longer sent.
const LIVE_LIMIT: usize = 1 << 20;
/// Bytes that an update counts for without its text.
const BARE: usize = 256;

/// The reading end.
#[derive(Debug)]
pub struct Subscription {
    backlog: Backlog,
    updates: mpsc::UnboundedReceiver<Update>,
    /// Bytes that are sent and not read.
    unread: Arc<AtomicUsize>,
}

impl Subscription {
    /// The next update; `None` once the session is closed and everything is read, or when the journal cannot be read.
    pub async fn next(&mut self) -> Option<Update> {
        if self.backlog.left > 0 {
            return self.backlog.next().map(Update::Event);
        }
        let update = self.updates.recv().await?;
        Some(self.read(update))
    }

    /// The next update if there is one now.
    pub fn try_next(&mut self) -> Option<Update> {
        if self.backlog.left > 0 {
            return self.backlog.next().map(Update::Event);
        }
        let update = self.updates.try_recv().ok()?;
        Some(self.read(update))
    }

    /// How many durable events from before the subscription are still to come.
    pub const fn backlog(&self) -> u64 {
        self.backlog.left
    }

    /// Leaves out what is before the newest turns, as many of these as hold `events` events, and tells what stands for it;
    /// `None` where that is nothing. Nothing must have been read yet, and the backlog must begin with the first event.
    /// Waits for the disk.
    pub fn skip_to_newest(&mut self, events: u64) -> Option<Snapshot> {
        self.backlog.skip_to_newest(events)
    }

    fn read(&self, update: Update) -> Update {
        self.unread.fetch_sub(weight(&update), Ordering::Relaxed);
        update
    }
}

/// Durable events from before the subscription. They are read as they are asked for: a long session is never in memory as
/// a whole for somebody who looks at it.
#[derive(Debug)]
pub(crate) struct Backlog {
    /// At the first of them; `None` after an error, and where there are none.
    reader: Option<JournalReader>,
    from_seq: u64,
    left: u64,
}

impl Backlog {
    /// From `from_seq` (1 is the first) up to `newest`, out of a reader that stands at the beginning.
    pub(crate) const fn new(reader: JournalReader, from_seq: u64, newest: u64) -> Self {
        let from_seq = if from_seq == 0 { 1 } else { from_seq };
        Self { reader: Some(reader), from_seq, left: (newest + 1).saturating_sub(from_seq) }
    }

    fn next(&mut self) -> Option<Event> {
        let from_seq = self.from_seq;
        let read = self.reader.as_mut()?.find(|read| !matches!(read, Ok(event) if event.seq < from_seq))?;
        match read {
            Ok(event) => {
                self.left -= 1;
                if self.left == 0 {
                    self.reader = None;
                }
                Some(event)
            }
            Err(error) => {
                self.give_up(&error);
                None
            }
        }
    }

    fn skip_to_newest(&mut self, events: u64) -> Option<Snapshot> {
        match snapshot_before(self.reader.as_mut()?, self.left, events) {
            Ok(snapshot) => {
                self.left -= snapshot.seq;
                Some(snapshot).filter(|snapshot| snapshot.seq > 0)
            }
            Err(error) => {
                self.give_up(&error);
                None
            }
        }
    }

    /// Whoever looks subscribes anew and is told.
    fn give_up(&mut self, error: &StoreError) {
        tracing::warn!(%error, "the journal of an open session cannot be read");
        self.reader = None;
    }
}

/// Reads the first `newest` events up to the turn with which the last `events` of them begin, or up to the newest turn if
/// that one is longer by itself, and leaves the reader there.
fn snapshot_before(reader: &mut JournalReader, newest: u64, events: u64) -> Result<Snapshot, StoreError> {
    let mut before = snapshot::empty();
    let mut at_turn = (reader.place(), before.clone());
    while before.seq < newest {
        let place = reader.place();
        let Some(event) = reader.next().transpose()? else { break };
        if matches!(event.body, Body::TurnStarted { .. }) {
            if before.turn.0 > 0 {
                at_turn = (place, before.clone());
            }
            if before.seq + events >= newest {
                break;
            }
        }
        snapshot::take(&mut before, &event);
    }
    reader.go_to(at_turn.0)?;
    Ok(at_turn.1)
}

/// The writing ends, owned by the session's actor.
#[derive(Debug, Default)]
pub(crate) struct Subscribers(Vec<Subscriber>);

#[derive(Debug)]
struct Subscriber {
    updates: mpsc::UnboundedSender<Update>,
    unread: Arc<AtomicUsize>,
}

impl Subscribers {
    /// A subscriber gets the backlog first, then what was shown of a running step so far.
    pub(crate) fn add(&mut self, backlog: Backlog, so_far: Vec<Live>) -> Subscription {
        let (sender, receiver) = mpsc::unbounded_channel();
        let unread = Arc::new(AtomicUsize::new(0));
        let subscriber = Subscriber { updates: sender, unread: Arc::clone(&unread) };
        for live in so_far {
            subscriber.send(Update::Live(live));
        }
        self.0.push(subscriber);
        Subscription { backlog, updates: receiver, unread }
    }

    /// Whether somebody is there.
    pub(crate) fn any(&mut self) -> bool {
        self.0.retain(|subscriber| !subscriber.updates.is_closed());
        !self.0.is_empty()
    }

    pub(crate) fn send_event(&mut self, event: &Event) {
        self.0.retain(|subscriber| subscriber.send(Update::Event(event.clone())));
    }

    pub(crate) fn send_live(&mut self, live: &Live) {
        self.0.retain(|subscriber| {
            subscriber.unread.load(Ordering::Relaxed) >= LIVE_LIMIT && !subscriber.updates.is_closed()
                || subscriber.send(Update::Live(live.clone()))
        });
    }
}

impl Subscriber {
    fn send(&self, update: Update) -> bool {
        self.unread.fetch_add(weight(&update), Ordering::Relaxed);
        self.updates.send(update).is_ok()
    }
}

/// About how many bytes an update keeps while nobody reads it. A durable event is kept in any case and counts as one.
fn weight(update: &Update) -> usize {
    let text = match update {
        Update::Live(Live {
            body:
                LiveBody::TextDelta { text }
                | LiveBody::ReasoningDelta { text }
                | LiveBody::CallOutput { text, .. }
                | LiveBody::JobOutput { text, .. },
            ..
        }) => text.len(),
        _ => 0,
    };
    BARE + text
}

#[cfg(test)]
mod tests {
    use super::*;
    use reasonix_protocol::{Body, EVENT_VERSION, Problem, SessionId};

    #[tokio::test]
    async fn what_nobody_reads_is_bounded_in_bytes() {
        for (length, most) in [(0, 4096), (1_000, 900), (64 << 10, 17)] {
            let live = Live {
                session: SessionId("s".into()),
                turn: None,
                body: LiveBody::TextDelta { text: "x".repeat(length) },
            };
            let mut subscribers = Subscribers::default();
            let none = Backlog { reader: None, from_seq: 1, left: 0 };
            let mut subscription = subscribers.add(none, Vec::new());
            for _ in 0..2 {
                for _ in 0..5_000 {
                    subscribers.send_live(&live);
                }
                let kept = subscription.updates.len();
                assert!(kept <= most && kept * 2 >= most, "{length} bytes: {kept}");
                for _ in 0..kept {
                    subscription.next().await.unwrap();
                }
                assert_eq!(subscription.unread.load(Ordering::Relaxed), 0);
            }
        }
    }

    #[test]
    fn a_backlog_begins_where_it_is_asked_for_and_ends_with_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.jsonl");
        let mut journal = reasonix_store::Journal::create(&path).unwrap();
        for seq in 1..=5 {
            let body = Body::Notice { notice: Problem::new("x") };
            let event = Event { v: EVENT_VERSION, seq, session: SessionId("s".into()), turn: None, at: 0, body };
            journal.append(&event).unwrap();
        }
        let check = |from_seq: u64, newest: u64, expected: &[u64]| {
            let mut subscribers = Subscribers::default();
            let backlog = Backlog::new(JournalReader::open(&path).unwrap(), from_seq, newest);
            let mut subscription = subscribers.add(backlog, Vec::new());
            assert_eq!(subscription.backlog(), expected.len() as u64, "from {from_seq}");
            let mut read = Vec::new();
            while let Some(Update::Event(event)) = subscription.try_next() {
                read.push(event.seq);
            }
            assert_eq!(read, expected, "from {from_seq}");
        };
        check(1, 4, &[1, 2, 3, 4]);
        check(0, 2, &[1, 2]);
        check(3, 4, &[3, 4]);
        check(5, 4, &[]);
        check(9, 4, &[]);
    }

    /// Two events before the first turn, then turns of three events: 3, 6, 9 and 12 begin one.
    #[test]
    fn only_the_newest_turns_are_read_where_that_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.jsonl");
        let mut journal = reasonix_store::Journal::create(&path).unwrap();
        for seq in 1..=13 {
            let body = match seq {
                3 | 6 | 9 | 12 => Body::TurnStarted { input: Vec::new(), context: String::new() },
                _ => Body::Notice { notice: Problem::new("x") },
            };
            let event = Event { v: EVENT_VERSION, seq, session: SessionId("s".into()), turn: None, at: 0, body };
            journal.append(&event).unwrap();
        }
        let check = |newest: u64, events: u64, snapshot: Option<(u64, u32)>, first: u64| {
            let mut subscribers = Subscribers::default();
            let backlog = Backlog::new(JournalReader::open(&path).unwrap(), 1, newest);
            let mut subscription = subscribers.add(backlog, Vec::new());
            let told = subscription.skip_to_newest(events).map(|snapshot| (snapshot.seq, snapshot.turn.0));
            assert_eq!(told, snapshot, "the last {events} of {newest}");
            assert_eq!(subscription.backlog(), newest + 1 - first);
            let mut read = Vec::new();
            while let Some(Update::Event(event)) = subscription.try_next() {
                read.push(event.seq);
            }
            assert_eq!(read, (first..=newest).collect::<Vec<_>>(), "the last {events} of {newest}");
        };
        check(13, 100, None, 1);
        check(13, 11, None, 1);
        check(13, 10, Some((5, 1)), 6);
        check(13, 8, Some((5, 1)), 6);
        check(13, 7, Some((8, 2)), 9);
        // The newest turn is longer than what is wanted.
        check(13, 0, Some((11, 3)), 12);
        check(11, 1, Some((8, 2)), 9);
        // With the first turn goes what stands before it.
        check(5, 3, None, 1);
        check(2, 0, None, 1);
    }

    #[tokio::test]
    async fn a_journal_that_cannot_be_read_ends_the_subscription() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.jsonl");
        std::fs::write(&path, "no event\nnor this\n").unwrap();
        let mut subscribers = Subscribers::default();
        let backlog = Backlog::new(JournalReader::open(&path).unwrap(), 1, 2);
        let mut subscription = subscribers.add(backlog, Vec::new());
        assert_eq!(subscription.next().await, None);
        assert_eq!(subscription.next().await, None);
        assert!(subscription.backlog() > 0, "what is missing was not told");
    }
}
