//! An installation of the app for one test: a home that is thrown away, a display, and a scripted model.

use reasonix_testkit::{Cli, ModelServer, Script, Turn, WireFormat, Workspace};
use reasonix_tests::{Display, Window, WindowOptions};
use std::{fs, path::PathBuf, sync::Arc};

pub(crate) struct App {
    pub cli: Cli,
    pub folder: Arc<Workspace>,
    pub display: Display,
    home: Workspace,
    _server: ModelServer,
}

impl App {
    /// Nothing is started but the display and the model server.
    pub(crate) fn new(script: impl Into<Script>) -> Self {
        let server = ModelServer::start(script);
        let cli = Cli::with_program(program(), &server, WireFormat::OpenAi);
        Self::of(server, cli)
    }

    /// An app that was never set up.
    pub(crate) fn without_model() -> Self {
        Self::of(ModelServer::start([Turn::text("never asked")]), Cli::without_model(program()))
    }

    fn of(server: ModelServer, cli: Cli) -> Self {
        let folder = Arc::new(Workspace::new([("README.md", "# A project\n")]));
        let cli = cli.folder(Arc::clone(&folder));
        Self { cli, folder, display: Display::start(), home: Workspace::empty(), _server: server }
    }

    /// Opens the window with the folder, as a terminal would.
    pub(crate) fn open(&self) -> Window {
        let folder = self.folder.path().display().to_string();
        self.open_with(&[&folder], &[("REASONIX_LANG", "en")])
    }

    pub(crate) fn open_with(&self, args: &[&str], variables: &[(&str, &str)]) -> Window {
        let mut all = vec![("REASONIX_HOME".to_owned(), self.cli.home().path().display().to_string())];
        all.extend(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let options = WindowOptions {
            program: program(),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            home: self.home.path().to_owned(),
            variables: all,
        };
        let window = Window::open(&self.display, &options);
        window.wait_for("the page", "return document.getElementById('root')?.childElementCount > 0");
        window
    }

    /// What the app has written on stderr.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.home.path().join("window.log")).unwrap()
    }
}

/// Beside the test binary, or where `REASONIX_DESKTOP_BIN` says.
fn program() -> PathBuf {
    if let Some(path) = std::env::var_os("REASONIX_DESKTOP_BIN") {
        return path.into();
    }
    let test = std::env::current_exe().expect("the test binary has a path");
    let mut candidates = test.ancestors().skip(1).take(2).map(|folder| folder.join("reasonix-desktop"));
    candidates.find(|path| path.is_file()).expect("an app beside the test: cargo build -p reasonix-desktop")
}
