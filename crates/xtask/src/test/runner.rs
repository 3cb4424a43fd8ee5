//! Runs a test runner, shows what it prints as it comes, and counts by its summaries.

use super::counts::Counts;
use crate::process::{cargo, is_installed, shown};
use anyhow::{Context as _, Result};
use std::{
    io::{BufRead as _, BufReader, IsTerminal as _, Read, Write, stderr},
    process::{Command, Stdio},
    thread,
};

/// The tests that are selected, but not those in documentation: by nextest, where it is installed.
pub(crate) fn run(selected: &[&str], locked: &[&str]) -> Result<Counts> {
    let mut command = cargo();
    if is_installed("cargo-nextest") {
        command.args(["nextest", "run", "--no-fail-fast"]);
    } else {
        eprintln!("cargo-nextest is not installed; the tests take longer: cargo install --locked cargo-nextest");
        command.args(["test", "--no-fail-fast"]);
        if !selected.contains(&"--test") {
            command.args(["--lib", "--bins", "--tests"]);
        }
    }
    count(command.args(selected).args(locked))
}

/// Runs a command that prints summaries. One that fails without a failed test, as when it does not compile, counts as a
/// failure.
pub(crate) fn count(command: &mut Command) -> Result<Counts> {
    if stderr().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} cannot be started", shown(command)))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let counts = thread::scope(|scope| {
        let out = scope.spawn(|| out.map_or_else(Counts::default, |out| pass_on(out, stderr())));
        let err = scope.spawn(|| err.map_or_else(Counts::default, |err| pass_on(err, stderr())));
        let count = |reader: thread::ScopedJoinHandle<'_, Counts>| reader.join().unwrap_or(Counts::FAILED);
        count(out) + count(err)
    });
    let good = child.wait()?.success();
    Ok(if good || counts.failed > 0 { counts } else { counts + Counts::FAILED })
}

/// Copies what is read, line by line, and adds up the summaries in it.
fn pass_on(source: impl Read, mut to: impl Write) -> Counts {
    let mut source = BufReader::new(source);
    let mut counts = Counts::default();
    let mut line = Vec::new();
    while source.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        // A terminal that is gone is no reason to stop counting.
        let _ = to.write_all(&line);
        let summary = Counts::parse(&without_colours(&String::from_utf8_lossy(&line)));
        counts = counts + summary.unwrap_or_default();
        line.clear();
    }
    counts
}

/// The text without escape sequences of the form `ESC [ … letter`.
fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            let _ = characters.find(char::is_ascii_alphabetic);
        } else {
            plain.push(character);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_added_up_through_colours() {
        let output = "running\n\u{1b}[32;1m     Summary\u{1b}[0m [ 0.1s] \u{1b}[1m3\u{1b}[0m tests run: 2 passed, 1 failed, 0 skipped\n\
            test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured\n";
        let mut shown = Vec::new();
        assert_eq!(pass_on(output.as_bytes(), &mut shown), Counts { passed: 6, failed: 1, skipped: 1 });
        assert_eq!(shown, output.as_bytes());
    }
}
