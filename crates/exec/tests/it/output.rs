//! What is kept of an output, in memory and in the spool, however it is written.

use std::{fmt::Write as _, os::unix::fs::PermissionsExt as _, path::Path};

use reasonix_exec::{Captured, ExecError, Job, Stderr, run};
use tokio_util::sync::CancellationToken;

use crate::{bash, call};

const HEAD: usize = 100;
const TAIL: usize = 50;

/// A job whose output of `bytes` bytes can be told apart by position.
fn numbered(bytes: usize, spool: &Path) -> (Job, String) {
    let mut expected = String::new();
    for line in 0.. {
        if expected.len() >= bytes {
            break;
        }
        writeln!(expected, "line {line}").unwrap();
    }
    expected.truncate(bytes);
    let mut job = bash(&format!("for ((i = 0; i < 100000; i++)); do echo line $i; done | head -c {bytes}"));
    job.output.head_bytes = HEAD;
    job.output.tail_bytes = TAIL;
    job.output.spool = Some(spool.to_owned());
    (job, expected)
}

#[tokio::test]
async fn both_streams_arrive_in_order() {
    let finished = call(bash("echo 1; echo 2 >&2; echo 3; echo 4 >&2; sh -c 'echo 5; echo 6 >&2'")).await.unwrap();
    assert_eq!(finished.output.text(), "1\n2\n3\n4\n5\n6\n");

    let mut job = bash("echo 1; echo 2 >&2; echo 3");
    job.stderr = Stderr::Discarded;
    assert_eq!(call(job).await.unwrap().output.text(), "1\n3\n");
}

#[tokio::test]
async fn live_output_is_the_output() {
    let mut seen = Vec::new();
    let job = bash("for i in 1 2 3; do echo $i; sleep 0.02; done");
    let finished = run(job, &CancellationToken::new(), &mut |chunk| seen.push(chunk.to_vec())).await.unwrap();
    assert_eq!(seen.concat(), b"1\n2\n3\n");
    assert!(seen.iter().all(|chunk| !chunk.is_empty()));
    assert_eq!(finished.output.head, b"1\n2\n3\n");
}

#[tokio::test]
async fn the_file_is_made_only_for_what_memory_cannot_hold() {
    for bytes in [0, 1, HEAD - 1, HEAD, HEAD + 1, HEAD + TAIL - 1, HEAD + TAIL, HEAD + TAIL + 1, 1000, 200_000] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("calls/full.txt");
        let (job, expected) = numbered(bytes, &path);
        let Captured { head, tail, total_bytes, spool, spool_error } = call(job).await.unwrap().output;

        assert_eq!(total_bytes, bytes as u64);
        assert_eq!(head, &expected.as_bytes()[..bytes.min(HEAD)]);
        let tail_start = bytes.saturating_sub(TAIL).max(bytes.min(HEAD));
        assert_eq!(tail, &expected.as_bytes()[tail_start..], "{bytes} bytes");
        assert!(spool_error.is_none());
        assert_eq!(spool.is_some(), bytes > HEAD + TAIL, "{bytes} bytes");
        match spool {
            Some(spool) => {
                assert_eq!((spool.bytes, spool.complete, &spool.path), (bytes as u64, true, &path));
                assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
                assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
            }
            None => assert!(!path.exists()),
        }
    }
}

#[tokio::test]
async fn the_file_ends_at_its_limit() {
    for limit in [0, 70, 120, 5_000] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("full.txt");
        let (mut job, expected) = numbered(200_000, &path);
        job.output.spool_max_bytes = limit;
        let output = call(job).await.unwrap().output;
        let spool = output.spool.unwrap();
        assert_eq!((spool.bytes, spool.complete), (limit, false));
        assert_eq!(std::fs::read(&path).unwrap(), &expected.as_bytes()[..usize::try_from(limit).unwrap()]);
        assert_eq!(output.total_bytes, 200_000);
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_written_does_not_cost_the_call() {
    let folder = tempfile::tempdir().unwrap();
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "older").unwrap();
    for path in [taken.clone(), taken.join("below-a-file"), "/proc/no/such".into()] {
        let (job, expected) = numbered(1000, &path);
        let output = call(job).await.unwrap().output;
        assert!(matches!(output.spool_error, Some(ExecError::Spool { path: named, .. }) if named == path));
        assert!(output.spool.is_none());
        assert_eq!(output.tail, &expected.as_bytes()[1000 - TAIL..]);
    }
    assert_eq!(std::fs::read(&taken).unwrap(), b"older");
}

#[tokio::test]
async fn a_cut_keeps_characters_whole() {
    // 3 bytes each: the head limit falls into the 34th character, the tail limit into the 17th from the end.
    let mut job = bash("printf '好%.0s' {1..1000}");
    job.output.head_bytes = HEAD;
    job.output.tail_bytes = TAIL;
    let finished = call(job).await.unwrap();
    let expected = format!("{}\n[... 2853 bytes left out ...]\n{}", "好".repeat(33), "好".repeat(16));
    assert_eq!(finished.output.text(), expected);
}

/// Guards: the output of a runaway command must not be held in memory.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn memory_stays_flat() {
    const BYTES: u64 = 200_000_000;
    call(bash("yes | head -c 1000000")).await.unwrap();
    let before = peak_kib();
    let finished = call(bash(&format!("yes | head -c {BYTES}"))).await.unwrap();
    assert_eq!(finished.output.total_bytes, BYTES);
    assert_eq!(finished.output.head.len() + finished.output.tail.len(), 32 << 10);
    let growth = peak_kib() - before;
    assert!(growth < 4096, "{growth} KiB more for 200 MB of output");
}

#[cfg(target_os = "linux")]
fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
