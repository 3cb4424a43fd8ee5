//! The output of a program while it comes: a thread reads, tests look and wait.

use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::signal::WAIT_LIMIT;

/// How long the end of the output is waited for after the end of the program. A child that it left behind may hold the
/// pipe open; that must not hang the test.
const AFTER_EXIT: Duration = Duration::from_secs(1);

#[derive(Clone, Debug, Default)]
pub(super) struct Pipe {
    shared: Arc<(Mutex<Gathered>, Condvar)>,
}

#[derive(Debug, Default)]
struct Gathered {
    bytes: Vec<u8>,
    ended: bool,
}

impl Pipe {
    pub(super) fn read(source: Option<impl Read + Send + 'static>) -> Self {
        let pipe = Self::default();
        let writer = pipe.clone();
        std::thread::spawn(move || writer.gather(source));
        pipe
    }

    fn gather(&self, source: Option<impl Read>) {
        let mut buffer = [0; 8192];
        if let Some(mut source) = source {
            while let Ok(length @ 1..) = source.read(&mut buffer) {
                self.lock().bytes.extend_from_slice(buffer.get(..length).unwrap_or_default());
                self.shared.1.notify_all();
            }
        }
        self.lock().ended = true;
        self.shared.1.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Gathered> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for as long as `goes_on` says so, at most `limit`.
    fn wait(&self, limit: Duration, goes_on: impl FnMut(&mut Gathered) -> bool) -> MutexGuard<'_, Gathered> {
        let waited = self.shared.1.wait_timeout_while(self.lock(), limit, goes_on);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    pub(super) fn text(&self) -> String {
        text(&self.lock())
    }

    pub(super) fn wait_for(&self, wanted: &str) -> String {
        let gathered = self.wait(WAIT_LIMIT, |gathered| !gathered.ended && !text(gathered).contains(wanted));
        let found = text(&gathered);
        assert!(found.contains(wanted), "{wanted:?} did not come, only:\n{found}");
        found
    }

    pub(super) fn finish(&self) -> String {
        text(&self.wait(AFTER_EXIT, |gathered| !gathered.ended))
    }
}

fn text(gathered: &Gathered) -> String {
    String::from_utf8_lossy(&gathered.bytes).into_owned()
}
