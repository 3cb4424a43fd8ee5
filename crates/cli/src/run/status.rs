//! The line at the bottom of a terminal that tells what is being waited for, and for how long. There is none where no
//! person looks.

use crate::{terminal::Style, texts::Texts};
use reasonix_stdx::text::{one_line, visible};
use std::{
    io::{IsTerminal, Write, stderr},
    time::{Duration, Instant},
};

/// Waits shorter than this need no line.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The line.
pub(super) struct Status {
    enabled: bool,
    /// What is waited for.
    waiting: Option<(String, Instant)>,
    shown: bool,
}

impl Status {
    pub(super) fn new(enabled: bool) -> Self {
        Self { enabled: enabled && stderr().is_terminal(), waiting: None, shown: false }
    }

    /// Begins to wait for something.
    pub(super) fn wait_for(&mut self, what: &str) {
        self.clear();
        self.waiting = Some((one_line(&visible(what), 60), Instant::now()));
    }

    /// Nothing is waited for any more.
    pub(super) fn done(&mut self) {
        self.clear();
        self.waiting = None;
    }

    /// Takes the line away before something else is shown.
    pub(super) fn clear(&mut self) {
        if self.shown {
            eprint!("\r\x1b[K");
            self.shown = false;
        }
    }

    /// Shows how long it has been. Called about once a second.
    pub(super) fn tick(&mut self, texts: Texts) {
        let Some((what, since)) = self.waiting.as_ref().filter(|(_, since)| since.elapsed() >= PATIENCE) else {
            return;
        };
        if self.enabled {
            let Style { dim, reset, .. } = Style::of_stderr();
            let seconds = since.elapsed().as_secs().to_string();
            let line = texts.get("run.waiting", &[("what", what), ("seconds", &seconds)]);
            eprint!("\r\x1b[K{dim}{line}{reset}");
            let _ = stderr().flush();
            self.shown = true;
        }
    }
}
