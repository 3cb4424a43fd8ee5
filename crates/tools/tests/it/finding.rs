//! `ls`, `glob` and `grep`.

use crate::bench::Bench;
use encoding_rs::GB18030;
use reasonix_protocol::CallOutcome;
use serde_json::{Value, json};
use std::{fs, os::unix::fs::symlink, time::Duration};

fn tree() -> Bench {
    let bench = Bench::with(None, &["secret"]);
    for (name, content) in [
        (".gitignore", "*.log\n/out/\n"),
        ("Cargo.toml", "[package]\n"),
        ("src/main.rs", "fn main() {\n    let needle = 1;\n}\n"),
        ("src/deep/lib.rs", "// needle here\n"),
        ("src/.hidden.rs", "needle\n"),
        ("out/made.rs", "needle\n"),
        ("noise.log", "needle\n"),
        ("node_modules/x/index.js", "needle\n"),
        ("target/debug/a.rs", "needle\n"),
        (".git/config", "needle\n"),
        ("secret/key.rs", "needle\n"),
        ("binary.rs", "needle\0\n"),
    ] {
        bench.put(name, content);
    }
    symlink("src", bench.path("linked")).unwrap();
    bench
}

#[tokio::test]
async fn a_folder_is_listed() {
    let mut bench = tree();
    let expected = ".git/\n.gitignore  12 bytes\nCargo.toml  10 bytes\nbinary.rs  8 bytes\nlinked -> src\n\
                    node_modules/\nnoise.log  7 bytes\nout/\nsrc/\ntarget/";
    assert_eq!(bench.ok("ls", json!({})).await, expected);
    assert_eq!(bench.ok("ls", json!({"path": "src/"})).await, ".hidden.rs  7 bytes\ndeep/\nmain.rs  34 bytes");
    let expected = ".gitignore  12 bytes\nCargo.toml  10 bytes\nbinary.rs  8 bytes\nlinked -> src\nsrc/\n\
                    src/.hidden.rs  7 bytes\nsrc/deep/\nsrc/deep/lib.rs  15 bytes\nsrc/main.rs  34 bytes\n\
                    [ignored files, .git, node_modules and caches are left out]";
    assert_eq!(bench.ok("ls", json!({"recursive": true})).await, expected);
    fs::create_dir(bench.path("bare")).unwrap();
    assert_eq!(bench.ok("ls", json!({"path": "bare"})).await, "[bare has nothing to list]");
    bench.fails("ls", json!({"path": "Cargo.toml"}), &["is a file, not a folder", "read_file"]).await;
    bench.fails("ls", json!({"path": "sorc"}), &["sorc does not exist. Did you mean src?"]).await;
    assert_eq!(bench.run("ls", json!({"path": "secret"})).await.outcome, CallOutcome::Denied);
}

#[tokio::test]
async fn a_long_listing_says_where_it_was_cut() {
    let mut bench = Bench::new();
    for index in 0..5001 {
        fs::write(bench.path(&format!("{index:04}")), "").unwrap();
    }
    for recursive in [false, true] {
        let content = bench.ok("ls", json!({ "recursive": recursive })).await;
        assert!(content.contains("cut after 5000 entries; list a folder below"), "{}", &content[content.len() - 300..]);
    }
}

#[tokio::test]
async fn files_are_found_by_pattern() {
    let mut bench = tree();
    bench.put("app/[id]/page.tsx", "");
    let check = async |bench: &mut Bench, args: Value, expected: &str| {
        assert_eq!(bench.ok("glob", args.clone()).await, expected, "{args}");
    };
    check(&mut bench, json!({"pattern": "src/*.rs"}), "src/.hidden.rs\nsrc/main.rs").await;
    check(&mut bench, json!({"pattern": "**/*.rs"}), "binary.rs\nsrc/.hidden.rs\nsrc/deep/lib.rs\nsrc/main.rs").await;
    check(&mut bench, json!({"pattern": "src/**/{lib,main}.rs"}), "src/deep/lib.rs\nsrc/main.rs").await;
    check(&mut bench, json!({"pattern": "*.rs", "path": "src/deep"}), "src/deep/lib.rs").await;
    check(&mut bench, json!({"pattern": "lib.rs"}), "src/deep/lib.rs\n[none directly in .; these are below it]").await;
    check(&mut bench, json!({"pattern": "src/deep/lib.rs"}), "src/deep/lib.rs").await;
    check(&mut bench, json!({"pattern": "node_modules/**/*.js"}), "node_modules/x/index.js").await;
    check(&mut bench, json!({"pattern": "app/[id]/page.tsx"}), "app/[id]/page.tsx").await;
    check(&mut bench, json!({"pattern": "page.tsx", "path": "app/[id]"}), "app/[id]/page.tsx").await;
    let absolute = bench.workspace.root().join("src/m*.rs");
    check(&mut bench, json!({"pattern": absolute}), "src/main.rs").await;
    let nothing = "No file fits *.py (ignored files, .git and node_modules are left out).";
    check(&mut bench, json!({"pattern": "*.py"}), nothing).await;
    bench.fails("glob", json!({"pattern": "src/{a"}), &["The pattern \"{a\" is not valid", "unclosed"]).await;
    bench.fails("glob", json!({"pattern": "nowhere/*.rs"}), &["The folder nowhere does not exist"]).await;
    bench.fails("glob", json!({"pattern": "src/"}), &["`pattern` names no file"]).await;
    for index in 0..1001 {
        fs::write(bench.path(&format!("{index:04}.x")), "").unwrap();
    }
    let content = bench.ok("glob", json!({"pattern": "*.x"})).await;
    assert!(
        content.starts_with("0000.x\n0001.x\n")
            && content.ends_with("[only the first 1000 are shown; narrow the pattern]")
    );
}

#[tokio::test]
async fn contents_are_searched() {
    let mut bench = tree();
    let check = async |bench: &mut Bench, args: Value, expected: &str| {
        assert_eq!(bench.ok("grep", args.clone()).await, expected, "{args}");
    };
    let both = "src/deep/lib.rs:1:// needle here\nsrc/main.rs:2:    let needle = 1;";
    check(&mut bench, json!({"pattern": "needle"}), both).await;
    check(&mut bench, json!({"pattern": "NEEDLE", "ignore_case": true, "path": "src"}), both).await;
    check(&mut bench, json!({"pattern": "needle", "path": "src/main.rs"}), "src/main.rs:2:    let needle = 1;").await;
    check(&mut bench, json!({"pattern": "needle", "path": "noise.log"}), "noise.log:1:needle").await;
    check(&mut bench, json!({"pattern": "needle", "path": "out"}), "out/made.rs:1:needle").await;
    check(&mut bench, json!({"pattern": "needle", "glob": "main.*"}), "src/main.rs:2:    let needle = 1;").await;
    check(&mut bench, json!({"pattern": "needle", "glob": "!main.*"}), "src/deep/lib.rs:1:// needle here").await;
    check(&mut bench, json!({"pattern": "needle", "glob": "src/*/*.rs"}), "src/deep/lib.rs:1:// needle here").await;
    check(&mut bench, json!({"pattern": "needle", "glob": ".hidden*"}), "src/.hidden.rs:1:needle").await;
    let around = "src/main.rs-1-fn main() {\nsrc/main.rs:2:    let needle = 1;\nsrc/main.rs-3-}";
    check(&mut bench, json!({"pattern": "= 1", "context": 1}), around).await;
    let across = "src/main.rs:1:fn main() {\nsrc/main.rs:2:    let needle = 1;";
    check(&mut bench, json!({"pattern": "main\\(\\) \\{\\n.*needle"}), across).await;
    check(&mut bench, json!({"pattern": "main() {", "literal": true}), "src/main.rs:1:fn main() {").await;
    let nothing = "No match for \"absent\" in src (2 files searched; hidden and ignored files are not searched).";
    check(&mut bench, json!({"pattern": "absent", "path": "src"}), nothing).await;
    bench.put("win.txt", "one end\r\n");
    check(&mut bench, json!({"pattern": "end$", "path": "win.txt"}), "win.txt:1:one end").await;
    bench.fails("grep", json!({"pattern": "main() {("}), &["not a valid regular expression", "^", "`literal`"]).await;
    bench.fails("grep", json!({"pattern": "x", "path": "binary.rs"}), &["binary.rs is a binary file"]).await;
    bench.fails("grep", json!({"pattern": ""}), &["`pattern` is empty"]).await;
    bench.fails("grep", json!({"pattern": "x", "path": "none"}), &["none does not exist"]).await;
}

#[tokio::test]
async fn other_encodings_are_searched_as_text() {
    let mut bench = Bench::new();
    let text = "第一行\n这里有编码检测的文本\n";
    bench.put("gb.txt", GB18030.encode(text).0);
    let units: Vec<u8> = "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    bench.put("utf16.txt", units);
    let expected = "gb.txt:2:这里有编码检测的文本\nutf16.txt:2:这里有编码检测的文本";
    assert_eq!(bench.ok("grep", json!({"pattern": "编码"})).await, expected);
}

#[tokio::test]
async fn a_search_is_bounded() {
    let mut bench = Bench::new();
    bench.put("many.txt", "hit\n".repeat(201));
    let content = bench.ok("grep", json!({"pattern": "hit"})).await;
    assert_eq!(content.lines().filter(|line| line.starts_with("many.txt:")).count(), 200);
    assert!(
        content.ends_with("[Cut after 200 matches (the limit is 200); there are more. Narrow pattern, path or glob.]")
    );
    bench.put("many.txt", "hit\n".repeat(200));
    assert!(!bench.ok("grep", json!({"pattern": "hit"})).await.contains("Cut"));
    bench.put("many.txt", format!("{}hit{}\n", "a".repeat(5000), "b".repeat(5000)));
    let content = bench.ok("grep", json!({"pattern": "hit"})).await;
    assert!(content.len() < 400 && content.contains("aahitbb"), "{content}");
    // A line that does not fit into memory costs its file, and says so.
    bench.put("many.txt", format!("{}\nhit\n", "a".repeat(20 << 20)));
    let content = bench.ok("grep", json!({"pattern": "hit"})).await;
    assert!(content.contains("Could not be searched: 1 (many.txt: "), "{content}");
}

#[tokio::test]
async fn a_search_can_be_stopped() {
    let mut bench = Bench::new();
    for index in 0..3000 {
        fs::write(bench.path(&format!("{index}.txt")), "nothing\n".repeat(500)).unwrap();
    }
    let cancel = bench.cancel.clone();
    let stopper = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(30)).await;
        cancel.cancel();
    });
    let result = bench.run("grep", json!({"pattern": "(h|x|y)it"})).await;
    stopper.await.unwrap();
    assert_eq!(result.outcome, CallOutcome::Cancelled);
    assert!(result.content.ends_with("\n[Stopped before everything was searched.]"), "{}", result.content);
}
