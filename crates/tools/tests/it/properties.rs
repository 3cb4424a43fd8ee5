//! Properties of reading and editing on random texts.

use crate::bench::Bench;
use proptest::prelude::*;
use serde_json::json;

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// Short lines from few characters, so that repeats and near misses are common.
fn text() -> impl Strategy<Value = String> {
    prop::collection::vec("[ab \t你é]{0,6}", 0..30).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// An exact edit of a unique place is what replacing in the text would be.
    #[test]
    fn an_edit_is_a_replacement(text in text(), start in 0usize..200, length in 1usize..40, new in "[abc\n]{0,20}") {
        let start = text.ceil_char_boundary(start.min(text.len()));
        let end = text.ceil_char_boundary((start + length).min(text.len()));
        let old = &text[start..end];
        prop_assume!(!old.is_empty() && old != new && text.matches(old).count() == 1);
        prop_assume!(text.replacen(old, &new, 1) != text);
        runtime().block_on(async {
            let mut bench = Bench::new();
            bench.put("file", &text);
            bench.ok("edit_file", json!({"path": "file", "old_string": old, "new_string": new})).await;
            assert_eq!(bench.text("file"), text.replacen(old, &new, 1));
        });
    }

    /// The pages of a file, one after the other, are the file.
    #[test]
    fn pages_are_the_file(text in text(), limit in 1u64..9) {
        prop_assume!(!text.is_empty());
        runtime().block_on(async {
            let mut bench = Bench::new();
            bench.put("file", &text);
            let (mut read, mut offset) = (String::new(), 0);
            loop {
                let page = bench.ok("read_file", json!({"path": "file", "offset": offset, "limit": limit})).await;
                let (lines, note) = page.rsplit_once('\n').unwrap();
                for line in lines.lines() {
                    let (number, content) = line.split_once('→').unwrap();
                    offset += 1;
                    assert_eq!(number, offset.to_string());
                    read.push_str(content);
                    read.push('\n');
                }
                if note.contains("The last line has no line end.") {
                    read.pop();
                }
                if !note.contains("Read on with offset") {
                    break;
                }
            }
            assert_eq!(read, text);
        });
    }

    /// Whatever is asked for, a failed edit leaves the file alone and a made one is never lost.
    #[test]
    fn an_edit_is_made_or_not_made(text in text(), old in "[ab \n]{0,12}", new in "[ab \n]{0,12}", all: bool) {
        runtime().block_on(async {
            let mut bench = Bench::new();
            bench.put("file", &text);
            let args = json!({"path": "file", "old_string": old, "new_string": new, "replace_all": all});
            let result = bench.run("edit_file", args).await;
            let made = result.outcome == reasonix_protocol::CallOutcome::Completed;
            assert_eq!(made, bench.text("file") != text, "{}", result.content);
        });
    }
}
