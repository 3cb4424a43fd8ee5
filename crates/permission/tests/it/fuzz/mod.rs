//! Arbitrary bytes, and everyday commands with something wrong, for a bounded time. `fuzz/` goes on where this ends.

mod entries;

use crate::corpus::{CORPUS, decoded};
use proptest::{
    prelude::*,
    sample::Index,
    test_runner::{Config, TestRunner},
};
use std::time::{Duration, Instant};

/// How long each entry is driven: three of them make a suite of less than a minute. Longer where `REASONIX_FUZZ_SECONDS`
/// says so.
fn time_for_each() -> Duration {
    let seconds = std::env::var("REASONIX_FUZZ_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    Duration::from_secs(seconds.unwrap_or(3))
}

/// No input may take longer, however slow the machine is that builds without optimising.
const MOST: Duration = Duration::from_secs(10);

/// What was found once.
const KNOWN: &[&str] =
    &["", "\0", "\u{feff}ls", "a\n", "\n", "Bash()\n$(", "Read(\n/", "~\n~", "C:\nC:", "$((", "<<", "`"];

/// Bytes that mean something to a shell or in a rule, put in where the chance falls.
const TOKENS: &[&str] = &[
    "$(", "`", "'", "\"", "\\", "\n", ";", "&&", "|", ">", "<<E", "<(", "${", "}", ")", "*", "**", "..", "/", "~", "=",
    "{", "[", "]]", "\0", "\u{202e}", "é", " -", "&", "#", "((", "Bash(", "Read(", ":*)", "\r", "%", "\t", "eval ",
];

/// A command of the corpus with pieces put in, cut out, doubled.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let change = (any::<Index>(), any::<Index>(), 0..4_u8);
    (any::<Index>(), proptest::collection::vec(change, 0..6)).prop_map(|(line, changes)| {
        let lines: Vec<&str> = CORPUS.lines().collect();
        let command = lines[line.index(lines.len())].split_once('\t').map_or("", |(_, command)| command);
        let mut bytes = decoded(command).into_bytes();
        for (at, token, how) in changes {
            let at = at.index(bytes.len() + 1);
            let piece = TOKENS[token.index(TOKENS.len())].as_bytes();
            match how {
                0 => drop(bytes.splice(at..at, piece.iter().copied())),
                1 => bytes.truncate(at),
                2 => bytes.extend_from_within(at..),
                _ => drop(bytes.drain(at..(at + piece.len()).min(bytes.len()))),
            }
        }
        bytes
    })
}

fn drive(entry: fn(&[u8])) {
    let one = |bytes: &[u8]| {
        let started = Instant::now();
        entry(bytes);
        assert!(started.elapsed() < MOST, "{:?} took {:?}", String::from_utf8_lossy(bytes), started.elapsed());
    };
    for known in KNOWN {
        one(known.as_bytes());
    }
    let any_bytes = proptest::collection::vec(any::<u8>(), 0..200);
    let tokens = proptest::collection::vec(proptest::sample::select(TOKENS), 0..40);
    let inputs =
        prop_oneof![3 => mutated(), 1 => any_bytes, 1 => tokens.prop_map(|tokens| tokens.concat().into_bytes())];
    // Other inputs each time; a failure shows its input, which is all that is needed to see it again.
    let config = Config { cases: 50, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config);
    let end = Instant::now() + time_for_each();
    while Instant::now() < end {
        let ran = runner.run(&inputs, |bytes| {
            one(&bytes);
            Ok(())
        });
        ran.unwrap();
    }
}

#[test]
fn any_bytes_as_a_command() {
    drive(entries::shell);
}

#[test]
fn any_bytes_as_a_rule() {
    drive(entries::rule);
}

#[test]
fn any_bytes_as_a_path() {
    drive(entries::path);
}
