//! The real `reasonix` program with a home of its own, set up to talk to a scripted model. How a started program is
//! watched and killed is in `run`.

mod pipe;
mod run;

use std::ffi::OsString;
#[cfg(unix)]
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

pub use run::{Output, Running};

use crate::server::ModelServer;
use crate::wire::WireFormat;
use crate::workspace::Workspace;

/// The key that [`Cli`] writes into the home, and that [`Options::key`](crate::Options::key) may ask for.
pub const TEST_KEY: &str = "sk-test-secret";

/// An installation: a private `REASONIX_HOME` and a folder to work in. Several invocations may share it, for example
/// the one that is killed and the one that resumes. Both folders are removed when this and all invocations are gone.
#[derive(Clone, Debug)]
pub struct Cli {
    home: Arc<Workspace>,
    folder: Arc<Workspace>,
    program: PathBuf,
}

impl Cli {
    /// A home whose default model is `test/scripted`, served by `server` in this wire format; an empty work folder.
    ///
    /// # Panics
    /// If no `reasonix` program is found: neither in the variable `REASONIX_BIN` nor beside the test binary.
    pub fn new(server: &ModelServer, wire: WireFormat) -> Self {
        Self::with_program(find_program(), server, wire)
    }

    /// As [`Cli::new`] with the program at this path.
    pub fn with_program(program: impl Into<PathBuf>, server: &ModelServer, wire: WireFormat) -> Self {
        Self::without_model(program).config(format!(
            "default_model = \"test/scripted\"\n\n[[providers]]\nname = \"test\"\nkind = \"{}\"\nbase_url = \"{}\"\n\
             models = [\"scripted\"]\napi_key_env = \"TEST_API_KEY\"\n",
            wire.kind(),
            server.base_url(wire),
        ))
    }

    /// A fresh home with the key but no configuration: nothing was ever set up.
    pub fn without_model(program: impl Into<PathBuf>) -> Self {
        let home = Workspace::empty();
        let keys = home.write(".env", format!("TEST_API_KEY={TEST_KEY}\n"));
        restrict(&keys);
        Self { home: Arc::new(home), folder: Arc::new(Workspace::empty()), program: program.into() }
    }

    /// Appends text to `config.toml` in the home. TOML wants plain keys before the first table: see
    /// [`Cli::config_first`].
    pub fn config(self, toml: impl AsRef<str>) -> Self {
        let text = self.config_text() + toml.as_ref();
        self.home.write("config.toml", text);
        self
    }

    /// Puts text at the start of `config.toml`, where plain keys belong.
    pub fn config_first(self, toml: impl AsRef<str>) -> Self {
        let text = format!("{}\n{}", toml.as_ref(), self.config_text());
        self.home.write("config.toml", text);
        self
    }

    /// Works in this folder instead.
    pub fn folder(mut self, folder: impl Into<Arc<Workspace>>) -> Self {
        self.folder = folder.into();
        self
    }

    /// The folder the program works in.
    pub fn workspace(&self) -> &Workspace {
        &self.folder
    }

    /// The `REASONIX_HOME`.
    pub fn home(&self) -> &Workspace {
        &self.home
    }

    /// An invocation with these arguments.
    pub fn args<A: Into<OsString>>(&self, args: impl IntoIterator<Item = A>) -> Invocation {
        Invocation {
            cli: self.clone(),
            args: args.into_iter().map(Into::into).collect(),
            variables: Vec::new(),
            stdin: Vec::new(),
            limit: Duration::from_mins(1),
        }
    }

    fn config_text(&self) -> String {
        if self.home.has("config.toml") { self.home.read("config.toml") } else { String::new() }
    }
}

/// A command line, not started yet.
#[derive(Clone, Debug)]
pub struct Invocation {
    cli: Cli,
    args: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
    stdin: Vec<u8>,
    limit: Duration,
}

impl Invocation {
    /// Sets an environment variable. The program gets this, `PATH`, and what keeps it inside its home; nothing else.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// What it reads from standard input; nothing if not set.
    pub fn stdin(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.stdin = input.into();
        self
    }

    /// How long it may run before it is killed and the test fails; 60 s if not set.
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Runs it to its end.
    ///
    /// # Panics
    /// If it cannot be started or does not end in time.
    pub fn run(self) -> Output {
        self.start().wait()
    }

    /// Starts it.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start(self) -> Running {
        Running::start(self)
    }
}

fn find_program() -> PathBuf {
    if let Some(path) = std::env::var_os("REASONIX_BIN") {
        return path.into();
    }
    let test = std::env::current_exe().expect("the test binary has a path");
    // target/debug/deps/<test> or target/debug/<program>
    let name = format!("reasonix{}", std::env::consts::EXE_SUFFIX);
    let candidates = test.ancestors().skip(1).take(2).map(|folder| folder.join(&name));
    match candidates.into_iter().find(|path| path.is_file()) {
        Some(path) => path,
        None => panic!(
            "no reasonix program beside {}: run `cargo build -p reasonix-cli`, or set REASONIX_BIN",
            test.display()
        ),
    }
}

/// Readable and writable by the owner alone, as the program itself writes its key file.
#[cfg(unix)]
fn restrict(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).expect("the mode of an own file can be set");
}

/// Elsewhere a file in the folder of a user belongs to that user alone.
#[cfg(not(unix))]
fn restrict(_: &Path) {}
