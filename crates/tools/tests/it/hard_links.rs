//! Files that have another name, about which the rules are stricter.

use crate::bench::Bench;
use reasonix_protocol::CallOutcome;
use serde_json::{Value, json};
use std::fs;

fn linked(bench: &Bench, file: &str, content: &str, link: &str) {
    bench.put(file, content);
    fs::hard_link(bench.path(file), bench.path(link)).unwrap();
}

fn calls(path: &str) -> [(&'static str, Value); 4] {
    [
        ("read_file", json!({"path": path})),
        ("grep", json!({"pattern": "KEY", "path": path})),
        ("edit_file", json!({"path": path, "old_string": "KEY", "new_string": "MINE"})),
        ("multi_edit", json!({"path": path, "edits": [{"old_string": "KEY", "new_string": "MINE"}]})),
    ]
}

#[tokio::test]
async fn no_call_gets_at_a_kept_file_by_another_name() {
    for kept in [".env", "deep/er/.env.local", "config/prod.pem", "secret/plans.txt"] {
        let mut bench = Bench::with(None, &["secret"]);
        linked(&bench, kept, "KEY=1\n", "notes.txt");
        for (tool, args) in calls("notes.txt") {
            let parts = ["notes.txt is a hard link, another name of", kept, "Nothing was done"];
            bench.fails(tool, args.clone(), &parts).await;
            assert!(bench.preview(tool, args).is_none(), "{tool} shows what is in {kept}");
        }
        bench.fails("write_file", json!({"path": "notes.txt", "content": "x"}), &["another name of"]).await;
        let found = bench.ok("grep", json!({"pattern": "KEY"})).await;
        assert!(!found.contains("notes.txt"), "{found}");
        assert_eq!(bench.text(kept), "KEY=1\n");
    }
}

#[tokio::test]
async fn what_may_be_read_but_not_written_is_not_written_by_another_name() {
    let mut bench = Bench::new();
    linked(&bench, ".git/config", "KEY=1\n", "settings.ini");
    bench.ok("read_file", json!({"path": "settings.ini"})).await;
    for (tool, args) in calls("settings.ini").into_iter().skip(2) {
        bench.fails(tool, args, &["settings.ini is a hard link, another name of .git/config"]).await;
    }
    bench.fails("write_file", json!({"path": "settings.ini", "content": "x"}), &["another name of .git/config"]).await;
    assert_eq!(bench.text(".git/config"), "KEY=1\n");
}

#[tokio::test]
async fn names_that_are_alike_are_no_matter() {
    let mut bench = Bench::new();
    linked(&bench, "a.txt", "KEY=1\n", "b.txt");
    for (tool, args) in calls("b.txt").into_iter().take(3) {
        bench.ok(tool, args).await;
    }
    assert_eq!(bench.text("a.txt"), "MINE=1\n", "both names still stand for one file");
    // By its own name a file is what the decision says of it.
    linked(&bench, ".env", "KEY=1\n", "c.txt");
    assert_eq!(bench.run("read_file", json!({"path": ".env"})).await.outcome, CallOutcome::Completed);
}
