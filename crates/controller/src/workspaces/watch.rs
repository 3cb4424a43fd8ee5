//! Notices changes of the files that the engines work by. What the system says about a file is only a reason to look; what
//! counts is the file's state.

use super::{Inner, Workspaces};
use crate::Client;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::{
    collections::HashSet,
    ffi::OsString,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError, Weak},
    time::Duration,
};
use tokio::sync::mpsc;

/// Changes within this time are looked at together.
const DEBOUNCE: Duration = Duration::from_millis(150);

/// How often is looked where the system cannot tell.
const POLL: Duration = Duration::from_secs(2);

/// The watch over the files of all engines. Begins with the first engine.
#[derive(Default)]
pub(super) struct Watch {
    wake: OnceLock<mpsc::UnboundedSender<()>>,
}

impl Workspaces {
    /// Watches the files of all engines there are now. Must be called inside a tokio runtime.
    pub(super) fn watch(&self) {
        let wake = self.0.watch.wake.get_or_init(|| {
            let (wake, woken) = mpsc::unbounded_channel();
            tokio::spawn(Eye::new(wake.downgrade()).keep(Arc::downgrade(&self.0), woken));
            wake
        });
        // It ends with the process only.
        let _ = wake.send(());
    }

    /// Lets every engine look at its files.
    pub(super) async fn look_for_changes(&self) {
        let clients: Vec<Client> = self.engines().values().cloned().collect();
        let look = move || clients.iter().for_each(Client::look_for_changes);
        if let Err(error) = tokio::task::spawn_blocking(look).await {
            tracing::error!(%error, "looking for a change of the configuration broke off");
        }
    }

    fn watched_files(&self) -> Vec<PathBuf> {
        self.engines().values().flat_map(|client| client.config().files()).collect()
    }
}

/// What looks.
struct Eye {
    /// `None` where the system cannot tell.
    watcher: Option<RecommendedWatcher>,
    folders: HashSet<PathBuf>,
    /// The names that matter in any watched folder.
    names: Arc<Mutex<HashSet<OsString>>>,
    /// Some folder could not be watched.
    must_poll: bool,
}

impl Eye {
    fn new(wake: mpsc::WeakUnboundedSender<()>) -> Self {
        let names: Arc<Mutex<HashSet<OsString>>> = Arc::default();
        let wanted = Arc::clone(&names);
        let watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            let matters = match &event {
                // Looking at a file is no change, and we look ourselves.
                Ok(event) if matches!(event.kind, EventKind::Access(_)) => false,
                Ok(event) => {
                    let wanted = wanted.lock().unwrap_or_else(PoisonError::into_inner);
                    let is_wanted = |path: &PathBuf| path.file_name().is_none_or(|name| wanted.contains(name));
                    event.paths.is_empty() || event.paths.iter().any(is_wanted)
                }
                Err(_) => true,
            };
            if let Some(wake) = wake.upgrade().filter(|_| matters) {
                let _ = wake.send(());
            }
        });
        if let Err(error) = &watcher {
            tracing::warn!(%error, "files cannot be watched; they are looked at every few seconds");
        }
        Self { must_poll: watcher.is_err(), watcher: watcher.ok(), folders: HashSet::new(), names }
    }

    /// Looks until the workspaces are gone.
    async fn keep(mut self, workspaces: Weak<Inner>, mut woken: mpsc::UnboundedReceiver<()>) {
        loop {
            let word = woken.recv();
            let word =
                if self.must_poll { tokio::time::timeout(POLL, word).await.unwrap_or(Some(())) } else { word.await };
            if word.is_none() {
                return;
            }
            tokio::time::sleep(DEBOUNCE).await;
            while woken.try_recv().is_ok() {}
            let Some(inner) = workspaces.upgrade() else { return };
            let workspaces = Workspaces(inner);
            // Before looking, so that no change falls between.
            self.turn_to(&workspaces.watched_files());
            workspaces.look_for_changes().await;
        }
    }

    /// Watches the folders of these files, or what there is of them.
    fn turn_to(&mut self, files: &[PathBuf]) {
        let mut names = HashSet::new();
        let mut folders = HashSet::new();
        for file in files {
            names.extend(file.iter().map(OsString::from));
            folders.extend(nearest_folder(file));
            // A linked file changes where the link leads.
            if let Ok(real) = file.canonicalize()
                && real != *file
            {
                names.extend(real.file_name().map(OsString::from));
                folders.extend(nearest_folder(&real));
            }
        }
        *self.names.lock().unwrap_or_else(PoisonError::into_inner) = names;
        let Some(watcher) = &mut self.watcher else { return };
        for gone in self.folders.difference(&folders) {
            // It may not be there any more.
            let _ = watcher.unwatch(gone);
        }
        for new in folders.difference(&self.folders) {
            if let Err(error) = watcher.watch(new, RecursiveMode::NonRecursive) {
                tracing::warn!(%error, folder = %new.display(), "a folder cannot be watched");
                self.must_poll = true;
            }
        }
        self.folders = folders;
    }
}

fn nearest_folder(file: &Path) -> Option<PathBuf> {
    file.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_path_buf)
}
