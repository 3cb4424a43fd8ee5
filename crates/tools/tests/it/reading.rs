//! `read_file`.

use crate::bench::{Bench, permissions_count};
use encoding_rs::GB18030;
use serde_json::json;
use std::{fs, io::Write, os::unix::fs::symlink};

#[tokio::test]
async fn pages() {
    let mut bench = Bench::new();
    bench.put("a.txt", "one\ntwo\nthree\n");
    assert_eq!(bench.ok("read_file", json!({"path": "a.txt"})).await, "1→one\n2→two\n3→three\n");
    assert_eq!(
        bench.ok("read_file", json!({"path": "a.txt", "limit": 2})).await,
        "1→one\n2→two\n[Lines 1-2 of 3. Read on with offset 2.]"
    );
    assert_eq!(
        bench.ok("read_file", json!({"path": "./a.txt", "offset": "2"})).await,
        "3→three\n[Lines 3-3 of 3, the end of the file.]"
    );
    bench
        .fails("read_file", json!({"path": "a.txt", "offset": 3}), &["Offset 3 is past the end: a.txt has 3 lines"])
        .await;
    bench.put("empty", "");
    assert_eq!(bench.ok("read_file", json!({"path": "empty"})).await, "empty is empty.");
    bench.fails("read_file", json!({"path": "empty", "offset": 1}), &["empty is empty"]).await;
    bench.put("open", "a\nb");
    assert_eq!(bench.ok("read_file", json!({"path": "open"})).await, "1→a\n2→b\n[The last line has no line end.]");
}

/// A page that is full before its lines are used up names the offset at which nothing is lost.
#[tokio::test]
async fn a_page_fits_what_the_model_may_read() {
    let mut bench = Bench::new();
    let line = "x".repeat(99);
    bench.put("big.txt", format!("{line}\n").repeat(1000));
    let (mut offset, mut lines, mut pages) = (0, 0, 0);
    loop {
        let page = bench.ok("read_file", json!({"path": "big.txt", "offset": offset})).await;
        assert!(page.len() <= reasonix_tool::MODEL_CONTENT_LIMIT && !page.contains("left out"));
        lines += page.lines().filter(|text| text.ends_with(&line)).count();
        pages += 1;
        match page.rsplit_once("Read on with offset ") {
            Some((_, rest)) => offset = rest.trim_end_matches(".]").parse().unwrap(),
            None => break,
        }
    }
    assert_eq!((lines, pages), (1000, 4));
}

#[tokio::test]
async fn long_lines() {
    let mut bench = Bench::new();
    bench.put("min.js", format!("a\n{}\nb\n", "y".repeat(40_000)));
    let page = bench.ok("read_file", json!({"path": "min.js"})).await;
    assert!(page.contains("[this line has 40000 bytes, of which 2000 are shown") && page.ends_with("3→b\n"), "{page}");
    bench.put("huge.js", format!("a\n{}\nb\n", "y".repeat(2 << 20)));
    let page = bench.ok("read_file", json!({"path": "huge.js"})).await;
    assert!(page.starts_with("1→a\n[Lines 1-1 of 3. Line 2 is longer than 1048576 bytes"), "{page}");
    let parts = ["Line 2 of huge.js is longer than 1048576 bytes", "cut -b", "offset 2"];
    bench.fails("read_file", json!({"path": "huge.js", "offset": 1}), &parts).await;
    let page = bench.ok("read_file", json!({"path": "huge.js", "offset": 2})).await;
    assert!(page.starts_with("3→b\n"), "{page}");
}

#[tokio::test]
async fn encodings() {
    let mut bench = Bench::new();
    let text = "编码检测的测试文本\n第二行，包含中文。\n";
    let utf16 = |bytes: fn(u16) -> [u8; 2]| {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect::<Vec<u8>>()
    };
    for (name, bytes, note) in [
        ("utf8", text.as_bytes().to_vec(), ""),
        ("bom", ["\u{feff}", text].concat().into_bytes(), "[UTF-8 with BOM; edits keep this.]"),
        ("utf16le", utf16(u16::to_le_bytes), "[UTF-16 LE; edits keep this.]"),
        ("utf16be", utf16(u16::to_be_bytes), "[UTF-16 BE; edits keep this.]"),
        ("gb18030", GB18030.encode(text).0.into_owned(), "[gb18030; edits keep this.]"),
    ] {
        bench.put(name, bytes);
        let expected = format!("1→编码检测的测试文本\n2→第二行，包含中文。\n{note}");
        assert_eq!(bench.ok("read_file", json!({"path": name})).await, expected, "{name}");
    }
    bench.put("crlf", "a\r\nb\r\n");
    assert_eq!(bench.ok("read_file", json!({"path": "crlf"})).await, "1→a\n2→b\n[CRLF line ends; edits keep this.]");
    bench.put("mixed", "a\r\nb\n");
    let page = bench.ok("read_file", json!({"path": "mixed"})).await;
    assert!(page.ends_with("[mixed CRLF and LF line ends; edits keep this.]"), "{page}");
}

#[tokio::test]
async fn what_cannot_be_read_says_what_to_do() {
    let mut bench = Bench::new();
    bench.put("src/main.rs", "fn main() {}\n");
    bench.put("src/parser.rs", "\n");
    bench.put("image.png", b"\x89PNG\r\n\x1a\n\0\0\0");
    let read = |path: &str| json!({ "path": path });
    bench.fails("read_file", read("image.png"), &["binary file", "bash"]).await;
    bench.fails("read_file", read("src"), &["src is a folder", "ls"]).await;
    bench.fails("read_file", read("src/mian.rs"), &["src/mian.rs does not exist. Did you mean src/main.rs?"]).await;
    bench.fails("read_file", read("src/main.py"), &["Did you mean src/main.rs?"]).await;
    bench.fails("read_file", read("parser.rs"), &["Did you mean src/parser.rs?"]).await;
    bench.fails("read_file", read("lib/parser.rs"), &["Did you mean src/parser.rs?"]).await;
    bench
        .fails("read_file", read("lib/deep/none.c"), &["The folder lib/deep does not exist either; . is there."])
        .await;
    bench.fails("read_file", read("src/main.rs/x"), &["src/main.rs is a file, not a folder."]).await;
    #[cfg(target_os = "linux")]
    rustix::fs::mknodat(rustix::fs::CWD, bench.path("pipe"), rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    #[cfg(target_os = "linux")]
    bench.fails("read_file", read("pipe"), &["pipe is a named pipe"]).await;
    bench.fails("read_file", read("/dev/zero"), &["/dev/zero is a device"]).await;
    if permissions_count() {
        let mut permissions = fs::metadata(bench.path("src/main.rs")).unwrap().permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o000);
        fs::set_permissions(bench.path("src/main.rs"), permissions).unwrap();
        bench.fails("read_file", read("src/main.rs"), &["No permission to read src/main.rs"]).await;
    }
}

#[tokio::test]
async fn wrong_arguments_are_named() {
    let mut bench = Bench::new();
    bench.put("a", "a\n");
    bench.fails("read_file", json!({}), &["missing field `path`"]).await;
    bench.fails("read_file", json!({"path": "a", "offset": -1}), &["`offset`", "whole number of 0 or more"]).await;
    bench.fails("read_file", json!({"path": "a", "limit": 0}), &["`limit` must be at least 1"]).await;
    bench.fails("read_file", json!({"path": "a", "lines": 3}), &["unknown field `lines`"]).await;
    bench.fails("read_file", json!({"path": 5}), &["`path`", "expected a string"]).await;
    assert_eq!(bench.ok("read_file", json!({"file_path": "a", "limit": null})).await, "1→a\n");
}

#[tokio::test]
async fn links_lead_where_they_lead() {
    let mut bench = Bench::new();
    bench.put("real.txt", "x\n");
    symlink("real.txt", bench.path("link")).unwrap();
    assert_eq!(bench.ok("read_file", json!({"path": "link"})).await, "1→x\n");
    let real = bench.path("real.txt").canonicalize().unwrap();
    assert!(bench.seen.contains_key(real.to_str().unwrap()), "known by its real path");
}

/// Reading deep in a big file takes no more memory than its first page.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_big_file_is_streamed() {
    let mut bench = Bench::new();
    let chunk = "0123456789012345678901234567890123456789012345678\n".repeat(20_000);
    let mut file = fs::File::create(bench.path("big.log")).unwrap();
    for _ in 0..100 {
        file.write_all(chunk.as_bytes()).unwrap();
    }
    drop(file);
    let before = peak_memory();
    let page = bench.ok("read_file", json!({"path": "big.log", "offset": 1_999_000, "limit": 2})).await;
    assert!(
        page.starts_with("1999001→0123") && page.ends_with("[Lines 1999001-1999002. Read on with offset 1999002.]"),
        "{page}"
    );
    bench.fails("read_file", json!({"path": "big.log", "offset": 3_000_000}), &["has 2000000 lines"]).await;
    let grown = peak_memory() - before;
    // Only where each test is a process of its own is the peak this test's.
    assert!(std::env::var_os("NEXTEST").is_none() || grown < 4 << 20, "{grown} bytes");
}

/// The most memory this process ever held, in bytes.
#[cfg(target_os = "linux")]
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() << 10
}
