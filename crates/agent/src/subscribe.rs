//! Subscribers of a session: first the durable events they have not seen, then everything as it happens. Durable events
//! are never dropped; live ones are, for a subscriber that does not keep up.

use reasonix_protocol::{Event, Live, Update};
use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::sync::mpsc;

/// Unread updates at which live ones are no longer sent.
const LIVE_LIMIT: usize = 4096;

/// The reading end.
#[derive(Debug)]
pub struct Subscription {
    backlog: VecDeque<Event>,
    updates: mpsc::UnboundedReceiver<Update>,
    unread: Arc<AtomicUsize>,
}

impl Subscription {
    /// The next update; `None` once the session is closed and everything is read.
    pub async fn next(&mut self) -> Option<Update> {
        if let Some(event) = self.backlog.pop_front() {
            return Some(Update::Event(event));
        }
        let update = self.updates.recv().await;
        self.unread.fetch_sub(usize::from(update.is_some()), Ordering::Relaxed);
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
    pub(crate) fn add(&mut self, backlog: Vec<Event>) -> Subscription {
        let (sender, receiver) = mpsc::unbounded_channel();
        let unread = Arc::new(AtomicUsize::new(0));
        self.0.push(Subscriber { updates: sender, unread: Arc::clone(&unread) });
        Subscription { backlog: backlog.into(), updates: receiver, unread }
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
        self.unread.fetch_add(1, Ordering::Relaxed);
        self.updates.send(update).is_ok()
    }
}
