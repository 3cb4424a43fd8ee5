//! How the sessions of an engine stand, for front ends that show more than one: gathered from the sessions' actors, and
//! told as signals.

use reasonix_agent::{Standing, Watcher};
use reasonix_protocol::{
    SessionId, Signal,
    command::{SessionStatus, SessionSummary},
};
use reasonix_store::{SessionFiles, SessionMeta, SessionStore};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::broadcast;
use tokio_util::task::TaskTracker;

/// Changes of a session within this time are told as one.
const DEBOUNCE: Duration = Duration::from_millis(200);

/// The standings of one engine's sessions.
pub(crate) struct Board(Arc<Inner>);

struct Inner {
    signals: broadcast::Sender<Signal>,
    store: SessionStore,
    sessions: Mutex<HashMap<SessionId, Known>>,
    /// Sessions whose change is about to be told.
    pending: Mutex<HashSet<SessionId>>,
    /// Whether the newest end of a session was not seen, where that is still to be kept.
    unkept: Mutex<HashMap<SessionId, bool>>,
    /// Held while one is kept, so that what was noted last is what stays.
    writing: Mutex<()>,
    /// What is being kept.
    keeping: TaskTracker,
}

#[derive(Clone)]
struct Known {
    standing: Standing,
    /// A turn has ended while nobody looked.
    is_unseen: bool,
}

impl Known {
    fn status(&self) -> SessionStatus {
        match self.standing.status {
            SessionStatus::Resting if self.is_unseen => SessionStatus::Unseen,
            status => status,
        }
    }
}

impl Board {
    pub(crate) fn new(signals: broadcast::Sender<Signal>, store: SessionStore) -> Self {
        Self(Arc::new(Inner {
            signals,
            store,
            sessions: Mutex::default(),
            pending: Mutex::default(),
            unkept: Mutex::default(),
            writing: Mutex::default(),
            keeping: TaskTracker::new(),
        }))
    }

    /// Waits until what the next process is to know is on the disk.
    pub(crate) async fn kept(&self) {
        self.0.keeping.close();
        self.0.keeping.wait().await;
        self.0.keeping.reopen();
    }

    /// Tells a signal. That nobody listens is no failure.
    pub(crate) fn tell(&self, signal: Signal) {
        let _ = self.0.signals.send(signal);
    }

    /// Puts what is known of a session that is open here into its summary.
    pub(crate) fn complete(&self, summary: &mut SessionSummary) {
        if let Some(known) = self.0.sessions().get(&summary.id) {
            summary.status = known.status();
        }
    }

    /// Its user has looked at a session.
    pub(crate) fn seen(&self, session: &SessionId) {
        let change = self.0.sessions().get_mut(session).and_then(|known| {
            let before = known.status();
            known.is_unseen = false;
            (known.status() != before).then(|| known.status())
        });
        if let Some(status) = change {
            self.tell(Signal::SessionStatus { session: session.clone(), status });
        }
    }
}

impl Watcher for Board {
    fn stands(&self, session: &SessionId, standing: &Standing) {
        let inner = &self.0;
        let before = inner.sessions().get(session).cloned();
        let was = before.as_ref().map(|known| &known.standing);
        let has_missed = was.is_some_and(|was| standing.missed > was.missed);
        let is_unseen = match &before {
            _ if standing.is_watched => false,
            _ if has_missed => true,
            Some(known) => known.is_unseen,
            None => inner.meta(session).is_some_and(|meta| meta.unseen),
        };
        let known = Known { standing: standing.clone(), is_unseen };
        let status = known.status();
        inner.sessions().insert(session.clone(), known);
        if before.as_ref().map(Known::status) != Some(status) {
            self.tell(Signal::SessionStatus { session: session.clone(), status });
        }
        let was_unseen = before.as_ref().is_none_or(|known| known.is_unseen);
        if is_unseen != was_unseen {
            inner.note_unseen(session, is_unseen);
        }
        let shown = |standing: &Standing| (standing.turns, standing.ended, standing.model.clone());
        if was.map(shown) != Some(shown(standing)) {
            inner.tell_change(session);
        }
    }

    fn gone(&self, session: &SessionId) {
        if self.0.sessions().remove(session).is_some() {
            self.0.tell_change(session);
        }
    }
}

impl Inner {
    /// Keeps for the next process whether the newest end was seen.
    fn note_unseen(self: &Arc<Self>, session: &SessionId, is_unseen: bool) {
        self.unkept().insert(session.clone(), is_unseen);
        let (inner, session) = (Arc::clone(self), session.clone());
        self.keeping.spawn_blocking(move || {
            let _alone = inner.writing.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(is_unseen) = inner.unkept().remove(&session) else { return };
            let Some(files) = inner.files(&session) else { return };
            if let Err(error) = SessionMeta::change(&files.meta(), |meta| meta.unseen = is_unseen) {
                tracing::warn!(%error, %session, "that its end was not seen could not be kept");
            }
        });
    }

    /// Tells the summary of a session soon.
    fn tell_change(self: &Arc<Self>, session: &SessionId) {
        if !self.pending.lock().unwrap_or_else(PoisonError::into_inner).insert(session.clone()) {
            return;
        }
        let (inner, session) = (Arc::clone(self), session.clone());
        tokio::spawn(async move {
            tokio::time::sleep(DEBOUNCE).await;
            let work = move || {
                inner.pending.lock().unwrap_or_else(PoisonError::into_inner).remove(&session);
                let files = inner.files(&session)?;
                let mut summary = inner.store.summarise(&files).ok()?;
                Board(Arc::clone(&inner)).complete(&mut summary);
                let _ = inner.signals.send(Signal::SessionChanged { summary: Box::new(summary) });
                Some(())
            };
            // A session that was deleted meanwhile has no summary.
            let _ = tokio::task::spawn_blocking(work).await;
        });
    }

    fn meta(&self, session: &SessionId) -> Option<SessionMeta> {
        Some(SessionMeta::load(&self.files(session)?.meta()))
    }

    fn files(&self, session: &SessionId) -> Option<SessionFiles> {
        self.store.get(session).ok()
    }

    fn unkept(&self) -> MutexGuard<'_, HashMap<SessionId, bool>> {
        self.unkept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<SessionId, Known>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
