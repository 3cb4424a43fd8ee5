//! A folder and a file that are swapped with links out of the workspace while calls run. The guard that looks once more
//! before a call is taken out, so that nothing but the way files are opened stands between.
#![cfg(target_os = "linux")]

use crate::bench::Bench;
use reasonix_protocol::CallOutcome;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

const CALLS: usize = 10_000;
/// Stands in every file outside, and in the name of one.
const SECRET: &str = "kept-from-all";

/// All files below a folder with their content.
fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(snapshot(&path));
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    files
}

/// Every kind of call on what is swapped, its places changing as the calls go on.
fn call(number: usize) -> (&'static str, Value) {
    let to = |source: &str, destination: &str| json!({"source_path": source, "destination_path": destination});
    let edit = |path: &str| json!({"path": path, "old_string": "text", "new_string": format!("text {number}")});
    let round = number / 20;
    let (one, other) = if round.is_multiple_of(2) { ("box/m", "box/n") } else { ("box/n", "box/m") };
    let (from, into) = if round.is_multiple_of(2) { ("box/new", "made/new") } else { ("made/new", "box/new") };
    match number % 20 {
        0..=2 => ("read_file", json!({"path": "box/a.txt"})),
        3..=5 => ("read_file", json!({"path": "file.txt"})),
        6 | 7 => ("write_file", json!({"path": "box/new", "content": format!("made {number}\n")})),
        8 => ("write_file", json!({"path": "file.txt", "content": "text\n"})),
        9 => ("write_file", json!({"path": "box/a.txt", "content": "text\n"})),
        10 => ("edit_file", edit("file.txt")),
        11 => ("edit_file", edit("box/a.txt")),
        12 | 13 => ("move_file", to(one, other)),
        14 | 15 => ("move_file", to(from, into)),
        16 => ("grep", json!({"pattern": "."})),
        17 => ("ls", json!({"recursive": true})),
        18 => ("ls", json!({"path": "box"})),
        _ => ("glob", json!({"pattern": "**/*"})),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_outside_is_reached_through_links_that_come_and_go() {
    let mut bench = Bench::unguarded();
    for (path, content) in [("box/a.txt", "text\n"), ("box/m", "m\n"), ("file.txt", "text\n"), ("made/x", "x\n")] {
        bench.put(path, content);
    }
    for name in ["a.txt", "m", "n", "new-2", "file.txt", SECRET] {
        let path = bench.outside(&format!("box/{name}"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("text {SECRET}\n")).unwrap();
    }
    let outside = bench.outside("box");
    symlink(&outside, bench.path("trap")).unwrap();
    symlink(outside.join("file.txt"), bench.path("trap.txt")).unwrap();
    let before = snapshot(&outside);

    let done = AtomicBool::new(false);
    let exchange = [("box", "trap"), ("file.txt", "trap.txt")].map(|(one, other)| (bench.path(one), bench.path(other)));
    let mut outcomes: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for (one, other) in &exchange {
                    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).unwrap();
                }
                std::thread::yield_now();
            }
        });
        // Ends the other thread in any case, or a failure would wait for it for ever.
        let _end = EndOnDrop(&done);
        tokio::task::block_in_place(|| {
            tokio::runtime::Handle::current().block_on(async {
                for number in 0..CALLS {
                    let (tool, args) = call(number);
                    let result = bench.run(tool, args.clone()).await;
                    let shown = format!("{}{:?}", result.content, result.display);
                    assert!(!shown.contains(SECRET), "{tool} {args} shows what is outside: {shown}");
                    *outcomes.entry((tool, result.outcome == CallOutcome::Completed)).or_default() += 1;
                }
            });
        });
    });
    assert!(snapshot(&outside) == before, "something outside was changed");
    for tool in ["read_file", "write_file", "edit_file", "move_file", "grep", "ls", "glob"] {
        assert!(outcomes.contains_key(&(tool, true)), "{tool} never came through: {outcomes:?}");
    }
    assert!(outcomes.keys().any(|(_, completed)| !completed), "nothing ever stood in the way: {outcomes:?}");
}

struct EndOnDrop<'a>(&'a AtomicBool);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
