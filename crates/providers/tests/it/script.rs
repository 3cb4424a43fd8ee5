//! The provider that plays scripts.

use crate::support::{Ran, body, head, send};
use reasonix_model::{Entry, FailureKind, OutputPart, Progress, Provider, ToolResult};
use reasonix_providers::{Error, Script, ScriptProvider};
use std::path::Path;
use tokio_util::sync::CancellationToken;

const TOUR: &str = r#"{
  "name": "tour",
  "pace_ms": 0,
  "turns": [
    { "think": "Where to begin?", "say": { "en": "Let me look.", "zh-CN": "看一下。" },
      "calls": [ { "tool": "bash", "args": { "command": "ls",  "n": 1e3 } }, { "tool": "list" } ] },
    { "expect": "main.rs", "say": "Done." }
  ]
}"#;

fn played(language: &str) -> ScriptProvider {
    ScriptProvider::new("demo", Script::parse(TOUR, Path::new("tour.json")).unwrap(), language)
}

async fn play(provider: &ScriptProvider, entries: &[Entry]) -> Ran {
    let body = body(provider, &head(), entries);
    send(provider, body, &CancellationToken::new()).await
}

fn user() -> Entry {
    Entry::User { text: "Go.".into() }
}

fn results(content: &str) -> Entry {
    let result =
        ToolResult { wire_id: "script_0_0".into(), tool: "bash".into(), content: content.into(), is_error: false };
    Entry::Results { results: vec![result] }
}

#[tokio::test]
async fn the_request_says_which_turn_comes() {
    let provider = played("en");
    let first = play(&provider, &[user()]).await;
    assert_eq!(
        first.summary(),
        r#"~Where to begin?~ "Let me look." bash({ "command": "ls",  "n": 1e3 }) list({}) Calls"#
    );
    let words = first.progress.iter().filter(|progress| matches!(progress, Progress::Text(_))).count();
    assert_eq!((words, first.shown().as_str()), (3, "Let me look."));

    let said = Entry::Assistant { parts: first.outcome.unwrap().parts };
    let second = [user(), said, results("src\nmain.rs")];
    assert_eq!(play(&provider, &second).await.summary(), "\"Done.\" Finished");
    // Another process, with nothing but the conversation.
    assert_eq!(play(&played("en"), &second).await.summary(), "\"Done.\" Finished");
}

#[tokio::test]
async fn a_script_that_does_not_fit_says_so() {
    let provider = played("en");
    let said = || Entry::Assistant { parts: vec![OutputPart::Text("x".into())] };
    let check = async |entries: &[Entry], expected: &str| {
        let failure = play(&provider, entries).await.outcome.unwrap_err();
        assert_eq!((failure.kind, failure.message.as_str()), (FailureKind::Script, expected));
    };
    check(&[user(), said(), results("nothing")], "turn 2 of the script `tour` expects `main.rs` in the newest results")
        .await;
    check(&[user(), said()], "turn 2 of the script `tour` expects `main.rs` in the newest results").await;
    check(&[user(), said(), results("x"), said(), user()], "the script `tour` has no turn 3; its last is 2").await;
}

#[tokio::test]
async fn it_speaks_the_language_it_is_given_and_can_be_cancelled() {
    assert_eq!(play(&played("zh-CN"), &[user()]).await.shown(), "看一下。");
    let cancel = CancellationToken::new();
    cancel.cancel();
    let provider = played("en");
    let ran = send(&provider, body(&provider, &head(), &[user()]), &cancel).await;
    assert_eq!(ran.kind(), Some(FailureKind::Cancelled));
    assert_eq!(provider.name(), "demo");
}

#[test]
fn a_file_is_read_or_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tour.json");
    assert!(matches!(Script::load(&path), Err(Error::ReadScript { .. })));
    std::fs::write(&path, "{\n  \"name\": 3\n}").unwrap();
    let error = Script::load(&path).unwrap_err();
    assert!(matches!(&error, Error::BadScript { line: 2, column: 11, .. }), "{error:?}");
    std::fs::write(&path, format!("\u{feff}{TOUR}")).unwrap();
    assert_eq!(Script::load(&path).unwrap().name, "tour");
}
