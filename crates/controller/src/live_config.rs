//! The configuration of a running engine: what holds, and how it is made anew when its files change. While what the files
//! say is broken, what held before goes on holding.

use crate::{
    LaunchOptions,
    wire::{Found, Wired, wire},
};
use reasonix_protocol::Signal;
use reasonix_store::Stamp;
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock},
};

/// The parts of an engine, exchanged as a whole.
pub(crate) struct LiveConfig {
    options: LaunchOptions,
    wired: RwLock<Arc<Wired>>,
    newest: Mutex<Newest>,
}

/// The files as they were looked at last.
struct Newest {
    stamps: Vec<Stamp>,
    grants: Stamp,
    /// What is to be told about what they say, which is more than what holds while it is broken.
    found: Found,
}

impl LiveConfig {
    pub(crate) fn new(options: LaunchOptions, wired: Wired) -> Self {
        let newest =
            Newest { stamps: wired.stamps.clone(), grants: wired.grants.file().stamp(), found: wired.found.clone() };
        Self { options, wired: RwLock::new(Arc::new(wired)), newest: Mutex::new(newest) }
    }

    /// What holds now.
    pub(crate) fn wired(&self) -> Arc<Wired> {
        Arc::clone(&self.wired.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// What is to be told about the files as they were read last.
    pub(crate) fn found(&self) -> Found {
        self.newest().found.clone()
    }

    /// The files that matter, whether they exist or not.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let wired = self.wired();
        let mut files = wired.source.files().to_vec();
        files.push(wired.grants.file().path().to_path_buf());
        files
    }

    /// Looks at the files, reads them again if they were changed, and gives back what is to be told. Waits for the disk.
    pub(crate) fn look_for_changes(&self) -> Vec<Signal> {
        let mut newest = self.newest();
        let wired = self.wired();
        let workspace = wired.parts.workspace.root().display().to_string();
        let mut signals = Vec::new();
        let grants = wired.grants.file().stamp();
        if grants != newest.grants {
            newest.grants = grants;
            signals.push(Signal::GrantsChanged { workspace: workspace.clone() });
        }
        let stamps = wired.source.stamps();
        if stamps != newest.stamps {
            newest.stamps = stamps;
            newest.found = self.read_again(&wired);
            let Found { errors, warnings, .. } = newest.found.clone();
            signals.push(Signal::ConfigChanged { workspace, errors, warnings });
        }
        signals
    }

    fn read_again(&self, before: &Wired) -> Found {
        let mut wired = match wire(&self.options) {
            Ok(wired) => wired,
            Err(problems) => return Found::broken(problems),
        };
        let found = wired.found.clone();
        if found.errors.is_empty() || !before.found.errors.is_empty() {
            // These outlive what is configured.
            wired.store = before.store.clone();
            wired.parts.watcher.clone_from(&before.parts.watcher);
            *self.wired.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(wired);
        }
        found
    }

    fn newest(&self) -> MutexGuard<'_, Newest> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
