//! A server with a home and a workspace of its own.

use crate::client::{Request, Stream};
use reasonix_config::{Environment, Platform};
use reasonix_controller::Workspaces;
use reasonix_protocol::{Problem, Secret, command::Exposure};
use reasonix_server::{Auth, Limits, Page, Server, Settings};
use reasonix_testkit::{ModelServer, Script, WireFormat, Workspace};
use serde_json::{Value, json};
use std::{net::SocketAddr, sync::Arc};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub(crate) const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Folders that outlive a server, so that another can be started in them.
pub(crate) struct Place {
    pub(crate) home: Workspace,
    pub(crate) workspace: Workspace,
    pub(crate) page: Workspace,
    _model: ModelServer,
}

/// A running server.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
    stop: CancellationToken,
    task: JoinHandle<Result<(), Problem>>,
}

impl Place {
    pub(crate) fn new(script: impl Into<Script>) -> Self {
        let model = ModelServer::start(script);
        let home = Workspace::empty();
        home.write(
            "config.toml",
            format!(
                "default_model = \"test/scripted\"\n[[providers]]\nname = \"test\"\nkind = \"openai\"\nbase_url = \
                 \"{}\"\nmodels = [\"scripted\"]\n",
                model.base_url(WireFormat::OpenAi)
            ),
        );
        Self { home, workspace: Workspace::empty(), page: Workspace::empty(), _model: model }
    }

    pub(crate) fn settings(&self) -> Settings {
        Settings {
            auth: Auth::Token(Secret::new(TOKEN)),
            once: None,
            exposed: vec![Exposure::Providers, Exposure::Workspaces],
            hosts: Vec::new(),
            behind_proxy: false,
            page: Page::Folder(Arc::new(self.page.path().to_owned())),
            limits: Limits::default(),
        }
    }

    /// Starts a server and logs in.
    pub(crate) async fn start(&self, settings: Settings) -> Running {
        let mut running = self.start_without_login(settings).await;
        let login = Request::post("/api/login", json!({ "token": TOKEN }).to_string()).send(running.address).await;
        assert_eq!(login.status, 204, "{}", login.text());
        login.header("set-cookie").split(';').next().unwrap().clone_into(&mut running.cookie);
        running
    }

    pub(crate) async fn start_without_login(&self, settings: Settings) -> Running {
        let home = self.home.path();
        let folder = self.workspace.path().canonicalize().unwrap();
        let environment = Environment {
            variables: [("REASONIX_HOME".into(), home.into()), ("PATH".into(), std::env::var_os("PATH").unwrap())]
                .into_iter()
                .collect(),
            home: Some(home.to_owned()),
            current_folder: folder.clone(),
            platform: Platform::current(),
        };
        let workspaces = Workspaces::new(environment, folder);
        let server = Server::bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let (address, stop) = (server.address(), CancellationToken::new());
        let task = tokio::spawn(server.run(workspaces, settings, stop.clone()));
        Running { address, cookie: String::new(), stop, task }
    }
}

impl Running {
    /// Calls a command as somebody who is logged in.
    #[track_caller]
    pub(crate) fn call(&self, command: Value) -> impl Future<Output = Value> + use<> {
        let (request, address) = (Request::call(command).header("cookie", &self.cookie), self.address);
        async move {
            let response = request.send(address).await;
            assert_eq!(response.status, 200, "{}", response.text());
            response.json()["data"].take()
        }
    }

    /// Opens a new session.
    pub(crate) async fn new_session(&self) -> String {
        self.open(json!({ "type": "new" })).await
    }

    pub(crate) async fn open(&self, which: Value) -> String {
        let opened = self.call(json!({ "command": "session_open", "params": { "which": which } })).await;
        opened["session"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn submit(&self, session: &str, op: Value) {
        let body = json!({ "session": session, "op": op }).to_string();
        let response = Request::post("/api/submit", body).header("cookie", &self.cookie).send(self.address).await;
        assert_eq!(response.status, 200, "{}", response.text());
    }

    pub(crate) async fn start_turn(&self, session: &str, text: &str) {
        self.submit(session, json!({ "type": "start_turn", "input": [{ "type": "text", "text": text }] })).await;
    }

    /// A stream of a session from its beginning; its head is read.
    pub(crate) async fn subscribe(&self, session: &str) -> Stream {
        let request = Request::get(&format!("/api/events?session={session}&from_seq=1"));
        let mut stream = request.header("cookie", &self.cookie).open(self.address).await;
        let head = stream.head().await;
        assert_eq!((head.status, head.header("content-type")), (200, "text/event-stream"));
        stream
    }

    /// Tells it to stop and waits until it has.
    pub(crate) async fn stop(self) {
        self.stop.cancel();
        self.task.await.unwrap().unwrap();
    }
}
