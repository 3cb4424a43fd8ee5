//! An X server without a screen, one a test, ended with it.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

/// A display that windows open on.
#[derive(Debug)]
pub struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Starts a display of 1280 × 800.
    ///
    /// # Panics
    /// If Xvfb is not installed or does not start.
    pub fn start() -> Self {
        #[expect(clippy::disallowed_methods, reason = "a test starts what it needs")]
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]);
        let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut server = started.expect("Xvfb starts; on Debian it is in the package xvfb");
        let mut number = String::new();
        let told = server.stdout.take().expect("a pipe");
        BufReader::new(told).read_line(&mut number).expect("Xvfb tells its number");
        Self { server, name: format!(":{}", number.trim()) }
    }

    /// As `DISPLAY` has it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Opens the menu at this place of the menu bar and presses keys in it, as in `["Up", "Return"]`.
    ///
    /// # Panics
    /// If xdotool is not installed.
    pub fn choose(&self, x: u32, keys: &[&str]) {
        let (x, y) = (x.to_string(), "12");
        self.xdotool(&["mousemove", &x, y, "click", "1"]);
        let pressed: Vec<&str> = ["key", "--delay", "80"].into_iter().chain(keys.iter().copied()).collect();
        self.xdotool(&pressed);
    }

    /// Takes the focus from the window: to the background, and the pointer beside the window, which would have it otherwise.
    ///
    /// # Panics
    /// If xdotool is not installed.
    pub fn look_elsewhere(&self) {
        self.xdotool(&["search", "--name", "^Reasonix$", "windowsize", "1000", "700"]);
        self.xdotool(&["mousemove", "1270", "790"]);
        self.xdotool(&["search", "--maxdepth", "0", "", "windowfocus"]);
    }

    /// Whether a window of this title is there.
    pub fn has_window(&self, title: &str) -> bool {
        !self.hints(title).is_empty()
    }

    /// Whether the window of this title asks for attention.
    pub fn is_urgent(&self, title: &str) -> bool {
        self.hints(title).contains("urgency hint")
    }

    /// Presses a key in the window of this title.
    ///
    /// # Panics
    /// If xdotool is not installed.
    pub fn press_in(&self, title: &str, key: &str) {
        self.xdotool(&["search", "--name", title, "windowfocus", "key", key]);
    }

    /// What the window of this title tells its window manager.
    fn hints(&self, title: &str) -> String {
        #[expect(clippy::disallowed_methods, reason = "a test starts what it needs")]
        let mut command = Command::new("xprop");
        let told = command.args(["-name", title, "WM_HINTS"]).env("DISPLAY", &self.name).stderr(Stdio::null()).output();
        let told = told.expect("xprop starts; on Debian it is in the package x11-utils");
        String::from_utf8_lossy(&told.stdout).into_owned()
    }

    /// Turns the mouse wheel upwards over what is there.
    ///
    /// # Panics
    /// If xdotool is not installed.
    pub fn turn_wheel(&self, x: u32, y: u32) {
        let (x, y) = (x.to_string(), y.to_string());
        self.xdotool(&["mousemove", &x, &y, "click", "--repeat", "5", "4"]);
    }

    fn xdotool(&self, words: &[&str]) {
        #[expect(clippy::disallowed_methods, reason = "a test starts what it needs")]
        let mut command = Command::new("xdotool");
        let status = command.args(words).env("DISPLAY", &self.name).stdout(Stdio::null()).status();
        status.expect("xdotool starts; on Debian it is in the package xdotool");
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
