//! Runs a test runner, shows what it prints as it comes, and counts by its summaries. Which tests failed is gathered too.

use super::counts::{Counts, failed_test};
use crate::process::{cargo, is_installed, shown};
use anyhow::{Context as _, Result};
use std::{
    io::{BufRead as _, BufReader, IsTerminal as _, Read, Write, stderr},
    process::{Command, Stdio},
    thread,
};

/// The tests that are selected, but not those in documentation: by nextest, where it is installed.
pub(crate) fn run(selected: &[&str], locked: &[&str], failing: &mut Vec<String>) -> Result<Counts> {
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
    count(command.args(selected).args(locked), failing)
}

/// Runs a command that prints summaries. One that fails without a failed test, as when it does not compile, counts as a
/// failure.
pub(crate) fn count(command: &mut Command, failing: &mut Vec<String>) -> Result<Counts> {
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
    let told = thread::scope(|scope| {
        let out = scope.spawn(|| out.map_or_else(Told::default, |out| pass_on(out, stderr())));
        let err = scope.spawn(|| err.map_or_else(Told::default, |err| pass_on(err, stderr())));
        let unread = || Told { counts: Counts::FAILED, failing: Vec::new() };
        [out, err].map(|reader| reader.join().unwrap_or_else(|_| unread()))
    });
    let counts = told.iter().map(|told| told.counts).sum::<Counts>();
    for name in told.into_iter().flat_map(|told| told.failing) {
        // Nextest names them as they fail and again at its end.
        if !failing.contains(&name) {
            failing.push(name);
        }
    }
    let good = child.wait()?.success();
    Ok(if good || counts.failed > 0 { counts } else { counts + Counts::FAILED })
}

/// What a runner has told.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    counts: Counts,
    failing: Vec<String>,
}

/// Copies what is read, line by line, adds up the summaries in it and gathers the names of what failed.
fn pass_on(source: impl Read, mut to: impl Write) -> Told {
    let mut source = BufReader::new(source);
    let mut told = Told::default();
    let mut line = Vec::new();
    while source.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        // A terminal that is gone is no reason to stop counting.
        let _ = to.write_all(&line);
        let plain = without_colours(&String::from_utf8_lossy(&line));
        told.counts = told.counts + Counts::parse(&plain).unwrap_or_default();
        told.failing.extend(failed_test(&plain).map(str::to_owned));
        line.clear();
    }
    told
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
        let output = "running\n\u{1b}[31m        FAIL\u{1b}[0m [ 0.1s] (1/3) one two\n    test result: FAILED. 0 passed; 1 failed\n\u{1b}[32;1m     Summary\u{1b}[0m [ 0.1s] \u{1b}[1m3\u{1b}[0m tests run: 2 passed, 1 failed, 0 skipped\n\
            test result: ok. 4 passed; 0 failed; 1 ignored; 0 measured\n";
        let mut shown = Vec::new();
        let counts = Counts { passed: 6, failed: 1, skipped: 1 };
        assert_eq!(pass_on(output.as_bytes(), &mut shown), Told { counts, failing: vec!["one two".into()] });
        assert_eq!(shown, output.as_bytes());
    }
}
