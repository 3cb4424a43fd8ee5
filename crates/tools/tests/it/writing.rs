//! `write_file`, and what publishing keeps.

use crate::bench::{Bench, diff, permissions_count};
use encoding_rs::GB18030;
use reasonix_protocol::CallOutcome;
use serde_json::json;
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
};

#[tokio::test]
async fn new_files_and_known_ones() {
    let mut bench = Bench::new();
    let result = bench.run("write_file", json!({"path": "a/b/c.txt", "content": "one\ntwo\n"})).await;
    assert_eq!(result.content, "Wrote the new file a/b/c.txt: 2 lines, 8 bytes.");
    assert_eq!(
        (diff(&result.display).added, diff(&result.display).unified.as_str()),
        (2, "@@ -0,0 +1,2 @@\n+one\n+two\n")
    );
    assert_eq!(bench.text("a/b/c.txt"), "one\ntwo\n");
    // What the session wrote it knows.
    let content = bench.ok("write_file", json!({"path": "a/b/c.txt", "content": "one\n"})).await;
    assert_eq!(content, "Overwrote a/b/c.txt: 1 line, 4 bytes (before: 2 lines, 8 bytes).");
    let content = bench.ok("write_file", json!({"path": "a/b/c.txt", "content": "one\n"})).await;
    assert_eq!(content, "a/b/c.txt already has exactly this content; nothing was written.");
    assert_eq!(bench.names(), ["a"]);
}

#[tokio::test]
async fn nothing_unread_is_overwritten() {
    let mut bench = Bench::new();
    bench.put("notes", "mine\n");
    let write = json!({"path": "notes", "content": "yours\n"});
    bench
        .fails("write_file", write.clone(), &["Nothing was written: notes exists (1 line) and you have not read it"])
        .await;
    assert_eq!(bench.text("notes"), "mine\n");
    bench.ok("read_file", json!({"path": "notes", "limit": 1})).await;
    bench.put("notes", "mine, changed\n");
    bench
        .fails("write_file", write.clone(), &["Nothing was written", "was changed by somebody else", "read_file"])
        .await;
    assert_eq!(bench.text("notes"), "mine, changed\n");
    bench.ok("read_file", json!({"path": "notes"})).await;
    bench.ok("write_file", write).await;
    assert_eq!(bench.text("notes"), "yours\n");
    bench.put("empty", "");
    bench.ok("write_file", json!({"path": "empty", "content": "x"})).await;
    bench.put("binary", b"\0\x01");
    bench.fails("write_file", json!({"path": "binary", "content": "x"}), &["binary is a binary file"]).await;
}

#[tokio::test]
async fn the_form_of_the_file_is_kept() {
    let mut bench = Bench::new();
    let gb = |text: &str| GB18030.encode(text).0.into_owned();
    let utf16 =
        |text: &str| [&b"\xff\xfe"[..], &text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()].concat();
    for (before, content, after, note) in [
        (gb("你好，世界\n"), "再见，世界\n", gb("再见，世界\n"), "encoding gb18030"),
        (utf16("a\r\nb\r\n"), "c\nd\n", utf16("c\r\nd\r\n"), "encoding UTF-16 LE, CRLF line ends"),
        (b"\xef\xbb\xbfa\n".to_vec(), "b\n", b"\xef\xbb\xbfb\n".to_vec(), "encoding UTF-8 with BOM"),
        (b"a\r\nb".to_vec(), "a\nc", b"a\r\nc".to_vec(), "CRLF line ends"),
    ] {
        bench.put("file", before);
        bench.ok("read_file", json!({"path": "file"})).await;
        let said = bench.ok("write_file", json!({"path": "file", "content": content})).await;
        assert!(said.ends_with(&format!(" Kept from the old file: {note}.")), "{said}");
        assert_eq!(bench.get("file"), after);
    }
    bench.put("latin", b"Le caf\xe9 est tr\xe8s bon \xe0 la maison, d\xe9j\xe0 l'\xe9t\xe9.\n");
    bench.ok("read_file", json!({"path": "latin"})).await;
    let parts = ["'→' cannot be written in windows-1252", "Nothing was written"];
    bench.fails("write_file", json!({"path": "latin", "content": "a → b"}), &parts).await;
}

#[tokio::test]
async fn mode_links_and_names_survive() {
    let mut bench = Bench::new();
    bench.put("run.sh", "old\n");
    fs::set_permissions(bench.path("run.sh"), fs::Permissions::from_mode(0o754)).unwrap();
    fs::create_dir(bench.path("folder")).unwrap();
    symlink("../run.sh", bench.path("folder/link")).unwrap();
    bench.ok("edit_file", json!({"path": "folder/link", "old_string": "old", "new_string": "new"})).await;
    assert_eq!(bench.text("run.sh"), "new\n");
    assert!(bench.path("folder/link").is_symlink(), "written through, not replaced");
    assert_eq!(fs::metadata(bench.path("run.sh")).unwrap().permissions().mode() & 0o7777, 0o754);
    // A hard link stays one file.
    fs::hard_link(bench.path("run.sh"), bench.path("other")).unwrap();
    bench.ok("edit_file", json!({"path": "run.sh", "old_string": "new", "new_string": "newest and longer"})).await;
    assert_eq!(bench.text("other"), "newest and longer\n");
    bench.ok("edit_file", json!({"path": "other", "old_string": "newest and longer", "new_string": "x"})).await;
    assert_eq!((bench.text("run.sh").as_str(), fs::metadata(bench.path("other")).unwrap().nlink()), ("x\n", 2));
    // A link to nothing yet.
    symlink("later.txt", bench.path("dangling")).unwrap();
    bench.ok("write_file", json!({"path": "dangling", "content": "here"})).await;
    assert_eq!(bench.text("later.txt"), "here");
    assert_eq!(bench.names(), ["dangling", "folder", "later.txt", "other", "run.sh"]);
}

#[tokio::test]
async fn refusals_leave_everything_as_it_was() {
    let mut bench = Bench::new();
    bench.put("locked", "x\n");
    fs::set_permissions(bench.path("locked"), fs::Permissions::from_mode(0o444)).unwrap();
    bench
        .fails(
            "edit_file",
            json!({"path": "locked", "old_string": "x", "new_string": "y"}),
            &["locked is read-only", "Nothing was written"],
        )
        .await;
    bench.put("file", "x\n");
    bench
        .fails(
            "write_file",
            json!({"path": "file/below", "content": "y"}),
            &["A part of the path file/below is not a folder"],
        )
        .await;
    fs::create_dir(bench.path("folder")).unwrap();
    bench.fails("write_file", json!({"path": "folder", "content": "y"}), &["folder is a folder"]).await;
    // A folder that takes no new files: the file itself may still be written, in place.
    bench.put("closed/file", "x\n");
    fs::set_permissions(bench.path("closed"), fs::Permissions::from_mode(0o555)).unwrap();
    bench.ok("edit_file", json!({"path": "closed/file", "old_string": "x", "new_string": "y"})).await;
    if permissions_count() {
        bench
            .fails("write_file", json!({"path": "closed/new", "content": "y"}), &["No permission to write closed/new"])
            .await;
    }
    fs::set_permissions(bench.path("closed"), fs::Permissions::from_mode(0o755)).unwrap();
    // Outside the workspace, also through a link.
    symlink(bench.outside(""), bench.path("out")).unwrap();
    for path in ["out/x", "../x"] {
        let result = bench.run("write_file", json!({"path": path, "content": "y"})).await;
        assert_eq!(result.outcome, CallOutcome::Denied, "{path}");
    }
    bench.fails("write_file", json!({"path": "file"}), &["missing field `content`"]).await;
    assert_eq!(bench.names(), ["closed", "file", "folder", "locked", "out"]);
    assert_eq!(bench.text("locked"), "x\n");
}

#[tokio::test]
async fn a_cancelled_call_writes_nothing() {
    let mut bench = Bench::new();
    bench.cancel.cancel();
    let result = bench.run("write_file", json!({"path": "new", "content": "x"})).await;
    assert_ne!(result.outcome, CallOutcome::Completed);
    assert_eq!(bench.names(), Vec::<String>::new());
}

#[tokio::test]
async fn a_preview_changes_nothing() {
    let bench = Bench::new();
    bench.put("a", "one\ntwo\n");
    let check = |tool: &str, args: serde_json::Value, path: &str, unified: &str| {
        let display = bench.preview(tool, args).unwrap();
        assert_eq!((diff(&display).path.as_str(), diff(&display).unified.as_str()), (path, unified));
    };
    let changed = "@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
    check("write_file", json!({"path": "a", "content": "one\n2\n"}), "a", changed);
    check("write_file", json!({"path": "new", "content": "x\n"}), "new", "@@ -0,0 +1 @@\n+x\n");
    check("edit_file", json!({"path": "a", "old_string": "two", "new_string": "2"}), "a", changed);
    check("multi_edit", json!({"path": "a", "edits": [{"old_string": "two", "new_string": "2"}]}), "a", changed);
    check("move_file", json!({"source_path": "a", "destination_path": "b"}), "b", "");
    assert_eq!(bench.preview("edit_file", json!({"path": "a", "old_string": "none", "new_string": "2"})), None);
    assert_eq!((bench.names(), bench.text("a")), (vec!["a".to_owned()], "one\ntwo\n".to_owned()));
}
