//! `move_file`.

use crate::bench::{Bench, diff};
use reasonix_protocol::CallOutcome;
use serde_json::{Value, json};
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
};

fn to(source: &str, destination: &str) -> Value {
    json!({"source_path": source, "destination_path": destination})
}

#[tokio::test]
async fn files_folders_and_links() {
    let mut bench = Bench::new();
    bench.put("a.txt", "x\n");
    bench.ok("read_file", json!({"path": "a.txt"})).await;
    let result = bench.run("move_file", to("a.txt", "deep/er/b.txt")).await;
    assert_eq!(result.content, "Moved a.txt to deep/er/b.txt.");
    assert_eq!(
        (diff(&result.display).path.as_str(), diff(&result.display).moved_from.as_deref()),
        ("deep/er/b.txt", Some("a.txt"))
    );
    // The session knows it under its new name.
    bench.ok("write_file", json!({"path": "deep/er/b.txt", "content": "y\n"})).await;
    assert_eq!(bench.ok("move_file", to("deep", "shallow")).await, "Moved the folder deep to shallow.");
    assert_eq!(bench.text("shallow/er/b.txt"), "y\n");
    bench.ok("move_file", to("shallow", "Shallow")).await;
    symlink("Shallow/er/b.txt", bench.path("link")).unwrap();
    bench.ok("move_file", to("link", "moved")).await;
    assert!(bench.path("moved").is_symlink(), "a link is moved as a link");
    assert_eq!(bench.names(), ["Shallow", "moved"]);
}

#[tokio::test]
async fn what_holds_a_forbidden_path_stays_where_it_is() {
    let mut bench = Bench::with(None, &["secrets/keys"]);
    bench.put("secrets/keys/one", "x\n");
    for (source, destination) in [("secrets", "open"), ("secrets/keys", "open"), ("secrets/keys/one", "open")] {
        let result = bench.run("move_file", to(source, destination)).await;
        assert_eq!(result.outcome, CallOutcome::Denied, "{source}: {}", result.content);
    }
    assert_eq!(bench.text("secrets/keys/one"), "x\n");
}

#[tokio::test]
async fn a_file_moves_to_another_file_system() {
    let mut bench = Bench::new();
    let Some(there) = bench.other_disk.as_ref().map(|folder| folder.path().join("deep/run.sh")) else { return };
    bench.put("run.sh", "x\n");
    fs::set_permissions(bench.path("run.sh"), fs::Permissions::from_mode(0o751)).unwrap();
    bench.put("folder/file", "x\n");
    bench.ok("move_file", to("run.sh", there.to_str().unwrap())).await;
    assert_eq!(fs::read_to_string(&there).unwrap(), "x\n");
    assert_eq!(fs::metadata(&there).unwrap().permissions().mode() & 0o777, 0o751);
    let folder = there.with_file_name("folder");
    if bench.path("").metadata().unwrap().dev() != there.metadata().unwrap().dev() {
        bench.fails("move_file", to("folder", folder.to_str().unwrap()), &["another file system", "cp -a"]).await;
    }
    assert_eq!(bench.names(), ["folder"]);
}

#[tokio::test]
async fn nothing_is_overwritten() {
    let mut bench = Bench::new();
    bench.put("a", "a");
    bench.put("b", "b");
    fs::create_dir(bench.path("folder")).unwrap();
    for (source, destination, part) in [
        ("a", "b", "a was not moved to b: something of that name exists"),
        ("a", "folder", "give the full new path, such as folder/a."),
        ("a", "a", "both paths are the same"),
        ("folder", "folder/below", "a folder cannot be moved into itself"),
        ("c", "d", "c does not exist"),
        ("a", "b/c", "A part of the path b/c is not a folder"),
    ] {
        bench.fails("move_file", to(source, destination), &[part]).await;
    }
    assert_eq!((bench.text("a"), bench.text("b")), ("a".to_owned(), "b".to_owned()));
    // The workspace would take along what decides about permissions.
    assert_eq!(bench.run("move_file", to(".", "elsewhere")).await.outcome, CallOutcome::Denied);
    assert_eq!(bench.run("move_file", to("a", "../a")).await.outcome, CallOutcome::Denied);
    let outside = bench.outside("x");
    fs::write(&outside, "x").unwrap();
    assert_eq!(bench.run("move_file", to(outside.to_str().unwrap(), "x")).await.outcome, CallOutcome::Denied);
}
