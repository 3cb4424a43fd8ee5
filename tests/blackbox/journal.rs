//! Reads journals the way a person with `grep` would.

use reasonix_testkit::Cli;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The only session's journal.
pub(crate) fn path(cli: &Cli) -> PathBuf {
    let mut found = Vec::new();
    for project in std::fs::read_dir(cli.home().join("sessions")).unwrap().flatten() {
        let files = std::fs::read_dir(project.path()).unwrap().flatten().map(|entry| entry.path());
        found.extend(files.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl")));
    }
    assert_eq!(found.len(), 1, "one session: {found:?}");
    found.remove(0)
}

/// All lines of a journal. Fails if a line is torn or a number is missing.
pub(crate) fn events(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.ends_with('\n'), "no line is torn");
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (index, event) in events.iter().enumerate() {
        assert_eq!(event["seq"], index as u64 + 1, "no line is lost");
    }
    events
}

/// The bodies of one type.
pub(crate) fn bodies<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().map(|event| &event["body"]).filter(|body| body["type"] == kind).collect()
}
