//! A count that tests can wait for, from async code and from plain threads. Nothing here knows what is counted.

use std::fmt;
use std::future::Future;
use std::time::Duration;

use tokio::sync::watch;

/// How long any wait of this crate lasts before it fails the test.
pub const WAIT_LIMIT: Duration = Duration::from_secs(30);

/// A number that only grows.
pub(crate) struct Count {
    value: watch::Sender<usize>,
}

impl Count {
    pub(crate) fn new() -> Self {
        Self { value: watch::Sender::new(0) }
    }

    pub(crate) fn get(&self) -> usize {
        *self.value.borrow()
    }

    pub(crate) fn add_one(&self) {
        self.value.send_modify(|value| *value += 1);
    }

    /// Waits until at least `wanted` is reached. The caller sets the limit.
    pub(crate) async fn reaches(&self, wanted: usize) {
        // The sender lives in `self`, so that the channel cannot close under this wait.
        let _ = self.value.subscribe().wait_for(|value| *value >= wanted).await;
    }

    /// As [`Count::reaches`], but fails the test with `what` after [`WAIT_LIMIT`].
    pub(crate) async fn expect(&self, wanted: usize, what: &str) {
        let in_time = tokio::time::timeout(WAIT_LIMIT, self.reaches(wanted)).await.is_ok();
        assert!(in_time, "waited {WAIT_LIMIT:?} for {wanted} {what}, saw {}", self.get());
    }
}

impl fmt::Debug for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Count").field(&self.get()).finish()
    }
}

/// Runs one of the waits of this crate on a thread that has no runtime.
///
/// # Panics
/// Inside async code: await the future there instead.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime with a timer can be built")
        .block_on(future)
}
