//! The body of a stream: updates as they come, in memory that does not grow with what a client leaves unread. A client
//! that does not keep up is cut off; it comes back with the number of the last event that it has.

use crate::Limits;
use axum::body::Body;
use bytes::Bytes;
use futures_util::{Stream, stream};
use reasonix_controller::Updates;
use reasonix_protocol::Update;
use std::{
    convert::Infallible,
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{Notify, OwnedSemaphorePermit, mpsc},
    time::{Instant, interval, timeout_at},
};
use tokio_util::sync::CancellationToken;

/// How long more than the limit of unread bytes is borne.
const BEHIND: Duration = Duration::from_secs(10);
/// How long a client may take for what was there before. Meanwhile what happens is kept for it.
const CATCHING_UP: Duration = Duration::from_mins(2);
/// So often something is sent even if nothing happens: proxies close what is silent.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// When a browser tries again after it was cut off.
const OPENING: &str = "retry: 1000\n\n";

/// Bytes on their way to the client.
#[derive(Default)]
struct Queue {
    bytes: AtomicUsize,
    /// The client took something.
    taken: Notify,
}

/// Starts to pass updates on, of a session from what was there before, and signals from now on. The permit is held as long
/// as that goes on.
pub(crate) fn start(
    session: Option<Updates>,
    signals: Option<Updates>,
    limits: Limits,
    permit: OwnedSemaphorePermit,
    cut: CancellationToken,
    stop: CancellationToken,
) -> Body {
    let (sender, receiver) = mpsc::unbounded_channel();
    let queue = Arc::new(Queue::default());
    let gone = sender.clone();
    let feed = Feed { sender, queue: Arc::clone(&queue), limits };
    tokio::spawn(async move {
        let _permit = permit;
        tokio::select! {
            end = feed.run(session, signals) => if matches!(end, End::Behind) {
                tracing::info!("a client does not read its events and is cut off");
                cut.cancel();
            },
            () = gone.closed() => {}
            () = stop.cancelled() => {}
        }
    });
    Body::from_stream(read(receiver, queue))
}

fn read(receiver: mpsc::UnboundedReceiver<Bytes>, queue: Arc<Queue>) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold((receiver, queue), |(mut receiver, queue)| async move {
        let bytes = receiver.recv().await?;
        queue.bytes.fetch_sub(bytes.len(), Ordering::Relaxed);
        queue.taken.notify_one();
        Some((Ok(bytes), (receiver, queue)))
    })
}

/// Why a feed ended.
enum End {
    /// There will be no more.
    Whole,
    /// The client does not keep up.
    Behind,
}

struct Feed {
    sender: mpsc::UnboundedSender<Bytes>,
    queue: Arc<Queue>,
    limits: Limits,
}

impl Feed {
    async fn run(self, mut session: Option<Updates>, signals: Option<Updates>) -> End {
        self.send(OPENING.to_owned());
        if let Some(session) = &mut session {
            let caught_up = timeout_at(Instant::now() + CATCHING_UP, self.catch_up(session)).await;
            match caught_up {
                Ok(None) => {}
                Ok(Some(end)) => return end,
                Err(_) => return End::Behind,
            }
        }
        self.follow(session, signals).await
    }

    /// Sends what was there before, at the client's pace.
    async fn catch_up(&self, updates: &mut Updates) -> Option<End> {
        loop {
            let Some(batch) = updates.next().await else { return Some(End::Whole) };
            self.send(message(&batch));
            while self.unread() > self.limits.unread {
                self.queue.taken.notified().await;
            }
            if batch.iter().any(|update| matches!(update, Update::CaughtUp(_))) {
                return None;
            }
        }
    }

    /// Sends what happens, when it happens.
    async fn follow(&self, mut session: Option<Updates>, mut signals: Option<Updates>) -> End {
        let mut keep_alive = interval(KEEP_ALIVE);
        let mut behind_since = None;
        loop {
            tokio::select! {
                batch = next(&mut session) => match batch {
                    Some(batch) => {
                        keep_alive.reset();
                        self.send(message(&batch));
                    }
                    None => return End::Whole,
                },
                batch = next(&mut signals) => match batch {
                    Some(batch) => self.send(message(&batch)),
                    None => return End::Whole,
                },
                _ = keep_alive.tick() => self.send(": still here\n\n".to_owned()),
            }
            behind_since = (self.unread() > self.limits.unread).then(|| behind_since.unwrap_or_else(Instant::now));
            if self.unread() > self.limits.most_unread || behind_since.is_some_and(|since| since.elapsed() > BEHIND) {
                return End::Behind;
            }
        }
    }

    fn unread(&self) -> usize {
        self.queue.bytes.load(Ordering::Relaxed)
    }

    fn send(&self, text: String) {
        self.queue.bytes.fetch_add(text.len(), Ordering::Relaxed);
        // A client that is gone is noticed by who watches the channel.
        let _ = self.sender.send(text.into());
    }
}

/// The next batch of a subscription; of none, never.
async fn next(updates: &mut Option<Updates>) -> Option<Vec<Update>> {
    match updates {
        Some(updates) => updates.next().await,
        None => std::future::pending().await,
    }
}

/// A batch as one message.
fn message(batch: &[Update]) -> String {
    let mut text = String::new();
    let durable = batch.iter().rev().find_map(|update| match update {
        Update::Event(event) => Some(event.seq),
        _ => None,
    });
    if let Some(seq) = durable {
        let _ = writeln!(text, "id: {seq}");
    }
    // JSON has no bare line ends, so a message is one line.
    let json = serde_json::to_string(batch).unwrap_or_else(|_| "[]".to_owned());
    let _ = write!(text, "data: {json}\n\n");
    text
}
