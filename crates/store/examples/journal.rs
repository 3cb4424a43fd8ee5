//! Measures a long journal, appended event by event and read back, and prints one JSON object of figures. Run by
//! `cargo xtask bench`: `journal FOLDER`, where the folder lies on the disk to be measured.

#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a program for developers; a run that fails must be seen"
)]

use reasonix_protocol::{Body, CallId, CallOutcome, Display, EVENT_VERSION, Event, SessionId};
use reasonix_store::Journal;
use serde_json::json;
use std::{fs, path::Path, time::Instant};

const EVENTS: u64 = 10_000;

fn main() {
    let folder = std::env::args_os().nth(1).expect("usage: journal FOLDER");
    let path = Path::new(&folder).join("measured.jsonl");
    let _ = fs::remove_file(&path);
    let started = Instant::now();
    let mut journal = Journal::create(&path).expect("the journal can be made");
    for seq in 1..=EVENTS {
        journal.append(&event(seq)).expect("an event can be appended");
    }
    let appended = started.elapsed();
    drop(journal);
    let started = Instant::now();
    let (_, loaded) = Journal::open(&path).expect("the journal can be read");
    let opened = started.elapsed();
    assert_eq!(loaded.events.len() as u64, EVENTS, "every event comes back");
    fs::remove_file(&path).expect("the journal can be removed");
    let figures = json!({
        "journal_append_us": appended.as_secs_f64() * 1e6 / EVENTS as f64,
        "journal_open_ms": opened.as_secs_f64() * 1e3,
    });
    println!("{figures}");
}

/// A result of ordinary size.
fn event(seq: u64) -> Event {
    Event {
        v: EVENT_VERSION,
        seq,
        session: SessionId("20261130-052331-9f2c41".to_owned()),
        turn: None,
        at: 1_796_016_211_000 + seq,
        body: Body::CallFinished {
            call: CallId(seq as u32),
            outcome: CallOutcome::Completed,
            content: "a line of ordinary output\n".repeat(8),
            display: Display::Plain,
            full: None,
            seen: Vec::new(),
            jobs: Vec::new(),
            denied_command: None,
            whole_bytes: None,
            duration_ms: 3,
        },
    }
}
