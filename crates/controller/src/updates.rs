//! What a subscriber reads, in batches: whatever is there is given at once, and the pieces of a stream that lie side by
//! side are joined, so that a slow reader gets few big updates and a quick one small ones.

use reasonix_agent::Subscription;
use reasonix_protocol::{Body, Event, Live, LiveBody, Signal, Snapshot, Update};
use tokio::sync::broadcast;

/// Most updates of a batch.
const BATCH: usize = 512;
/// The same of what was there before: what a message costs on its way is far more than what an event in it costs.
const BACKLOG_BATCH: usize = 4096;

/// The reading end of a subscription.
pub struct Updates {
    source: Source,
}

enum Source {
    Session {
        subscription: Subscription,
        /// Of the newest event that was given.
        seq: u64,
        preview_bytes: Option<usize>,
        /// What stands for the events before the backlog, until it is given.
        snapshot: Option<Box<Snapshot>>,
        caught_up: bool,
    },
    Signals(broadcast::Receiver<Signal>),
}

impl Updates {
    pub(crate) fn session(subscription: Subscription, from_seq: u64, preview_bytes: Option<u32>) -> Self {
        let seq = from_seq.saturating_sub(1);
        let preview_bytes = preview_bytes.map(|bytes| bytes as usize);
        Self { source: Source::Session { subscription, seq, preview_bytes, snapshot: None, caught_up: false } }
    }

    /// The same, with what stands for the events that the subscription leaves out.
    pub(crate) fn after(mut self, before: Option<Snapshot>) -> Self {
        if let Source::Session { snapshot, seq, .. } = &mut self.source {
            *seq = before.as_ref().map_or(*seq, |before| before.seq);
            *snapshot = before.map(Box::new);
        }
        self
    }

    pub(crate) const fn signals(receiver: broadcast::Receiver<Signal>) -> Self {
        Self { source: Source::Signals(receiver) }
    }

    /// The next updates, at least one; `None` once there will be no more. Safe to drop and call again.
    pub async fn next(&mut self) -> Option<Vec<Update>> {
        match &mut self.source {
            Source::Signals(receiver) => loop {
                match receiver.recv().await {
                    Ok(signal) => return Some(vec![Update::Signal(signal)]),
                    // What was missed is covered by asking anew, which the next signal leads to.
                    Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return None,
                }
            },
            Source::Session { subscription, seq, preview_bytes, snapshot, caught_up } => {
                let mut batch = Vec::new();
                batch.extend(snapshot.take().map(Update::Snapshot));
                if !*caught_up && subscription.backlog() == 0 {
                    *caught_up = true;
                    batch.push(Update::CaughtUp(*seq));
                }
                if batch.is_empty() {
                    push(&mut batch, subscription.next().await?, seq, *preview_bytes);
                }
                while batch.len() < if *caught_up { BATCH } else { BACKLOG_BATCH } {
                    if !*caught_up && subscription.backlog() == 0 {
                        *caught_up = true;
                        batch.push(Update::CaughtUp(*seq));
                    }
                    let Some(update) = subscription.try_next() else { break };
                    push(&mut batch, update, seq, *preview_bytes);
                }
                Some(batch)
            }
        }
    }
}

fn push(batch: &mut Vec<Update>, mut update: Update, seq: &mut u64, preview_bytes: Option<usize>) {
    if let Update::Event(event) = &mut update {
        *seq = event.seq;
        if let Some(limit) = preview_bytes {
            preview(event, limit);
        }
    }
    if let (Some(Update::Live(before)), Update::Live(next)) = (batch.last_mut(), &update)
        && join(before, next)
    {
        return;
    }
    batch.push(update);
}

/// Cuts the content of a finished call.
pub(crate) fn preview(event: &mut Event, limit: usize) {
    if let Body::CallFinished { content, whole_bytes, .. } = &mut event.body
        && content.len() > limit
    {
        *whole_bytes = u64::try_from(content.len()).ok();
        content.truncate(content.floor_char_boundary(limit));
    }
}

/// Appends a piece to the one before it, where both belong to one text.
fn join(before: &mut Live, next: &Live) -> bool {
    match (&mut before.body, &next.body) {
        (LiveBody::TextDelta { text }, LiveBody::TextDelta { text: more })
        | (LiveBody::ReasoningDelta { text }, LiveBody::ReasoningDelta { text: more }) => text.push_str(more),
        (LiveBody::CallOutput { call, text }, LiveBody::CallOutput { call: same, text: more }) if call == same => {
            text.push_str(more);
        }
        (LiveBody::JobOutput { job, text }, LiveBody::JobOutput { job: same, text: more }) if job == same => {
            text.push_str(more);
        }
        _ => return false,
    }
    true
}
