//! Leaving: every session closes its journal and ends what it runs, then the program ends. A session that does not is not
//! waited for without end; its journal is whole anyway, up to the last event that was shown.

use crate::subscriptions::Subscriptions;
use reasonix_controller::Workspaces;
use std::{
    sync::atomic::{AtomicU8, Ordering},
    time::Duration,
};
use tauri::{AppHandle, Manager as _};
use tokio::time::timeout;

/// Commands get a moment to end by themselves before they are killed; that must fit.
const PATIENCE: Duration = Duration::from_secs(10);

const RUNNING: u8 = 0;
const CLOSING: u8 = 1;
const READY: u8 = 2;

/// How far leaving has come.
#[derive(Default)]
pub(crate) struct Quit(AtomicU8);

impl Quit {
    /// Whether nothing is left to be closed.
    pub(crate) fn is_ready(&self) -> bool {
        self.0.load(Ordering::Acquire) == READY
    }

    /// Closes everything, then ends the program. Asked again, it does nothing more.
    pub(crate) fn begin(&self, app: &AppHandle) {
        if self.0.compare_exchange(RUNNING, CLOSING, Ordering::AcqRel, Ordering::Acquire).is_err() {
            return;
        }
        let app = app.clone();
        tauri::async_runtime::spawn(async move {
            app.state::<Subscriptions>().end_all();
            let workspaces = app.state::<Workspaces>().inner().clone();
            let _ = timeout(PATIENCE, workspaces.close()).await;
            app.state::<Self>().0.store(READY, Ordering::Release);
            app.exit(0);
        });
    }

    /// A system that ends the program from outside, and Ctrl+C where it was started from a terminal, leave it the same way.
    pub(crate) fn on_signals(app: &AppHandle) {
        let app = app.clone();
        tauri::async_runtime::spawn(async move {
            asked_from_outside().await;
            app.state::<Self>().begin(&app);
        });
    }
}

#[cfg(unix)]
async fn asked_from_outside() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut kinds = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()].map(signal).into_iter();
    let (Some(Ok(mut terminate)), Some(Ok(mut interrupt)), Some(Ok(mut hangup))) =
        (kinds.next(), kinds.next(), kinds.next())
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        _ = hangup.recv() => {}
    }
}

#[cfg(not(unix))]
async fn asked_from_outside() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
