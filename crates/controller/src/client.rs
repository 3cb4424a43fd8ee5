//! The client that every front end holds: open, submit, subscribe, call.

use crate::{
    blocking::blocking,
    board::Board,
    commands,
    files::Files,
    launch::{LaunchOptions, Launched},
    live_config::LiveConfig,
    wire::{Wired, wire},
};
use reasonix_agent::{OpenSession, SessionHandle, Start, Subscription};
use reasonix_config::PermissionMode;
use reasonix_protocol::{Command, Mode, Op, Posture, Problem, Reply, SessionId, Settings, Signal};
use reasonix_store::SessionFiles;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::broadcast;

/// One engine in this process. Cheap to clone.
#[derive(Clone)]
pub struct Client(Arc<Engine>);

struct Engine {
    config: LiveConfig,
    /// Sessions that are open here; opening one again gives the same actor.
    sessions: Mutex<HashMap<SessionId, SessionHandle>>,
    /// Held while a session is opened.
    opening: Mutex<()>,
    files: Files,
    /// Where somebody wants to be told what changes.
    board: Option<Arc<Board>>,
}

/// Which session to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    New,
    /// The one of this workspace that changed last.
    Newest,
    /// An id, a unique beginning of one, a journal's path, or a unique part of a title.
    Query(String),
}

/// How to open a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenParams {
    pub which: Which,
    /// A model reference; `None` takes the session's own, or the default.
    pub model: Option<String>,
    /// `None` takes the session's own, or the one of the configuration.
    pub posture: Option<Posture>,
    /// Whether the front end may answer waits.
    pub can_ask: bool,
}

/// An open session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    pub session: SessionId,
    /// Subscribe from here to see what was found when it was opened, and all that follows.
    pub seq: u64,
}

impl Opened {
    fn of(handle: &SessionHandle) -> Self {
        Self { session: handle.id().clone(), seq: handle.opened_seq() }
    }
}

impl Client {
    /// Reads the configuration and starts an engine. Connects to nothing. The error lists everything that is wrong.
    pub fn launch(options: LaunchOptions) -> Result<Launched, Vec<Problem>> {
        Self::start(options, None)
    }

    /// As [`Self::launch`], for front ends that are told by signals what changes.
    pub(crate) fn launch_telling(
        options: LaunchOptions,
        signals: broadcast::Sender<Signal>,
    ) -> Result<Launched, Vec<Problem>> {
        Self::start(options, Some(signals))
    }

    fn start(options: LaunchOptions, signals: Option<broadcast::Sender<Signal>>) -> Result<Launched, Vec<Problem>> {
        let mut wired = wire(&options)?;
        let board = signals.map(|signals| Arc::new(Board::new(signals, wired.store.clone())));
        wired.parts.watcher = board.clone().map(|board| board as Arc<dyn reasonix_agent::Watcher>);
        let warnings = wired.found.warnings.clone();
        let engine = Engine {
            config: LiveConfig::new(options, wired),
            sessions: Mutex::new(HashMap::new()),
            opening: Mutex::new(()),
            files: Files::default(),
            board,
        };
        Ok(Launched { client: Self(Arc::new(engine)), warnings })
    }

    /// Opens a session. Must be called inside a tokio runtime.
    pub fn open(&self, params: OpenParams) -> Result<Opened, Problem> {
        // One after the other: two that open the same session get the same actor.
        let _one = self.0.opening.lock().unwrap_or_else(PoisonError::into_inner);
        let wired = &*self.wired();
        if let Some(error) = wired.found.errors.first() {
            return Err(error.clone());
        }
        let workspace = wired.parts.workspace.root();
        let files = match &params.which {
            Which::New => None,
            Which::Newest => Some(wired.store.newest(workspace).map_err(|error| error.problem())?),
            Which::Query(query) => Some(find(wired, query)?),
        };
        if let Some(handle) = files.as_ref().and_then(|files| self.handle(&files.id).ok()) {
            return Ok(Opened::of(&handle));
        }
        let handle = match files {
            None => open_new(wired, params)?,
            Some(files) => resume(wired, files, params)?,
        };
        let opened = Opened::of(&handle);
        self.sessions().insert(opened.session.clone(), handle.clone());
        let now = self.wired();
        if !Arc::ptr_eq(&now.parts.pipeline, &wired.parts.pipeline) {
            // The configuration has changed meanwhile.
            handle.adopt(now.parts.clone());
        }
        Ok(opened)
    }

    /// As [`Self::open`], off the threads that carry the sessions: a long journal takes its time to be read.
    pub(crate) async fn open_aside(&self, params: OpenParams) -> Result<Opened, Problem> {
        let client = self.clone();
        blocking(move || client.open(params)).await
    }

    /// Sends an op to an open session. A refusal comes back as a live event; the error means that it is not open.
    pub fn submit(&self, session: &SessionId, op: Op) -> Result<(), Problem> {
        self.handle(session)?.submit(op)
    }

    /// Durable events from `from_seq` on (1 is the first), then everything as it happens.
    pub async fn subscribe(&self, session: &SessionId, from_seq: u64) -> Result<Subscription, Problem> {
        self.handle(session)?.subscribe(from_seq).await
    }

    /// Answers a command. Those about the whole program are for [`crate::Workspaces`].
    pub async fn call(&self, command: Command) -> Result<Reply, Problem> {
        commands::answer(self, command).await
    }

    /// The folder that is worked in.
    pub fn workspace(&self) -> std::path::PathBuf {
        self.wired().parts.workspace.root().to_path_buf()
    }

    /// Whether a session is open in this engine.
    pub fn has_open(&self, session: &SessionId) -> bool {
        self.handle(session).is_ok()
    }

    /// The language texts are shown in, by the configuration; `None` leaves it to the environment.
    pub fn configured_language(&self) -> Option<reasonix_locale::Language> {
        match self.wired().loaded.settings.language {
            reasonix_config::LanguageChoice::Auto => None,
            reasonix_config::LanguageChoice::En => Some(reasonix_locale::Language::En),
            reasonix_config::LanguageChoice::Zh => Some(reasonix_locale::Language::ZhCn),
        }
    }

    /// The settings of the configuration that holds now.
    pub fn settings(&self) -> reasonix_config::Settings {
        self.wired().loaded.settings.clone()
    }

    /// The posture of a new session, by the configuration.
    pub fn configured_posture(&self) -> Posture {
        configured_posture(&self.wired())
    }

    /// Closes a session if it is open here, and waits until it has let go of its files.
    pub(crate) async fn close(&self, session: &SessionId) {
        let handle = self.sessions().remove(session);
        if let Some(handle) = handle {
            handle.close().await;
        }
    }

    /// Closes all sessions.
    pub(crate) async fn close_all(&self) {
        let open: Vec<SessionId> = self.sessions().keys().cloned().collect();
        for session in open {
            self.close(&session).await;
        }
        if let Some(board) = self.board() {
            board.kept().await;
        }
    }

    /// The parts that hold now.
    pub(crate) fn wired(&self) -> Arc<Wired> {
        self.0.config.wired()
    }

    pub(crate) fn config(&self) -> &LiveConfig {
        &self.0.config
    }

    pub(crate) fn files(&self) -> &Files {
        &self.0.files
    }

    /// Tells what has changed, where somebody wants to know.
    pub(crate) fn board(&self) -> Option<&Board> {
        self.0.board.as_deref()
    }

    /// Reads the configuration again if its files have changed, gives it to the open sessions, and tells. Waits for the
    /// disk.
    pub(crate) fn look_for_changes(&self) {
        for signal in self.0.config.look_for_changes() {
            if matches!(&signal, Signal::ConfigChanged { errors, .. } if errors.is_empty()) {
                let parts = &self.wired().parts;
                self.sessions().values().for_each(|handle| handle.adopt(parts.clone()));
            }
            if let Some(board) = self.board() {
                board.tell(signal);
            }
        }
    }

    fn handle(&self, session: &SessionId) -> Result<SessionHandle, Problem> {
        let mut sessions = self.sessions();
        sessions.retain(|_, handle| !handle.is_closed());
        let closed = || Problem::new("session_closed").with("session", session);
        sessions.get(session).cloned().ok_or_else(closed)
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<SessionId, SessionHandle>> {
        self.0.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A session of another folder is found too, but must be gone on with there: its roots are not those of this run. One
/// that is named by its file is taken as it is.
fn find(wired: &Wired, query: &str) -> Result<SessionFiles, Problem> {
    let workspace = wired.parts.workspace.root();
    let files = wired.store.find(query, workspace).map_err(|error| error.problem())?;
    if std::path::Path::new(query).is_file() {
        return Ok(files);
    }
    let summary = wired.store.summarise(&files).map_err(|error| error.problem())?;
    if std::path::Path::new(&summary.workspace) == workspace {
        return Ok(files);
    }
    Err(Problem::new("session_elsewhere").with("session", files.id).with("workspace", summary.workspace))
}

fn open_new(wired: &Wired, params: OpenParams) -> Result<SessionHandle, Problem> {
    let settings = Settings {
        model: wired.models.resolve(params.model.as_deref())?,
        effort: None,
        mode: Mode::Normal,
        posture: params.posture.unwrap_or_else(|| configured_posture(wired)),
    };
    let system = wired.system_prompt()?;
    let files = wired.store.create(wired.parts.workspace.root()).map_err(|error| error.problem())?;
    OpenSession { files, start: Start::New { settings, system }, can_ask: params.can_ask }.open(wired.parts.clone())
}

fn resume(wired: &Wired, files: SessionFiles, params: OpenParams) -> Result<SessionHandle, Problem> {
    let model = params.model.as_deref().map(|model| wired.models.resolve(Some(model))).transpose()?;
    let start = Start::Resume { model, posture: params.posture };
    let opened = OpenSession { files, start, can_ask: params.can_ask }.open(wired.parts.clone());
    opened.map_err(|problem| match problem.code.as_str() {
        // Nobody has named a model now: it is the session's own that is not configured any more.
        "config_unknown_model" => Problem { code: "session_model_gone".to_owned(), ..problem },
        _ => problem,
    })
}

fn configured_posture(wired: &Wired) -> Posture {
    match wired.loaded.settings.permissions.mode {
        PermissionMode::Ask => Posture::Ask,
        PermissionMode::Allow => Posture::Auto,
        PermissionMode::Deny => Posture::DontAsk,
    }
}
