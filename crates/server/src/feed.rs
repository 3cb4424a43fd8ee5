//! The body of a stream: updates as they come, in memory that does not grow with what a client leaves unread. A client
//! that does not keep up is cut off; it comes back with the number of the last event that it has.

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
    time::interval,
};
use tokio_util::sync::CancellationToken;

/// Bytes that may wait for the client before it is cut off.
const UNREAD: usize = 4 << 20;
/// So often something is sent even if nothing happens: proxies close what is silent.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// When a browser tries again after it was cut off.
const OPENING: &str = "retry: 1000\n\n";

/// Bytes on their way to the client.
struct Queue {
    bytes: AtomicUsize,
    /// The client took something.
    taken: Notify,
}

/// Starts to pass updates on. The permit is held as long as that goes on.
pub(crate) fn start(
    updates: Updates,
    permit: OwnedSemaphorePermit,
    cut: CancellationToken,
    stop: CancellationToken,
) -> Body {
    let (sender, receiver) = mpsc::unbounded_channel();
    let queue = Arc::new(Queue { bytes: AtomicUsize::new(0), taken: Notify::new() });
    let feed = Feed { sender, queue: Arc::clone(&queue), caught_up: false };
    tokio::spawn(async move {
        let _permit = permit;
        let gone = feed.sender.clone();
        tokio::select! {
            end = feed.run(updates) => if matches!(end, End::Behind) {
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
    /// What was there before the subscription is sent.
    caught_up: bool,
}

impl Feed {
    async fn run(mut self, mut updates: Updates) -> End {
        self.send(OPENING.to_owned());
        let mut keep_alive = interval(KEEP_ALIVE);
        keep_alive.reset();
        loop {
            tokio::select! {
                batch = updates.next() => match batch {
                    Some(batch) => {
                        self.send(message(&batch));
                        keep_alive.reset();
                        self.caught_up |= batch.iter().any(|update| matches!(update, Update::CaughtUp(_)));
                    }
                    None => return End::Whole,
                },
                _ = keep_alive.tick() => self.send(": still here\n\n".to_owned()),
            }
            if self.unread() > UNREAD {
                // What was there before is given at the client's own pace: it is in nobody's way.
                if self.caught_up {
                    return End::Behind;
                }
                while self.unread() > UNREAD / 2 {
                    self.queue.taken.notified().await;
                }
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
