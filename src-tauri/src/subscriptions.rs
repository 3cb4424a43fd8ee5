//! The running subscriptions of the page: a task each, which ends when the page says so, when it is loaded anew and when
//! the app ends. What updates there are is the controller's business.

use reasonix_controller::Updates;
use reasonix_protocol::Update;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tauri::ipc::Channel;
use tokio::{
    task::AbortHandle,
    time::{Instant, sleep_until},
};

/// How often a stream is handed over at most, once its past is told: the page paints no faster.
const FRAME: Duration = Duration::from_millis(16);

/// All subscriptions by number.
#[derive(Default)]
pub(crate) struct Subscriptions(Arc<Mutex<Running>>);

#[derive(Default)]
struct Running {
    last: u32,
    tasks: HashMap<u32, AbortHandle>,
}

impl Subscriptions {
    /// Starts to hand updates over. Must be called inside a tokio runtime.
    pub(crate) fn begin(&self, updates: Updates, channel: Channel<Vec<Update>>) -> u32 {
        let mut running = lock(&self.0);
        running.last = running.last.wrapping_add(1);
        let id = running.last;
        let all = Arc::clone(&self.0);
        let task = tokio::spawn(async move {
            hand_over(updates, &channel).await;
            lock(&all).tasks.remove(&id);
        });
        running.tasks.insert(id, task.abort_handle());
        id
    }

    pub(crate) fn end(&self, id: u32) {
        if let Some(task) = lock(&self.0).tasks.remove(&id) {
            task.abort();
        }
    }

    pub(crate) fn end_all(&self) {
        for (_, task) in lock(&self.0).tasks.drain() {
            task.abort();
        }
    }
}

/// Until there is nothing more to tell, or nobody to tell it to. What comes within a frame goes in one message: a
/// message costs the page far more than what is in it.
async fn hand_over(mut updates: Updates, channel: &Channel<Vec<Update>>) {
    let mut is_past_told = false;
    while let Some(batch) = updates.next().await {
        let begun = Instant::now();
        is_past_told |= !batch.iter().all(|update| matches!(update, Update::Event(_)));
        if channel.send(batch).is_err() {
            return;
        }
        if is_past_told {
            sleep_until(begun + FRAME).await;
        }
    }
}

fn lock(running: &Mutex<Running>) -> MutexGuard<'_, Running> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}
