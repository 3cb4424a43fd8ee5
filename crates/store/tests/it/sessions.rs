//! Journals, locks and blobs on a real disk, damaged in the ways disks and crashes damage them.

use proptest::prelude::*;
use reasonix_protocol::{Body, Content, EVENT_VERSION, Event, Mode, Posture, Problem, SessionId, Settings, TurnId};
use reasonix_store::{Journal, SessionStore, StoreError, TornLine, WriterLock, read_events};
use std::{fs, path::Path};

fn event(seq: u64, body: Body) -> Event {
    Event { v: EVENT_VERSION, seq, session: SessionId("s".into()), turn: Some(TurnId(1)), at: 7, body }
}

fn started(text: &str) -> Body {
    Body::TurnStarted { input: vec![Content::text(text)], context: String::new() }
}

fn opened(workspace: &Path) -> Body {
    Body::SessionOpened {
        build: "0.1.0".into(),
        pid: 1,
        boot: "b".into(),
        workspace: workspace.display().to_string(),
        roots: Vec::new(),
        settings: Settings { model: "a/b".into(), effort: None, mode: Mode::Normal, posture: Posture::Ask },
    }
}

#[tokio::test]
async fn what_is_appended_is_read_back() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.jsonl");
    let mut journal = Journal::create(&path).unwrap();
    let events = [event(1, started("你好\n\"quoted\"")), event(2, Body::Notice { notice: Problem::new("x") })];
    for event in &events {
        journal.append(event).unwrap();
    }
    journal.sync().await.unwrap();
    assert_eq!(read_events(&path).unwrap().events, events);
    assert!(matches!(Journal::create(&path), Err(StoreError::Io { action: "create", .. })));
}

proptest! {
    /// Wherever a crash cuts the file, every whole line is kept, the rest is cut and reported, and appending goes on.
    #[test]
    fn a_cut_file_keeps_its_whole_lines(cut in 0_usize..600) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.jsonl");
        let mut journal = Journal::create(&path).unwrap();
        for seq in 1..=5 {
            journal.append(&event(seq, started("some text"))).unwrap();
        }
        drop(journal);
        let bytes = fs::read(&path).unwrap();
        let cut = cut.min(bytes.len());
        fs::write(&path, &bytes[..cut]).unwrap();
        let whole = bytes[..cut].split(|&byte| byte == b'\n').count() as u64 - 1;
        let torn_bytes = bytes[..cut].rsplit(|&byte| byte == b'\n').next().unwrap().len() as u64;

        let (mut journal, loaded) = Journal::open(&path).unwrap();
        prop_assert_eq!(loaded.events.len() as u64, whole);
        let torn = (torn_bytes > 0).then_some(TornLine { line: whole + 1, bytes: torn_bytes });
        prop_assert_eq!(loaded.torn, torn);
        journal.append(&event(whole + 1, started("after"))).unwrap();
        prop_assert_eq!(read_events(&path).unwrap().events.len() as u64, whole + 1);
    }
}

#[test]
fn damage_is_told_from_a_newer_version() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.jsonl");
    let line = |event: &Event| serde_json::to_string(event).unwrap() + "\n";
    let good = line(&event(1, started("x")));
    let check = |text: &str, expected: &str| {
        fs::write(&path, text).unwrap();
        let before = fs::read(&path).unwrap();
        let error = Journal::open(&path).unwrap_err().problem();
        assert_eq!(format!("{} {}", error.code, error.params["line"]), expected, "{text}");
        assert_eq!(fs::read(&path).unwrap(), before, "a refused journal is never rewritten");
    };
    check(&format!("{good}garbage\n{}", line(&event(2, started("y")))), "session_corrupt 2");
    check(&format!("{good}{}", line(&event(3, started("y")))), "session_corrupt 2");
    check(&format!("{good}{}", line(&event(2, started("y"))).replace("turn_started", "dream")), "session_corrupt 2");
    check(&format!("{good}{}\n", r#"{"v":2,"seq":2,"body":{"type":"dream"}}"#), "session_newer_version 2");
    check(&good.replace("\"v\":1", "\"v\":9"), "session_newer_version 1");
}

#[test]
fn one_process_writes() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.lock");
    let lock = WriterLock::take(&path).unwrap();
    assert_eq!(WriterLock::holder(&path).unwrap().pid, std::process::id());
    let refused = WriterLock::take(&path).unwrap_err().problem();
    assert_eq!(
        (refused.code.as_str(), refused.params["pid"].as_str()),
        ("session_in_use", &*std::process::id().to_string())
    );
    drop(lock);
    assert!(WriterLock::holder(&path).is_none());
    WriterLock::take(&path).unwrap();
}

/// Whoever deletes the file beside the journal does not make room for a second writer.
#[cfg(unix)]
#[test]
fn a_journal_is_locked_itself() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.jsonl");
    let journal = Journal::create(&path).unwrap();
    assert_eq!(Journal::open(&path).unwrap_err().problem().code, "session_in_use_somewhere");
    drop(journal);
    let (journal, _) = Journal::open(&path).unwrap();
    assert_eq!(Journal::open(&path).unwrap_err().problem().code, "session_in_use_somewhere");
    assert!(read_events(&path).is_ok(), "reading needs no lock");
    drop(journal);
    Journal::open(&path).unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_journal_that_is_gone_is_told() {
    type Change = fn(&Path);
    let changes: [(Change, bool); 4] = [
        (|_| {}, true),
        (|path| std::fs::remove_file(path).unwrap(), false),
        (|path| std::fs::rename(path, path.with_extension("old")).unwrap(), false),
        (
            |path| {
                std::fs::copy(path, path.with_extension("copy")).unwrap();
                std::fs::rename(path.with_extension("copy"), path).unwrap();
            },
            false,
        ),
    ];
    for (change, is_well) in changes {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.jsonl");
        let mut journal = Journal::create(&path).unwrap();
        change(&path);
        let code = journal.sync().await.map_err(|error| error.problem().code);
        assert_eq!(code, if is_well { Ok(()) } else { Err("journal_replaced".to_owned()) });
    }
}

#[test]
fn sessions_are_found_again() {
    let dir = tempfile::tempdir().unwrap();
    let store = SessionStore::new(dir.path().join("sessions"));
    let (here, there) = (Path::new("/ws/here"), Path::new("/ws/there"));
    assert!(matches!(store.newest(here), Err(StoreError::NoSession { .. })));
    let make = |workspace: &Path, title: &str| {
        let files = store.create(workspace).unwrap();
        let mut journal = Journal::create(&files.journal).unwrap();
        journal.append(&event(1, opened(workspace))).unwrap();
        journal.append(&event(2, started(title))).unwrap();
        files
    };
    let first = make(here, "Fix the parser\nplease");
    let second = make(here, "Fix the printer");
    let other = make(there, "Write docs");
    assert_eq!(store.newest(there).unwrap(), other);
    assert_eq!(store.find("parser", here).unwrap(), first);
    assert_eq!(store.find(&second.id.0, there).unwrap(), second);
    assert_eq!(store.find("write DOCS", here).unwrap(), other);
    assert!(matches!(store.find("fix", here), Err(StoreError::Ambiguous { matches, .. }) if matches.len() == 2));
    assert!(matches!(store.find("nothing", here), Err(StoreError::NotFound { .. })));
    assert!(matches!(store.find("", here), Err(StoreError::NotFound { .. })));

    fs::write(first.journal.with_file_name("broken.jsonl"), "nonsense\nmore\n").unwrap();
    let (listed, unreadable) = store.list(Some(here));
    assert_eq!(listed.len(), 2);
    assert_eq!(listed.iter().find(|summary| summary.id == first.id).unwrap().title, "Fix the parser…");
    assert_eq!(unreadable.len(), 1);
    assert_eq!(store.list(None).0.len(), 3);
    // A process that was stopped between making the file and writing to it.
    fs::write(first.journal.with_file_name("empty.jsonl"), "").unwrap();
    assert_eq!((store.list(Some(here)).0.len(), store.list(Some(here)).1.len()), (2, 1));
    assert_ne!(store.newest(here).unwrap().id.0, "empty");
}

#[test]
fn blobs_are_named_by_content() {
    let dir = tempfile::tempdir().unwrap();
    let store = SessionStore::new(dir.path().to_path_buf());
    let blobs = store.create(Path::new("/ws")).unwrap().blobs();
    let kept = blobs.keep(b"full text").unwrap();
    assert_eq!(blobs.keep(b"full text").unwrap(), kept);
    let spool = blobs.spool();
    fs::write(&spool, "full text").unwrap();
    assert_eq!(blobs.adopt(&spool).unwrap(), kept);
    assert!(!spool.exists());
    assert_eq!(fs::read(blobs.path(&kept)).unwrap(), b"full text");
}
