//! Recorded sessions fold to the facts that are written beside them. The front end's own fold, in
//! `ui/src/session/transcripts.test.ts`, is held to the same files.

use reasonix_agent::{JobState, SessionState};
use reasonix_protocol::{Event, SessionId};
use serde_json::{Value, json};
use std::{fs, path::PathBuf};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts")
}

fn facts(journal: &str) -> Value {
    let mut state = SessionState::new(SessionId("s".into()));
    for line in journal.lines() {
        let event: Event = serde_json::from_str(line).unwrap();
        state.apply(&event);
    }
    let job = |job: &JobState| json!({ "id": job.id, "call": job.call, "command": job.command, "end": job.end });
    let jobs: Vec<Value> = state.jobs.iter().map(job).collect();
    json!({
        "settings": state.settings,
        "waits": state.waits.keys().collect::<Vec<_>>(),
        "usage": state.usage,
        "todos": state.todos,
        "jobs": jobs,
        "turns": state.next_turn().0 - 1,
        "last_end": state.last_end,
    })
}

#[test]
fn recorded_sessions_have_the_facts_beside_them() {
    let journals: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    assert!(journals.len() >= 3, "{journals:?}");
    for journal in journals {
        let expected = fs::read_to_string(journal.with_extension("view.json")).unwrap();
        let expected: Value = serde_json::from_str(&expected).unwrap();
        assert_eq!(facts(&fs::read_to_string(&journal).unwrap()), expected["facts"], "{}", journal.display());
    }
}
