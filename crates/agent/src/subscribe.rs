//! Subscribers of a session: first the durable events they have not seen, then everything as it happens. Durable events
//! are never dropped; live ones are, for a subscriber that does not keep up.

use reasonix_protocol::{Event, Live, LiveBody, Update};
use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::sync::mpsc;

/// Unread bytes at which live updates are no longer sent.
const LIVE_LIMIT: usize = 1 << 20;
/// Bytes that an update counts for without its text.
const BARE: usize = 256;

/// The reading end.
#[derive(Debug)]
pub struct Subscription {
    backlog: VecDeque<Event>,
    updates: mpsc::UnboundedReceiver<Update>,
    /// Bytes that are sent and not read.
    unread: Arc<AtomicUsize>,
}

impl Subscription {
    /// The next update; `None` once the session is closed and everything is read.
    pub async fn next(&mut self) -> Option<Update> {
        if let Some(event) = self.backlog.pop_front() {
            return Some(Update::Event(event));
        }
        let update = self.updates.recv().await?;
        Some(self.read(update))
    }

    /// The next update if there is one now.
    pub fn try_next(&mut self) -> Option<Update> {
        if let Some(event) = self.backlog.pop_front() {
            return Some(Update::Event(event));
        }
        let update = self.updates.try_recv().ok()?;
        Some(self.read(update))
    }

    /// How many durable events from before the subscription are still to come.
    pub fn backlog(&self) -> usize {
        self.backlog.len()
    }

    fn read(&self, update: Update) -> Update {
        self.unread.fetch_sub(weight(&update), Ordering::Relaxed);
        update
    }
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
    pub(crate) fn add(&mut self, backlog: Vec<Event>, so_far: Vec<Live>) -> Subscription {
        let (sender, receiver) = mpsc::unbounded_channel();
        let unread = Arc::new(AtomicUsize::new(0));
        let subscriber = Subscriber { updates: sender, unread: Arc::clone(&unread) };
        for live in so_far {
            subscriber.send(Update::Live(live));
        }
        self.0.push(subscriber);
        Subscription { backlog: backlog.into(), updates: receiver, unread }
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
    use reasonix_protocol::SessionId;

    #[tokio::test]
    async fn what_nobody_reads_is_bounded_in_bytes() {
        for (length, most) in [(0, 4096), (1_000, 900), (64 << 10, 17)] {
            let live = Live {
                session: SessionId("s".into()),
                turn: None,
                body: LiveBody::TextDelta { text: "x".repeat(length) },
            };
            let mut subscribers = Subscribers::default();
            let mut subscription = subscribers.add(Vec::new(), Vec::new());
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
}
