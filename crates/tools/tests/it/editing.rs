//! `edit_file` and `multi_edit`.

use crate::bench::{Bench, diff};
use encoding_rs::GB18030;
use serde_json::json;

#[tokio::test]
async fn an_edit_shows_what_became_of_it() {
    let mut bench = Bench::new();
    bench.put("src/a.rs", "fn a() {\n    one();\n}\n\nfn b() {\n    two();\n}\n");
    let result = bench
        .run("edit_file", json!({"path": "src/a.rs", "old_string": "one();", "new_string": "uno();\n    due();"}))
        .await;
    assert_eq!(
        result.content,
        "Edited src/a.rs: 1 replacement. It now reads:\n1→fn a() {\n2→    uno();\n3→    due();\n4→}\n5→\n6→fn b() {\n"
    );
    assert_eq!((diff(&result.display).added, diff(&result.display).removed), (2, 1));
    assert_eq!(bench.text("src/a.rs"), "fn a() {\n    uno();\n    due();\n}\n\nfn b() {\n    two();\n}\n");
    let content = bench
        .ok("edit_file", json!({"path": "src/a.rs", "old_string": "()", "new_string": "(x)", "replace_all": "true"}))
        .await;
    assert!(content.starts_with("Edited src/a.rs: 5 replacements."), "{content}");
    assert_eq!(bench.names(), ["src"]);
}

#[tokio::test]
async fn other_whitespace_is_said() {
    let mut bench = Bench::new();
    bench.put("a.py", "class A:\n    def f(self):  \n        return 1\n");
    let content = bench.ok("edit_file", json!({"path": "a.py", "old_string": "def f(self):\n    return 1", "new_string": "def f(self):\n    return 2"})).await;
    assert!(content.contains("old_string matched with different whitespace"), "{content}");
    assert_eq!(bench.text("a.py"), "class A:\n    def f(self):  \n        return 2\n");
}

#[tokio::test]
async fn a_failed_edit_changes_nothing_and_says_why() {
    let mut bench = Bench::new();
    let text = "alpha = 1\nbeta = 2\nalpha = 1\n";
    bench.put("a", text);
    let edit = |old: &str, new: &str| json!({"path": "a", "old_string": old, "new_string": new});
    for (old, new, parts) in [
        ("alpha = 1", "x", &["Nothing was changed in a: ", "found 2 times, at lines 1, 3", "replace_all"][..]),
        ("beta = 3", "x", &["not found", "line 2 differs", "file:       \"beta = 2\"", "old_string: \"beta = 3\""]),
        ("", "x", &["old_string is empty", "write_file"]),
        ("beta", "beta", &["are the same"]),
        ("nothing of the kind", "x", &["Nothing in its 3 lines is like it"]),
        ("2→beta = 2", "x", &["line numbers that read_file puts in front"]),
    ] {
        bench.fails("edit_file", edit(old, new), parts).await;
        assert_eq!(bench.text("a"), text);
    }
    bench
        .fails(
            "edit_file",
            json!({"path": "none", "old_string": "a", "new_string": "b"}),
            &["none does not exist", "write_file"],
        )
        .await;
    bench.fails("edit_file", json!({"path": "a", "old_string": "a"}), &["missing field `new_string`"]).await;
    bench.put("big", "x".repeat((16 << 20) + 1));
    bench
        .fails("edit_file", json!({"path": "big", "old_string": "x", "new_string": "y"}), &["big is 16.8 MB", "bash"])
        .await;
    bench.put("empty", "");
    bench
        .fails("edit_file", json!({"path": "empty", "old_string": "a", "new_string": "b"}), &["The file is empty"])
        .await;
}

#[tokio::test]
async fn the_form_of_the_file_is_kept() {
    let mut bench = Bench::new();
    let gb = |text: &str| GB18030.encode(text).0.into_owned();
    let utf16 =
        |text: &str| [&b"\xfe\xff"[..], &text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>()].concat();
    let cases: Vec<(Vec<u8>, &str, &str, Vec<u8>)> = vec![
        (gb("# 注释：计数\nx = 1"), "x = 1", "x = 2  # 新", gb("# 注释：计数\nx = 2  # 新")),
        (utf16("a\r\nb\r\n"), "a\nb", "a\nc", utf16("a\r\nc\r\n")),
        (b"\xef\xbb\xbfa\r\nb".to_vec(), "a\n", "a\nx\n", b"\xef\xbb\xbfa\r\nx\r\nb".to_vec()),
        (b"no end".to_vec(), "end", "End", b"no End".to_vec()),
        // Bytes that are no text in any encoding stay what they are.
        (
            b"ok \xff\x81 caf\xe9 \xe4\xbd\xa0\nend\n".to_vec(),
            "end",
            "END",
            b"ok \xff\x81 caf\xe9 \xe4\xbd\xa0\nEND\n".to_vec(),
        ),
    ];
    for (before, old, new, after) in cases {
        bench.put("file", before);
        bench.seen.clear();
        bench.ok("edit_file", json!({"path": "file", "old_string": old, "new_string": new})).await;
        assert_eq!(bench.get("file"), after, "{old:?} → {new:?}");
    }
}

#[tokio::test]
async fn several_edits_are_made_together_or_not_at_all() {
    let mut bench = Bench::new();
    bench.put("a", "one two three\n");
    let content = bench
        .ok(
            "multi_edit",
            json!({"path": "a", "edits": [
                {"old_string": "one", "new_string": "two"},
                {"old_string": "two", "new_string": "2", "replace_all": true},
            ]}),
        )
        .await;
    assert!(content.starts_with("Edited a: 2 edits, 3 replacements. It now reads:\n1→2 2 three\n"), "{content}");
    let failing = json!({"path": "a", "edits": [
        {"old_string": "three", "new_string": "3"},
        {"old_string": "three", "new_string": "4"},
        {"old_string": "2 2", "new_string": "5"},
    ]});
    let parts = [
        "Nothing was changed in a: edit 2 of 3 cannot be made, so none was.",
        "old_string was not found",
        "An earlier edit of this call changes the text",
    ];
    bench.fails("multi_edit", failing, &parts).await;
    assert_eq!(bench.text("a"), "2 2 three\n");
    bench.fails("multi_edit", json!({"path": "a", "edits": []}), &["`edits` is empty"]).await;
    bench
        .fails(
            "multi_edit",
            json!({"path": "a", "edits": [{"old_string": "a"}]}),
            &["`edits[0]`", "missing field `new_string`"],
        )
        .await;
    let as_text = json!({"path": "a", "edits": "[{\"old_string\": \"three\", \"new_string\": \"3\"}]"});
    bench.ok("multi_edit", as_text).await;
    assert_eq!(bench.text("a"), "2 2 3\n");
}

/// An edit is thought out for the text that was read; what the user has written since must be read first.
#[tokio::test]
async fn a_file_that_changed_since_it_was_read_is_not_edited() {
    let mut bench = Bench::new();
    bench.put("a", "one\ntwo\n");
    bench.ok("read_file", json!({"path": "a"})).await;
    bench.put("a", "one\ntwo\nuser's line\n");
    let refused = ["Nothing was changed: a was changed by somebody else since you last read", "read_file"];
    bench.fails("edit_file", json!({"path": "a", "old_string": "one", "new_string": "1"}), &refused).await;
    let edits = json!([{"old_string": "one", "new_string": "1"}]);
    bench.fails("multi_edit", json!({"path": "a", "edits": edits}), &refused).await;
    assert_eq!(bench.text("a"), "one\ntwo\nuser's line\n");
    // After that, edit after edit, the session stays in the picture; a file that was never read may be edited.
    bench.ok("read_file", json!({"path": "a"})).await;
    bench.ok("edit_file", json!({"path": "a", "old_string": "two", "new_string": "2"})).await;
    bench.ok("write_file", json!({"path": "a", "content": "new\n"})).await;
    bench.put("b", "one\n");
    bench.ok("edit_file", json!({"path": "b", "old_string": "one", "new_string": "1"})).await;
}
