//! The engines of one process, one per workspace, as front ends for several workspaces see them: the desktop and the
//! browser. Whoever works in one folder only, holds that folder's [`Client`] instead.

use crate::{Client, LaunchOptions, OpenParams, Which, updates::Updates};
use reasonix_config::{Environment, Overrides};
use reasonix_protocol::{
    CallParams, Command, Problem, Reply, SessionId, Signal, SubmitParams, SubscribeParams,
    command::{SessionChoice, SessionOpenParams, SessionOpenedReply},
};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::broadcast;

/// Signals that a subscriber may be behind before it misses some; it asks for the present state anew then.
const SIGNAL_QUEUE: usize = 256;

/// All engines of this process. Cheap to clone.
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
    signals: broadcast::Sender<Signal>,
}

impl Workspaces {
    /// Nothing is started before it is asked for. `started_in` must be a folder's real path.
    pub fn new(environment: Environment, started_in: PathBuf) -> Self {
        Self::with_overrides(environment, started_in, Overrides::default())
    }

    /// As [`Workspaces::new`], with values that outrank every configuration file.
    pub fn with_overrides(environment: Environment, started_in: PathBuf, overrides: Overrides) -> Self {
        let (signals, _) = broadcast::channel(SIGNAL_QUEUE);
        Self(Arc::new(Inner { environment, overrides, started_in, engines: Mutex::default(), signals }))
    }

    /// The real path of the workspace of calls that name none.
    pub fn started_in(&self) -> &Path {
        &self.0.started_in
    }

    /// Closes all open sessions in good order, before the program ends.
    pub async fn close(&self) {
        let clients: Vec<Client> = self.engines().values().cloned().collect();
        for client in clients {
            client.close_all().await;
        }
    }

    /// Answers a command. Must be called inside a tokio runtime.
    pub async fn call(&self, params: CallParams) -> Result<Reply, Problem> {
        let client = self.engine(params.workspace.as_deref())?;
        match params.command {
            Command::SessionOpen(params) => self.open(&client, params),
            command => client.call(command).await,
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
            SubscribeParams::Session { session, from_seq, preview_bytes } => {
                let subscription = self.client_of(&session)?.subscribe(&session, from_seq).await?;
                Ok(Updates::session(subscription, from_seq, preview_bytes))
            }
        }
    }

    fn open(&self, client: &Client, params: SessionOpenParams) -> Result<Reply, Problem> {
        let which = match params.which {
            SessionChoice::New => Which::New,
            SessionChoice::Existing { session } | SessionChoice::CopyOf { session } => Which::Query(session.0),
        };
        let opened = client.open(OpenParams { which, model: params.model, posture: params.posture, can_ask: true })?;
        let workspace = client.workspace().display().to_string();
        Ok(Reply::SessionOpened(SessionOpenedReply { session: opened.session, workspace }))
    }

    /// The engine of a workspace, started if it is the first time. A broken configuration is reported, not refused.
    fn engine(&self, workspace: Option<&str>) -> Result<Client, Problem> {
        let wanted = workspace.map_or(self.0.started_in.as_path(), Path::new);
        let unusable = |error| Problem::new("folder_unusable").with("path", wanted.display()).with("reason", error);
        let folder = wanted.canonicalize().map_err(unusable)?;
        let mut engines = self.engines();
        if let Some(client) = engines.get(&folder) {
            return Ok(client.clone());
        }
        let mut environment = self.0.environment.clone();
        environment.current_folder.clone_from(&folder);
        let options = LaunchOptions {
            broken: crate::BrokenConfig::Report,
            overrides: self.0.overrides.clone(),
            ..LaunchOptions::new(environment, folder.clone())
        };
        let launched = Client::launch(options)
            .map_err(|problems| problems.into_iter().next().unwrap_or_else(|| Problem::new("config_empty")))?;
        engines.insert(folder, launched.client.clone());
        Ok(launched.client)
    }

    fn client_of(&self, session: &SessionId) -> Result<Client, Problem> {
        let engines = self.engines();
        let mut holders = engines.values().filter(|client| client.has_open(session));
        let closed = || Problem::new("session_closed").with("session", session);
        holders.next().cloned().ok_or_else(closed)
    }

    fn engines(&self) -> MutexGuard<'_, HashMap<PathBuf, Client>> {
        self.0.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
