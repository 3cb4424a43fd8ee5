//! The program in a pseudo-terminal, with somebody typing.

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use reasonix_testkit::Cli;
use std::{
    io::{Read, Write},
    path::PathBuf,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

/// A program running in a terminal.
pub(crate) struct Terminal {
    child: Box<dyn portable_pty::Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    screen: Arc<Mutex<String>>,
    _master: Box<dyn portable_pty::MasterPty + Send>,
}

impl Terminal {
    /// Starts `reasonix` in the home and folder of `cli`.
    pub(crate) fn start(cli: &Cli, args: &[&str]) -> Self {
        let pty =
            native_pty_system().openpty(PtySize { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 }).unwrap();
        let mut command = CommandBuilder::new(program());
        command.args(args);
        command.cwd(cli.workspace().path());
        command.env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap());
        command.env("TERM", "xterm-256color");
        command.env("REASONIX_HOME", cli.home().path());
        let child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let screen = Arc::new(Mutex::new(String::new()));
        let mut reader = pty.master.try_clone_reader().unwrap();
        let shown = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut buffer = [0_u8; 4096];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                shown.lock().unwrap().push_str(&String::from_utf8_lossy(&buffer[..read]));
            }
        });
        let keyboard = pty.master.take_writer().unwrap();
        Self { child, keyboard, screen, _master: pty.master }
    }

    /// Waits until `text` has been shown `times` times.
    pub(crate) fn wait_for(&self, text: &str, times: usize) {
        let started = Instant::now();
        while self.shown().matches(text).count() < times {
            assert!(started.elapsed() < Duration::from_secs(30), "waited for {text:?}:\n{}", self.shown());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Nothing is read from the program while the guard lives, as after Ctrl-S.
    pub(crate) fn halt(&self) -> impl Drop + use<'_> {
        self.screen.lock().unwrap()
    }

    pub(crate) fn type_line(&mut self, line: &str) {
        self.keyboard.write_all(format!("{line}\r").as_bytes()).unwrap();
    }

    /// Ctrl-C, as the keyboard sends it.
    pub(crate) fn press_ctrl_c(&mut self) {
        self.keyboard.write_all(b"\x03").unwrap();
    }

    pub(crate) fn shown(&self) -> String {
        self.screen.lock().unwrap().clone()
    }

    /// Waits for the end and gives the exit code.
    pub(crate) fn end(mut self) -> u32 {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            if started.elapsed() > Duration::from_secs(30) {
                let _ = self.child.kill();
                panic!("did not end:\n{}", self.shown());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The program under test.
pub(crate) fn program() -> PathBuf {
    if let Some(program) = std::env::var_os("REASONIX_BIN") {
        return program.into();
    }
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().parent().unwrap().join("reasonix")
}
