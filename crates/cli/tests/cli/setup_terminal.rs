//! `setup` in a pseudo-terminal, with somebody typing.

use crate::support::{Lister, PROGRAM, bare};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use reasonix_testkit::Cli;
use std::{
    io::{Read, Write},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

const KEY: &str = "sk-typed-0123456789";
const PATIENCE: Duration = Duration::from_secs(30);

/// The program in a terminal.
struct Terminal {
    child: Box<dyn portable_pty::Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    screen: Arc<Mutex<String>>,
    /// What was shown before the last question that was waited for.
    seen: usize,
    /// Ends when the program and everything it started have let go of the terminal.
    reader: std::thread::JoinHandle<()>,
    master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Terminal {
    fn start(cli: &Cli, args: &[&str]) -> Self {
        let size = PtySize { rows: 50, cols: 120, pixel_width: 0, pixel_height: 0 };
        let pty = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(PROGRAM);
        command.args(args);
        command.cwd(cli.workspace().path());
        command.env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap());
        command.env("TERM", "xterm-256color");
        command.env("REASONIX_HOME", cli.home().path());
        command.env("REASONIX_LANG", "en");
        let child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let screen = Arc::new(Mutex::new(String::new()));
        let (shown, mut reader) = (Arc::clone(&screen), pty.master.try_clone_reader().unwrap());
        let reader = std::thread::spawn(move || {
            let mut buffer = [0_u8; 4096];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                shown.lock().unwrap().push_str(&String::from_utf8_lossy(&buffer[..read]));
            }
        });
        let keyboard = pty.master.take_writer().unwrap();
        Self { child, keyboard, screen, seen: 0, reader, master: pty.master }
    }

    fn shown(&self) -> String {
        self.screen.lock().unwrap().clone()
    }

    /// Waits for a question behind the last one, then types the answer.
    fn answer(&mut self, question: &str, answer: &str) {
        self.wait_for(question);
        self.keyboard.write_all(format!("{answer}\r").as_bytes()).unwrap();
    }

    /// Waits for the question and until the terminal shows nothing of what is typed, then types the key.
    fn answer_hidden(&mut self, question: &str, key: &str) {
        self.wait_for(question);
        let started = Instant::now();
        // The bit is `ECHO`.
        while self.master.get_termios().unwrap().local_flags.bits() & 8 != 0 {
            assert!(started.elapsed() < PATIENCE, "what is typed shows:\n{}", self.shown());
            std::thread::sleep(Duration::from_millis(1));
        }
        self.keyboard.write_all(format!("{key}\r").as_bytes()).unwrap();
    }

    fn wait_for(&mut self, text: &str) {
        let started = Instant::now();
        loop {
            let shown = self.shown();
            if let Some(at) = shown[self.seen..].find(text) {
                self.seen += at + text.len();
                return;
            }
            assert!(started.elapsed() < PATIENCE, "waited for {text:?}:\n{shown}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn end(mut self) -> (u32, String) {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                self.reader.join().unwrap();
                let shown = self.screen.lock().unwrap().clone();
                return (status.exit_code(), shown);
            }
            if started.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("did not end:\n{}", self.shown());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn another_address_is_set_up_by_questions() {
    let lister = Lister::of(&["alpha-1", "alpha-2", "beta"]);
    let cli = bare();
    let mut terminal = Terminal::start(&cli, &["setup"]);
    terminal.wait_for("Another address");
    let number = vendor_number(&terminal.shown(), "Another address");
    terminal.answer("Which one?", &number);
    terminal.answer("Address (base URL):", "nonsense");
    terminal.wait_for("not a usable address");
    terminal.answer("Address (base URL):", &lister.address);
    terminal.answer("Which wire format?", "1");
    terminal.answer("Name for it:", "my vendor");
    terminal.wait_for("holds no `/`");
    terminal.answer("Name for it:", "mine");
    terminal.answer_hidden("Key (is not shown", KEY);
    terminal.wait_for("It answers. Models: 3");
    terminal.answer("Models to use", "alpha");
    terminal.wait_for("fits several models");
    terminal.answer("Models to use", "beta, 1");
    terminal.wait_for("MINE_API_KEY (not shown)");
    // Somebody else edits the file meanwhile.
    cli.home().write("config.toml", "# from elsewhere\n[network]\nmax_retries = 3\n");
    terminal.answer("Write this?", "");
    let (code, shown) = terminal.end();
    assert_eq!(code, 0, "{shown}");
    assert!(!shown.contains(KEY), "the key shows:\n{shown}");
    assert_eq!(
        cli.home().read("config.toml"),
        format!(
            "default_model = \"mine/beta\"\n\n# from elsewhere\n[network]\nmax_retries = 3\n\n[[providers]]\nname = \"mine\"\n\
             kind = \"openai\"\nbase_url = \"{}\"\nmodels = [\"beta\", \"alpha-1\"]\napi_key_env = \"MINE_API_KEY\"\n",
            lister.address
        )
    );
    assert_eq!(cli.home().read(".env"), format!("MINE_API_KEY='{KEY}'\n"));
    assert!(lister.requests()[0].contains(&format!("Bearer {KEY}")));
}

#[test]
fn a_no_at_the_end_writes_nothing() {
    let lister = Lister::of(&["only"]);
    let cli = bare();
    let mut terminal = Terminal::start(&cli, &["setup", "--base-url", &lister.address, "--name", "mine"]);
    terminal.answer("Models to use", "");
    terminal.answer("Write this?", "perhaps");
    terminal.wait_for("Type y or n.");
    terminal.answer("Write this?", "n");
    let (code, shown) = terminal.end();
    assert_eq!(code, 1, "{shown}");
    assert!(shown.contains("Nothing was written."), "{shown}");
    assert!(cli.home().files().is_empty());
}

#[test]
fn after_a_failed_test_one_may_try_again() {
    let refusing = Lister::start("401 Unauthorized", r#"{"error":{"message":"no such key"}}"#);
    let working = Lister::of(&["only"]);
    let cli = bare();
    let mut terminal =
        Terminal::start(&cli, &["setup", "--base-url", &refusing.address, "--name", "mine", "--model", "only"]);
    terminal.wait_for("did not accept the key");
    terminal.answer("r = enter address and key again", "r");
    terminal.answer("Address (base URL):", &working.address);
    terminal.answer_hidden("Key (is not shown", KEY);
    terminal.wait_for("It answers.");
    terminal.answer("Write this?", "y");
    let (code, shown) = terminal.end();
    assert_eq!(code, 0, "{shown}");
    assert!(!shown.contains(KEY), "{shown}");
    assert!(cli.home().read("config.toml").contains(&working.address));
}

#[test]
fn ctrl_c_ends_it_also_while_the_key_is_typed() {
    let lister = Lister::start("401 Unauthorized", "{}");
    for while_typing_the_key in [false, true] {
        let cli = bare();
        let mut terminal =
            Terminal::start(&cli, &["setup", "--base-url", &lister.address, "--name", "mine", "--model", "m"]);
        terminal.wait_for("r = enter address and key again");
        if while_typing_the_key {
            terminal.keyboard.write_all(b"r\r\r").unwrap();
            terminal.answer_hidden("Key (is not shown", "half a k\x03");
        } else {
            terminal.keyboard.write_all(b"\x03").unwrap();
        }
        let (code, shown) = terminal.end();
        assert_eq!(code, 1, "{shown}");
        assert!(shown.contains("Nothing was written."), "{shown}");
        assert!(cli.home().files().is_empty());
    }
}

#[test]
fn a_known_provider_is_offered_and_keeps_its_key() {
    let lister = Lister::of(&["one", "two"]);
    let entry = format!(
        "[[providers]]\nname = \"mine\"\nkind = \"openai\"\nbase_url = \"{}\"\nmodel = \"one\"\napi_key_env = \"MINE_API_KEY\"\n",
        lister.address
    );
    let cli = bare().config(&entry);
    cli.home().write(".env", format!("MINE_API_KEY={KEY}\n"));
    let mut terminal = Terminal::start(&cli, &["setup"]);
    terminal.wait_for("Change mine");
    let number = vendor_number(&terminal.shown(), "Change mine");
    terminal.answer("Which one?", &number);
    terminal.answer("Address (base URL):", "");
    terminal.answer_hidden("Enter keeps MINE_API_KEY", "");
    terminal.answer("Models to use", "one two");
    terminal.answer("Write this?", "y");
    let (code, shown) = terminal.end();
    assert_eq!(code, 0, "{shown}");
    let expected = entry.replace("model = \"one\"\n", "") + "models = [\"one\", \"two\"]\n";
    assert_eq!(cli.home().read("config.toml"), expected);
    assert_eq!(cli.home().read(".env"), format!("MINE_API_KEY={KEY}\n"));
    assert!(lister.requests()[0].contains(&format!("Bearer {KEY}")));
}

/// The number in front of a line of the first menu.
fn vendor_number(shown: &str, title: &str) -> String {
    let line = shown.lines().find(|line| line.contains(title)).unwrap();
    line.split('.').next().unwrap().trim().to_owned()
}
