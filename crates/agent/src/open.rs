//! Opening a session: new, or from its journal. Everything it works with comes in here.

use crate::{
    SessionHandle, SessionState, Watcher,
    jobs::lose_jobs,
    recover::recover,
    session::{Session, SessionLog},
};
use reasonix_model::{Price, Provider};
use reasonix_protocol::{Body, Effort, Event, Posture, Problem, Settings};
use reasonix_store::{Journal, SessionFiles, WriterLock, boot_id};
use reasonix_tool::{Pipeline, PolicyBook, Workspace};
use std::{sync::Arc, time::Duration};

/// Finds the provider of a `provider/model` reference.
pub trait ModelSource: Send + Sync {
    fn open(&self, reference: &str) -> Result<OpenModel, Problem>;
}

/// A model ready to be asked.
#[derive(Clone)]
pub struct OpenModel {
    pub provider: Arc<dyn Provider>,
    /// The vendor's name of the model.
    pub name: String,
    pub max_output_tokens: Option<u32>,
    pub temperature: Option<f64>,
    pub price: Option<Price>,
    /// Used while the session sets none.
    pub default_effort: Option<Effort>,
}

/// The grants that a project keeps across sessions.
pub trait GrantSource: Send + Sync {
    /// All of them, as allow rules, if they may have changed since `known`; asked before every decision, so that it must
    /// cost next to nothing while nothing changes.
    fn newer_than(&self, known: Option<u64>) -> Option<SavedGrants>;

    /// Keeps these for good.
    fn add(&self, rules: &[String]) -> Result<(), Problem>;

    /// Opens these absolute folders for writing in all sessions of the project.
    fn open(&self, folders: &[String]) -> Result<(), Problem>;
}

/// Saved grants, with what tells this state of them from another.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SavedGrants {
    pub version: u64,
    pub rules: Vec<String>,
    /// Why they could not be read; then there are none.
    pub problem: Option<Problem>,
}

/// What every session of a run shares.
#[derive(Clone)]
pub struct SessionParts {
    pub models: Arc<dyn ModelSource>,
    pub pipeline: Arc<Pipeline>,
    pub workspace: Arc<Workspace>,
    pub policy: Arc<PolicyBook>,
    pub grants: Arc<dyn GrantSource>,
    /// Is told how the session stands.
    pub watcher: Option<Arc<dyn Watcher>>,
    /// How long a job may print nothing before that is told; `None`: it never is.
    pub job_quiet_limit: Option<Duration>,
    /// Stops what a dead process left running under a mark, and says whether there was anything.
    pub stop_leftovers: fn(mark: &str) -> bool,
    /// Version of the program, for the journal.
    pub build: String,
}

/// A new session or one from disk.
pub enum Start {
    New {
        settings: Settings,
        /// The system prompt, fixed for the session's life.
        system: String,
    },
    /// Keeps what the journal says, except for what is given here.
    Resume { model: Option<String>, posture: Option<Posture> },
}

/// How to open a session.
pub struct OpenSession {
    pub files: SessionFiles,
    pub start: Start,
    /// Whether some front end may answer waits.
    pub can_ask: bool,
}

impl OpenSession {
    /// Takes the writer lock, reads or begins the journal, and starts the actor. Must be called inside a tokio runtime.
    pub fn open(self, parts: SessionParts) -> Result<SessionHandle, Problem> {
        let files = self.files;
        // First of all: a session that cannot begin leaves no file.
        let new_model = match &self.start {
            Start::New { settings, .. } => Some(parts.models.open(&settings.model)?),
            Start::Resume { .. } => None,
        };
        let lock = WriterLock::take(&files.lock()).map_err(|error| error.problem())?;
        let mut state = SessionState::new(files.id.clone());
        let mut torn = None;
        let mut begun = true;
        let journal = match &self.start {
            Start::New { .. } => Journal::create(&files.journal),
            Start::Resume { .. } => {
                begun = false;
                let each = |event: Event| {
                    begun |= matches!(event.body, Body::PrefixSet { .. });
                    state.apply(&event);
                };
                Journal::open_with(&files.journal, each).map(|(journal, found)| {
                    torn = found;
                    journal
                })
            }
        }
        .map_err(|error| error.problem())?;
        if !begun {
            return Err(Problem::new("session_never_began").with("session", &files.id));
        }

        let (settings, system) = match self.start {
            Start::New { settings, system } => (settings, Some(system)),
            Start::Resume { model, posture } => {
                let mut settings = state.settings.clone();
                settings.model = model.unwrap_or(settings.model);
                settings.posture = posture.unwrap_or(settings.posture);
                (settings, None)
            }
        };
        let model = match new_model {
            Some(model) => model,
            None => parts.models.open(&settings.model)?,
        };
        let old_boot = std::mem::replace(&mut state.boot, boot_id());
        let boot_changed = !old_boot.is_empty() && old_boot != state.boot;
        let opened = Body::SessionOpened {
            build: parts.build.clone(),
            pid: std::process::id(),
            boot: state.boot.clone(),
            workspace: parts.workspace.root().display().to_string(),
            roots: parts.workspace.roots().iter().skip(1).map(|root| root.display().to_string()).collect(),
            settings,
        };
        let mut log = SessionLog::new(state, journal, lock);
        log.record(opened)?;
        let opened_seq = log.state.seq;
        if let Some(system) = system {
            log.record(Body::PrefixSet { system })?;
        }
        if let Some(torn) = torn {
            let notice = Problem::new("journal_torn").with("line", torn.line).with("bytes", torn.bytes);
            log.record(Body::Notice { notice })?;
        }
        recover(&mut log, boot_changed)?;
        lose_jobs(&mut log, parts.stop_leftovers)?;
        Ok(Session::start(log, parts, model, files.blobs(), self.can_ask, opened_seq))
    }
}
