//! `bash`.

use crate::bench::Bench;
use reasonix_protocol::{CallOutcome, Display};
use reasonix_tool::MODEL_CONTENT_LIMIT;
use serde_json::json;
use std::{fs, time::Duration};

#[tokio::test]
async fn output_and_exit() {
    let mut bench = Bench::new();
    for (command, content, exit) in [
        ("echo out; echo err >&2", "out\nerr\n", Some(0)),
        ("true", "(no output)", Some(0)),
        ("false", "(no output)\n[exit code 1]", Some(1)),
        ("printf partial; exit 3", "partial\n[exit code 3]", Some(3)),
        ("kill -9 $$", "(no output)\n[killed by signal 9, SIGKILL: perhaps out of memory]", None),
        ("printf '\\033[31mred\\033[0m\\n10%%\\r100%%\\n'", "red\n100%\n", Some(0)),
        ("echo $TERM $PAGER $GIT_TERMINAL_PROMPT-$CARGO_MANIFEST_DIR-", "dumb cat 0--\n", Some(0)),
        ("cat", "(no output)", Some(0)),
    ] {
        let result = bench.run("bash", json!({ "command": command })).await;
        assert_eq!((result.content.as_str(), &result.display), (content, &Display::Command { exit }), "{command}");
        let outcome = if exit == Some(0) { CallOutcome::Completed } else { CallOutcome::Failed };
        assert_eq!(result.outcome, outcome, "{command}");
    }
    let root = bench.workspace.root().display().to_string();
    assert_eq!(bench.ok("bash", json!({"command": "pwd", "description": "where"})).await, format!("{root}\n"));
    assert!(bench.live.lock().unwrap().contains("red"));
    bench.fails("bash", json!({"command": " "}), &["`command` is empty"]).await;
    bench.fails("bash", json!({"command": "x", "timeout_seconds": 0}), &["must be at least 1"]).await;
}

/// Folders are asked for with a reason, and only such as are there.
#[tokio::test]
async fn folders_need_a_reason() {
    let mut bench = Bench::new();
    bench.put("file", "");
    let folder = bench.outside("").display().to_string();
    for (folders, reason, refusal) in [
        (json!([folder]), json!(""), "needs a `justification`"),
        (json!([folder]), json!("  "), "needs a `justification`"),
        (json!([]), json!("because"), "belongs to `additional_write_dirs`"),
        (json!(["/not/there"]), json!("because"), "/not/there in `additional_write_dirs` is no folder that exists"),
        (json!(["file"]), json!("because"), "file in `additional_write_dirs` is no folder"),
        (json!(vec!["/tmp"; 9]), json!("because"), "more than 8 folders"),
    ] {
        let args = json!({"command": "true", "additional_write_dirs": folders, "justification": reason});
        bench.fails("bash", args, &[refusal]).await;
    }
    // Nothing is confined here, so that nothing has to be opened.
    let args = json!({"command": "echo ran", "additional_write_dirs": [folder], "justification": "because"});
    assert_eq!(bench.ok("bash", args).await, "ran\n");
}

/// A retry without the sandbox names a denial, and is the command alone.
#[tokio::test]
async fn a_retry_names_its_denial_and_nothing_else() {
    let mut bench = Bench::new();
    let folder = bench.outside("").display().to_string();
    for (name, more, refusal) in [
        ("make", json!({}), "must be a denial's name"),
        ("denial-03", json!({}), "must be a denial's name"),
        ("denial-3", json!({"run_in_background": true}), "neither with `run_in_background`"),
        (
            "denial-3",
            json!({"additional_write_dirs": [folder], "justification": "x"}),
            "nor with `additional_write_dirs`",
        ),
        ("denial-3", json!({}), "Commands are not confined here"),
    ] {
        let mut args = json!({"command": "echo ran", "unsandboxed_retry_of": name});
        args.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        bench.fails("bash", args, &[refusal]).await;
    }
    assert_eq!(bench.ok("bash", json!({"command": "echo ran", "unsandboxed_retry_of": ""})).await, "ran\n");
}

#[tokio::test]
async fn a_long_output_is_kept_whole_and_shown_in_parts() {
    let mut bench = Bench::new();
    let content = bench.ok("bash", json!({"command": "for i in $(seq 20000); do echo line $i; done"})).await;
    assert!(content.len() <= MODEL_CONTENT_LIMIT);
    assert!(
        content.starts_with("line 1\nline 2\n") && content.contains("left out …]") && content.contains("line 20000\n")
    );
    assert!(content.contains("The full output is in "), "{}", &content[content.len() - 300..]);
    let full = fs::read_to_string(bench.outside("adopted")).unwrap();
    assert_eq!(full.lines().count(), 20_000);
}

#[tokio::test]
async fn too_long_a_run_is_stopped_with_advice() {
    let mut bench = Bench::with(Some(Duration::from_secs(2)), &[]);
    let result = bench.run("bash", json!({"command": "echo begun; sleep 60", "timeout_seconds": "1"})).await;
    assert_eq!((result.outcome, &result.display), (CallOutcome::Failed, &Display::Command { exit: None }));
    assert!(result.content.starts_with("begun\n[stopped after 1 s"), "{}", result.content);
    assert!(result.content.contains("give timeout_seconds, up to 2") && result.content.contains("server"));
    let result = bench.run("bash", json!({"command": "sleep 60", "timeout_seconds": 100})).await;
    assert!(result.content.contains("2 s is the longest that the user's settings allow"), "{}", result.content);
}

#[tokio::test]
async fn cancelling_keeps_what_was_printed() {
    let mut bench = Bench::with(None, &[]);
    let (cancel, live) = (bench.cancel.clone(), bench.live.clone());
    let stopper = tokio::spawn(async move {
        while live.lock().unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        cancel.cancel();
    });
    let result = bench.run("bash", json!({"command": "echo begun; sleep 60"})).await;
    stopper.await.unwrap();
    assert_eq!((result.outcome, result.content.as_str()), (CallOutcome::Cancelled, "begun\n[stopped by the user]"));
}

#[tokio::test]
async fn what_is_left_running_is_stopped_and_said() {
    let mut bench = Bench::new();
    let content = bench.ok("bash", json!({"command": "sleep 60 & echo started"})).await;
    assert_eq!(content, "started\n[what it had left running was stopped; run_in_background lets a command go on]");
}
