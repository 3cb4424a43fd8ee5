//! The engines of one process, one per workspace, as front ends for several workspaces see them: the desktop and the
//! browser. Whoever works in one folder only, holds that folder's [`Client`] instead.

mod folders;
mod list;
mod sessions;
mod tour;
mod watch;

use crate::{Client, LaunchOptions, blocking::blocking, commands::may_change_files, updates::Updates};
use reasonix_config::{Environment, Locations, Overrides};
use reasonix_protocol::{CallParams, Command, Problem, Reply, SessionId, Signal, SubmitParams, SubscribeParams};
use reasonix_store::WorkspaceFile;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::broadcast;
use tour::Tour;
use watch::Watch;

/// Signals that a subscriber may be behind before it misses some; it asks for the present state anew then.
const SIGNAL_QUEUE: usize = 256;

/// All engines of this process. Cheap to clone. Call [`Workspaces::close`] before the process ends.
#[derive(Clone)]
pub struct Workspaces(Arc<Inner>);

struct Inner {
    environment: Environment,
    /// What the command line sets of every workspace's configuration.
    overrides: Overrides,
    /// The workspace of calls that name none.
    started_in: PathBuf,
    /// By real path.
    engines: Mutex<HashMap<PathBuf, Client>>,
    /// By the real path of their workspace, which has an engine too.
    tours: Mutex<HashMap<PathBuf, Tour>>,
    /// `None` where no home folder is known; then nothing can be opened anyway.
    list: Option<WorkspaceFile>,
    signals: broadcast::Sender<Signal>,
    watch: Watch,
}

impl Workspaces {
    /// Nothing is started before it is asked for. `started_in` must be a folder's real path.
    pub fn new(environment: Environment, started_in: PathBuf) -> Self {
        Self::with_overrides(environment, started_in, Overrides::default())
    }

    /// As [`Workspaces::new`], with values that outrank every configuration file.
    pub fn with_overrides(environment: Environment, started_in: PathBuf, overrides: Overrides) -> Self {
        let (signals, _) = broadcast::channel(SIGNAL_QUEUE);
        let list = Locations::new(&environment).ok().map(|locations| WorkspaceFile::new(&locations.state));
        Self(Arc::new(Inner {
            environment,
            overrides,
            started_in,
            engines: Mutex::default(),
            tours: Mutex::default(),
            list,
            signals,
            watch: Watch::default(),
        }))
    }

    /// The real path of the workspace of calls that name none.
    pub fn started_in(&self) -> &Path {
        &self.0.started_in
    }

    /// The root that is worked in by calls that name no workspace: that workspace, unless its configuration says another.
    pub fn own_root(&self) -> Result<PathBuf, Problem> {
        Ok(self.engine(None)?.workspace())
    }

    /// Answers a command. Must be called inside a tokio runtime.
    pub async fn call(&self, params: CallParams) -> Result<Reply, Problem> {
        let CallParams { workspace, command } = params;
        let workspace = workspace.as_deref();
        match command {
            Command::About => self.about().map(Reply::About),
            Command::Workspaces => self.list().await.map(Reply::Workspaces),
            Command::WorkspaceOpen(params) => self.open_folder(&params.path).await.map(Reply::WorkspaceOpened),
            Command::WorkspaceForget(params) => self.forget_folder(&params.path).await.map(|()| Reply::Done),
            Command::FolderList(params) => self.list_folder(&params.path).await.map(Reply::FolderList),
            Command::TourStart => self.start_tour().await.map(Reply::SessionOpened),
            Command::SessionOpen(params) => self.open_session(workspace, params).await.map(Reply::SessionOpened),
            command => {
                let may_change_files = may_change_files(&command);
                let reply = self.engine_for(workspace, &command)?.call(command).await;
                if may_change_files {
                    // The other engines work by the user's file as well.
                    self.look_for_changes().await;
                }
                reply
            }
        }
    }

    /// Sends an op to an open session. A refusal comes back as a live event; the error means that it is not open.
    pub fn submit(&self, params: SubmitParams) -> Result<(), Problem> {
        self.client_of(&params.session)?.submit(&params.session, params.op)
    }

    /// Begins to tell what happens. Dropping the updates ends it.
    pub async fn subscribe(&self, params: SubscribeParams) -> Result<Updates, Problem> {
        match params {
            SubscribeParams::Signals => Ok(Updates::signals(self.0.signals.subscribe())),
            SubscribeParams::Session { session, from_seq, preview_bytes, newest } => {
                let mut subscription = self.client_of(&session)?.subscribe(&session, from_seq).await?;
                let Some(events) = newest.filter(|_| from_seq <= 1) else {
                    return Ok(Updates::session(subscription, from_seq, preview_bytes));
                };
                blocking(move || {
                    let snapshot = subscription.skip_to_newest(events.into());
                    let updates = Updates::session(subscription, from_seq, preview_bytes);
                    Ok(updates.after(snapshot))
                })
                .await
            }
        }
    }

    /// The settings that hold in the workspace that the program was started in: the user's, with that project's.
    pub fn settings(&self) -> Result<reasonix_config::Settings, Problem> {
        Ok(self.engine(None)?.settings())
    }

    /// Closes every session in good order and removes the tours' folders.
    pub async fn close(&self) {
        let engines: Vec<Client> = self.engines().drain().map(|(_, client)| client).collect();
        for client in engines {
            client.close_all().await;
        }
        self.tours().clear();
    }

    /// The engine of a workspace, started if it is the first time. A broken configuration is reported, not refused.
    fn engine(&self, workspace: Option<&str>) -> Result<Client, Problem> {
        let wanted = workspace.map_or(self.0.started_in.as_path(), Path::new);
        let unusable = |error: &dyn std::fmt::Display| {
            Problem::new("folder_unusable").with("path", wanted.display()).with("reason", error)
        };
        if !wanted.is_absolute() {
            return Err(unusable(&"the path is not absolute"));
        }
        let folder = wanted.canonicalize().map_err(|error| unusable(&error))?;
        let mut engines = self.engines();
        if let Some(client) = engines.get(&folder) {
            return Ok(client.clone());
        }
        if !folder.is_dir() {
            return Err(unusable(&"not a folder"));
        }
        let mut environment = self.0.environment.clone();
        environment.current_folder.clone_from(&folder);
        let options = LaunchOptions {
            broken: crate::BrokenConfig::Report,
            overrides: self.0.overrides.clone(),
            ..LaunchOptions::new(environment, folder.clone())
        };
        let client = self.launch(options)?;
        engines.insert(folder, client.clone());
        drop(engines);
        self.watch();
        Ok(client)
    }

    fn launch(&self, options: LaunchOptions) -> Result<Client, Problem> {
        let launched = Client::launch_telling(options, self.0.signals.clone());
        launched
            .map(|launched| launched.client)
            .map_err(|problems| problems.into_iter().next().unwrap_or_else(|| Problem::new("config_empty")))
    }

    fn client_of(&self, session: &SessionId) -> Result<Client, Problem> {
        let closed = || Problem::new("session_closed").with("session", session);
        self.holder(session).ok_or_else(closed)
    }

    /// The engine that has a session open.
    fn holder(&self, session: &SessionId) -> Option<Client> {
        self.engines().values().find(|client| client.has_open(session)).cloned()
    }

    fn tell(&self, signal: Signal) {
        // That nobody listens is no failure.
        let _ = self.0.signals.send(signal);
    }

    fn engines(&self) -> MutexGuard<'_, HashMap<PathBuf, Client>> {
        self.0.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tours(&self) -> MutexGuard<'_, HashMap<PathBuf, Tour>> {
        self.0.tours.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
