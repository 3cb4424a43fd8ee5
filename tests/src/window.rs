//! A window of the real app, driven through WebKit's WebDriver as a browser would be.

use crate::{
    Display,
    http::{free_port, request},
    processes_with,
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// How long something may take to appear.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(20);

/// How a window is started.
#[derive(Debug, Clone)]
pub struct WindowOptions {
    pub program: PathBuf,
    pub args: Vec<String>,
    /// The home folder, which the processes of the app are known by.
    pub home: PathBuf,
    /// Further variables. Nothing of the surroundings reaches the app but `PATH`.
    pub variables: Vec<(String, String)>,
}

/// An app with its window open.
#[derive(Debug)]
pub struct Window {
    driver: Child,
    port: u16,
    session: String,
    home: PathBuf,
}

impl Window {
    /// Starts the app and waits for its window.
    ///
    /// # Panics
    /// If the driver or the app does not start.
    pub fn open(display: &Display, options: &WindowOptions) -> Self {
        let port = free_port().expect("a free port");
        #[expect(clippy::disallowed_methods, reason = "a test starts what it needs")]
        let mut command = Command::new("WebKitWebDriver");
        command.arg(format!("--port={port}")).arg("--host=127.0.0.1");
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("DISPLAY", display.name()).env("HOME", &options.home);
        // Without it a session never begins.
        command.env("TAURI_WEBVIEW_AUTOMATION", "true");
        // Where it is installed, the libraries would start a session bus that outlives the app.
        command.env("DBUS_SESSION_BUS_ADDRESS", "disabled:").env("NO_AT_BRIDGE", "1");
        command.envs(options.variables.iter().map(|(name, value)| (name, value)));
        let log = fs::File::create(options.home.join("window.log")).expect("a log beside the home");
        let driver = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn();
        let driver = driver.expect("WebKitWebDriver starts; on Debian it is in the package webkit2gtk-driver");
        let mut window = Self { driver, port, session: String::new(), home: options.home.clone() };
        wait("the driver", || request(port, "GET", "/status", None).is_ok().then_some(()));
        let browser = json!({"binary": options.program, "args": options.args});
        let capabilities = json!({"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": browser}}});
        let begun = request(port, "POST", "/session", Some(&capabilities)).unwrap_or_else(|error| {
            let said = fs::read_to_string(options.home.join("window.log")).unwrap_or_default();
            panic!("no window in time, with the processes {:?}: {error}\n{said}", window.processes())
        });
        let session = begun.pointer("/value/sessionId").and_then(Value::as_str);
        session.unwrap_or_else(|| panic!("the window does not open: {begun}")).clone_into(&mut window.session);
        window
    }

    /// The value of a script: `return …`.
    ///
    /// # Panics
    /// If it throws.
    pub fn eval(&self, script: &str) -> Value {
        self.run("execute/sync", script, json!([]))
    }

    /// What a script hands to `done(…)`, sooner or later.
    ///
    /// # Panics
    /// If it throws.
    pub fn ask(&self, script: &str, argument: &Value) -> Value {
        let script = format!("const argument = arguments[0], done = arguments[1];\n{script}");
        self.run("execute/async", &script, json!([argument]))
    }

    /// Calls a command of the app, as the page does. The error is what it rejects with.
    pub fn invoke(&self, command: &str, arguments: &Value) -> Result<Value, Value> {
        let script = "window.__TAURI_INTERNALS__.invoke(argument.command, argument.arguments)\
             .then((ok) => done({ok: ok ?? null}), (err) => done({err: err?.code ? err : String(err)}));";
        let mut told = self.ask(script, &json!({"command": command, "arguments": arguments}));
        match told.get_mut("err").map(Value::take) {
            Some(error) => Err(error),
            None => Ok(told["ok"].take()),
        }
    }

    /// Waits until a script gives something other than `null`, `false` and `""`.
    ///
    /// # Panics
    /// If that does not come.
    pub fn wait_for(&self, what: &str, script: &str) -> Value {
        self.wait(what, || {
            let value = self.eval(script);
            let is_there = !matches!(&value, Value::Null | Value::Bool(false)) && value.as_str() != Some("");
            is_there.then_some(value)
        })
    }

    /// Presses the button, link or field whose name or text holds this, once it is there.
    ///
    /// # Panics
    /// If it does not come.
    pub fn press(&self, name: &str) {
        self.act_on(name, "click", &json!({}));
    }

    /// Types into the field of this name.
    ///
    /// # Panics
    /// If it does not come.
    pub fn type_into(&self, name: &str, text: &str) {
        self.act_on(name, "value", &json!({"text": text}));
    }

    /// Again until it is done: an element may move, or be drawn anew, between finding it and touching it.
    fn act_on(&self, name: &str, act: &str, body: &Value) {
        let script = "const named = (element) => (element.getAttribute('aria-label') ?? element.textContent).trim();
            const all = document.querySelectorAll('button, a, textarea, input, [role=button], [role=option], [role=textbox]');
            return [...all].find((element) => !element.disabled && element.getClientRects().length > 0
                && named(element).includes(arguments[0])) ?? null";
        self.wait(name, || {
            let found = self.run("execute/sync", script, json!([name]));
            let id = found.as_object().and_then(|element| element.values().next()?.as_str().map(str::to_owned))?;
            self.send("POST", &format!("element/{id}/{act}"), Some(body)).ok()
        });
    }

    /// Waits until the page shows this text.
    ///
    /// # Panics
    /// If it does not come.
    pub fn wait_for_text(&self, text: &str) {
        let shown = json!(text).to_string();
        self.wait_for(text, &format!("return document.body.innerText.includes({shown})"));
    }

    /// The processes of the app: its own, those of the page, and whatever it has started.
    pub fn processes(&self) -> Vec<u32> {
        let all = processes_with(&self.home.to_string_lossy());
        all.into_iter().filter(|id| *id != self.driver.id()).collect()
    }

    /// The app's own process.
    ///
    /// # Panics
    /// If it is not there.
    pub fn program(&self) -> u32 {
        let is_program = |id: &u32| {
            let program = fs::read_link(format!("/proc/{id}/exe")).unwrap_or_default();
            !program.starts_with("/usr") && is_child(*id, self.driver.id())
        };
        self.processes().into_iter().find(is_program).expect("the app runs")
    }

    /// Asks the app to end, as a system does that is shut down.
    pub fn terminate(&self) {
        kill(self.program(), Signal::TERM);
    }

    /// Waits until nothing of the app runs any more, whatever ended it.
    ///
    /// # Panics
    /// If something is left.
    pub fn wait_for_end(&self) {
        self.end_by(|| {});
    }

    /// Does something again and again until nothing of the app runs any more: a key that is pressed before a menu is open
    /// goes nowhere.
    ///
    /// # Panics
    /// If something is left.
    pub fn end_by(&self, mut act: impl FnMut()) {
        wait("the end of all its processes", || {
            act();
            self.processes().is_empty().then_some(())
        });
    }

    /// Waits; a test that waits in vain tells what the page showed instead.
    fn wait<T>(&self, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            if let Some(found) = look() {
                return found;
            }
            if begun.elapsed() > PATIENCE {
                let shown = self.eval("return document.body.innerText");
                panic!("waited in vain for {what}; the page shows: {}", shown.as_str().unwrap_or_default());
            }
            sleep(PAUSE);
        }
    }

    fn run(&self, how: &str, script: &str, arguments: Value) -> Value {
        let body = json!({"script": script, "args": arguments});
        self.send("POST", how, Some(&body)).unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    fn send(&self, method: &str, what: &str, body: Option<&Value>) -> Result<Value, String> {
        let path = format!("/session/{}/{what}", self.session);
        let mut answer = request(self.port, method, &path, body).map_err(|error| error.to_string())?;
        let value = answer["value"].take();
        if value.get("error").is_some_and(Value::is_string) { Err(value.to_string()) } else { Ok(value) }
    }
}

/// A test that fails leaves nothing behind either.
impl Drop for Window {
    fn drop(&mut self) {
        for id in self.processes() {
            kill(id, Signal::KILL);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn kill(id: u32, signal: Signal) {
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        let _ = kill_process(id, signal);
    }
}

fn is_child(id: u32, parent: u32) -> bool {
    let stat = fs::read_to_string(Path::new("/proc").join(id.to_string()).join("stat")).unwrap_or_default();
    let of = stat.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(1)?.parse().ok());
    of == Some(parent)
}

/// Looks again and again until something is found.
///
/// # Panics
/// If it does not come.
pub fn wait<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}");
        sleep(PAUSE);
    }
}
