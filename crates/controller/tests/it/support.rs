//! A temporary home, a project and a scripted model, with the calls and waits that the tests share.

use reasonix_config::{Environment, Platform};
use reasonix_controller::{Updates, Workspaces};
use reasonix_protocol::{
    Body, CallParams, Command, Content, Event, LiveBody, Op, Problem, Reply, SessionId, Signal, SubmitParams,
    SubscribeParams, Update, WaitId,
    command::{SessionChoice, SessionOpenParams, SessionOpenedReply, SessionSummary, SessionsListParams},
};
use reasonix_testkit::{ModelServer, Script, WAIT_LIMIT, Workspace};
use std::{collections::BTreeMap, path::PathBuf};

/// Everything a test stands on.
pub(crate) struct Place {
    pub home: Workspace,
    pub project: Workspace,
    pub server: ModelServer,
}

impl Place {
    pub(crate) fn new(script: impl Into<Script>) -> Self {
        let server = ModelServer::start(script);
        let home = Workspace::empty();
        home.write("config.toml", Self::config(&server));
        Self { home, project: Workspace::empty(), server }
    }

    /// The configuration of the scripted model.
    pub(crate) fn config(server: &ModelServer) -> String {
        let base_url = server.openai_base_url();
        format!(
            "# mine\n[[providers]]\nname = \"test\"\nkind = \"openai\"\nbase_url = \"{base_url}\"\nmodel = \"scripted\"\n"
        )
    }

    pub(crate) fn environment(&self) -> Environment {
        let mut variables = BTreeMap::new();
        variables.insert("REASONIX_HOME".into(), self.home.path().into());
        if let Some(path) = std::env::var_os("PATH") {
            variables.insert("PATH".into(), path);
        }
        Environment {
            variables,
            home: Some(self.home.path().to_path_buf()),
            current_folder: self.project.path().to_path_buf(),
            platform: Platform::current(),
        }
    }

    /// A process that was started in the project.
    pub(crate) fn start(&self) -> Process {
        Process(Workspaces::new(self.environment(), self.project.path().to_path_buf()))
    }

    pub(crate) fn project_path(&self) -> String {
        self.project.path().display().to_string()
    }

    /// The journal of a session.
    pub(crate) fn journal(&self, session: &SessionId) -> PathBuf {
        let projects = std::fs::read_dir(self.home.join("sessions")).unwrap();
        let journals = projects.map(|project| project.unwrap().path().join(format!("{session}.jsonl")));
        journals.into_iter().find(|journal| journal.exists()).expect("the session has a journal")
    }
}

/// One process of the program.
pub(crate) struct Process(pub Workspaces);

impl Process {
    pub(crate) async fn call(&self, command: Command) -> Result<Reply, Problem> {
        self.0.call(CallParams { workspace: None, command }).await
    }

    pub(crate) async fn call_in(&self, workspace: &str, command: Command) -> Result<Reply, Problem> {
        self.0.call(CallParams { workspace: Some(workspace.to_owned()), command }).await
    }

    /// The code that a command is refused with.
    pub(crate) async fn refusal(&self, command: Command) -> String {
        self.call(command).await.expect_err("the command is refused").code
    }

    pub(crate) async fn open(&self, which: SessionChoice) -> Result<SessionOpenedReply, Problem> {
        let params = SessionOpenParams { which, model: None, posture: None };
        match self.call(Command::SessionOpen(params)).await? {
            Reply::SessionOpened(opened) => Ok(opened),
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn open_new(&self) -> SessionId {
        self.open(SessionChoice::New).await.unwrap().session
    }

    pub(crate) fn submit(&self, session: &SessionId, op: Op) {
        self.0.submit(SubmitParams { session: session.clone(), op }).unwrap();
    }

    pub(crate) fn say(&self, session: &SessionId, text: &str) {
        self.submit(session, Op::StartTurn { input: vec![Content::text(text)] });
    }

    pub(crate) async fn watch(&self, session: &SessionId) -> Watching {
        self.watch_from(session, 1).await
    }

    pub(crate) async fn watch_from(&self, session: &SessionId, from_seq: u64) -> Watching {
        let params = SubscribeParams::Session { session: session.clone(), from_seq, preview_bytes: None, newest: None };
        self.watch_with(params).await
    }

    pub(crate) async fn watch_with(&self, params: SubscribeParams) -> Watching {
        Watching::over(self.0.subscribe(params).await.unwrap())
    }

    pub(crate) async fn signals(&self) -> Watching {
        Watching::over(self.0.subscribe(SubscribeParams::Signals).await.unwrap())
    }

    /// Says something in a session and waits for the end of the turn.
    pub(crate) async fn turn(&self, session: &SessionId, text: &str) -> Vec<Event> {
        let mut watching = self.watch(session).await;
        watching.caught_up().await;
        self.say(session, text);
        watching.turn_end().await
    }

    pub(crate) async fn sessions(&self, all_workspaces: bool, archived: bool) -> Vec<SessionSummary> {
        match self.call(Command::SessionsList(SessionsListParams { all_workspaces, archived })).await.unwrap() {
            Reply::SessionsList(reply) => reply.sessions,
            other => panic!("{other:?}"),
        }
    }
}

/// A subscription that is read one update at a time.
pub(crate) struct Watching {
    updates: Updates,
    read: std::collections::VecDeque<Update>,
}

impl Watching {
    fn over(updates: Updates) -> Self {
        Self { updates, read: std::collections::VecDeque::new() }
    }

    pub(crate) async fn next(&mut self) -> Update {
        while self.read.is_empty() {
            let batch = tokio::time::timeout(WAIT_LIMIT, self.updates.next()).await.expect("something happens");
            self.read.extend(batch.expect("the subscription goes on"));
        }
        self.read.pop_front().unwrap()
    }

    /// Reads until something is found in an update.
    pub(crate) async fn find<T>(&mut self, look: impl Fn(&Update) -> Option<T>) -> T {
        loop {
            if let Some(found) = look(&self.next().await) {
                return found;
            }
        }
    }

    /// Reads what was there before.
    pub(crate) async fn caught_up(&mut self) -> Vec<Update> {
        let mut before = Vec::new();
        loop {
            match self.next().await {
                Update::CaughtUp(_) => return before,
                update => before.push(update),
            }
        }
    }

    /// The events up to the end of a turn.
    pub(crate) async fn turn_end(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        loop {
            if let Update::Event(event) = self.next().await {
                let is_end = matches!(event.body, Body::TurnEnded { .. });
                events.push(event);
                if is_end {
                    return events;
                }
            }
        }
    }

    pub(crate) async fn wait_opened(&mut self) -> WaitId {
        self.find(|update| match update {
            Update::Event(Event { body: Body::WaitOpened { wait }, .. }) => Some(wait.id),
            _ => None,
        })
        .await
    }

    pub(crate) async fn live(&mut self) -> LiveBody {
        self.find(|update| if let Update::Live(live) = update { Some(live.body.clone()) } else { None }).await
    }

    pub(crate) async fn signal<T>(&mut self, look: impl Fn(&Signal) -> Option<T>) -> T {
        self.find(|update| if let Update::Signal(signal) = update { look(signal) } else { None }).await
    }
}

/// What the turns of a test said.
pub(crate) fn said(events: &[Event]) -> String {
    let mut said = String::new();
    for event in events {
        if let Body::ItemCompleted { parts, .. } = &event.body {
            for part in parts {
                if let reasonix_protocol::Part::Text { text } = part {
                    said.push_str(text);
                }
            }
        }
    }
    said
}
