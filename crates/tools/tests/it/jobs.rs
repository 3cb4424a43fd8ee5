//! `bash` in the background, `bash_output`, `wait` and `kill_shell`.

use crate::bench::Bench;
use reasonix_protocol::{CallId, CallOutcome, Display, JobEnd, JobId, JobStopper};
use serde_json::json;
use std::time::{Duration, Instant};

/// Whether a process with this in its environment or command line lives.
fn lives(mark: &str) -> bool {
    let holds =
        |path: std::path::PathBuf| std::fs::read(path).is_ok_and(|text| String::from_utf8_lossy(&text).contains(mark));
    std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let pid = entry.file_name();
        pid.to_str().is_some_and(|pid| pid.parse::<u32>().is_ok()) && holds(entry.path().join("cmdline"))
    })
}

async fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(30), "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_job_is_started_read_waited_for_and_known_by_its_id() {
    let mut bench = Bench::new();
    let command = "echo ready; while ! [ -e go ]; do sleep 0.02; done; echo went; exit 3";
    let result = bench.run("bash", json!({"command": command, "run_in_background": true})).await;
    assert_eq!(result.outcome, CallOutcome::Completed, "{}", result.content);
    assert_eq!(result.display, Display::Job { job: JobId("bash-1".into()) });
    assert!(result.content.starts_with("bash-1: running\nready\n[bash-1 goes on"), "{}", result.content);
    assert_eq!(bench.ok("bash_output", json!({"job_id": "bash-1"})).await, "bash-1: running\n(no new output)");
    let late = bench.ok("wait", json!({"job_ids": ["bash-1"], "timeout_seconds": 1})).await;
    assert!(late.starts_with("bash-1: running") && late.ends_with("[not all have ended after 1 s]"), "{late}");
    bench.put("go", "");
    // Nobody named: whatever runs.
    assert_eq!(bench.ok("wait", json!({})).await, "bash-1: failed, exited with code 3\nwent");
    assert_eq!(
        bench.ok("bash_output", json!({"job_id": "bash-1"})).await,
        "bash-1: failed, exited with code 3\n(no new output)"
    );
    assert_eq!(bench.jobs.shown("bash-1"), "ready\nwent\n", "it was shown as it came");
    assert!(bench.ok("wait", json!({})).await.starts_with("No job is running."));
}

/// Whoever starts two jobs in one message, and waits for them in the same, means them in this order.
#[tokio::test]
async fn a_start_keeps_its_place_also_where_the_command_only_reads() {
    let bench = Bench::new();
    for (args, expected) in [
        (json!({"command": "ls"}), true),
        (json!({"command": "ls", "run_in_background": true}), false),
        (json!({"command": "touch x"}), false),
    ] {
        let frozen = bench.pipeline.freeze(CallId(1), "bash", &args.to_string(), &bench.workspace);
        assert_eq!(frozen.read_only(), expected, "{args}");
    }
}

#[tokio::test]
async fn one_that_fails_at_once_says_so_where_it_is_started() {
    let mut bench = Bench::new();
    let args = json!({"command": "echo no such thing >&2; exit 127", "run_in_background": "true"});
    let content = bench.fails("bash", args, &[]).await;
    assert_eq!(content, "bash-1: failed, exited with code 127\nno such thing");
}

#[tokio::test]
async fn a_filter_gives_the_lines_that_fit_and_reads_past_the_others() {
    let mut bench = Bench::new();
    let command = "while ! [ -e go ]; do sleep 0.02; done; printf 'warning: a\\nfine\\nerror: b\\n'";
    bench.ok("bash", json!({"command": command, "run_in_background": true})).await;
    bench.put("go", "");
    until("the job ends", || bench.jobs.end("bash-1").is_some()).await;
    let read = bench.ok("bash_output", json!({"job_id": "bash-1", "filter": "^(error|warning):"})).await;
    assert_eq!(read, "bash-1: done, exited with code 0\n[2 of 3 new lines match]\nwarning: a\nerror: b");
    let again = bench.ok("bash_output", json!({"job_id": "bash-1"})).await;
    assert_eq!(again, "bash-1: done, exited with code 0\n(no new output)");
    bench.fails("bash_output", json!({"job_id": "bash-1", "filter": "("}), &["not a valid regular expression"]).await;
}

#[tokio::test]
async fn killing_takes_everything_the_job_started() {
    let mut bench = Bench::new();
    let command = "(setsid sleep 61.51 &) ; sleep 61.51 & echo up; wait";
    bench.ok("bash", json!({"command": command, "run_in_background": true})).await;
    assert!(lives("61.51"));
    let content = bench.ok("kill_shell", json!({"job_id": "bash-1"})).await;
    assert!(content.starts_with("bash-1: killed, was stopped by kill_shell"), "{content}");
    assert_eq!(bench.jobs.end("bash-1"), Some(JobEnd::Stopped { by: JobStopper::Model }));
    assert!(!lives("61.51"), "nothing is left");
    let again = bench.ok("kill_shell", json!({"job_id": "bash-1"})).await;
    assert!(again.starts_with("Nothing was stopped: it had ended before.\nbash-1: killed"), "{again}");
    let unknown = bench.ok("kill_shell", json!({"job_id": "bash-9"})).await;
    assert!(unknown.starts_with("Nothing was stopped: there is no job bash-9. The jobs are:\nbash-1"), "{unknown}");
}

#[tokio::test]
async fn what_its_session_left_is_found_by_its_mark() {
    let mut bench = Bench::new();
    bench.ok("bash", json!({"command": "(setsid sleep 61.53 &) ; sleep 61.53", "run_in_background": true})).await;
    let mark = bench.jobs.mark("bash-1");
    let stopped = tokio::task::spawn_blocking(move || {
        (reasonix_exec::stop_leftovers(&mark), reasonix_exec::stop_leftovers(&mark))
    });
    assert_eq!(stopped.await.unwrap(), (true, false));
    assert!(!lives("61.53"));
    assert!(!reasonix_exec::stop_leftovers("") && !reasonix_exec::stop_leftovers("0123"), "no mark finds nothing");
    until("its end is told", || bench.jobs.end("bash-1").is_some()).await;
}

#[tokio::test]
async fn a_job_outlives_an_interrupt_of_the_call_that_started_it() {
    let mut bench = Bench::new();
    let (cancel, jobs) = (bench.cancel.clone(), bench.jobs.watch());
    tokio::spawn(async move {
        until("the job is begun", || jobs() > 0).await;
        cancel.cancel();
    });
    let result = bench.run("bash", json!({"command": "sleep 61.57", "run_in_background": true})).await;
    assert_eq!(result.outcome, CallOutcome::Cancelled, "{}", result.content);
    assert_eq!(bench.jobs.end("bash-1"), None);
    bench.jobs.job("bash-1").stop.stop(JobStopper::User);
    until("the job ends", || bench.jobs.end("bash-1") == Some(JobEnd::Stopped { by: JobStopper::User })).await;
}

#[tokio::test]
async fn a_waiting_call_ends_with_its_turn() {
    let mut bench = Bench::new();
    bench.ok("bash", json!({"command": "sleep 61.59", "run_in_background": true})).await;
    let cancel = bench.cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(50)).await;
        cancel.cancel();
    });
    let result = bench.run("wait", json!({"job_ids": ["bash-1"]})).await;
    assert_eq!(result.outcome, CallOutcome::Cancelled);
    bench.jobs.job("bash-1").stop.stop(JobStopper::Session);
    until("the job ends", || bench.jobs.end("bash-1").is_some()).await;
}

#[tokio::test]
async fn much_output_is_cut_at_its_beginning_and_kept_whole() {
    let mut bench = Bench::new();
    bench.ok("bash", json!({"command": "sleep 0.4; seq 1 20000", "run_in_background": true})).await;
    let content = bench.ok("wait", json!({})).await;
    assert!(content.len() < reasonix_tool::MODEL_CONTENT_LIMIT);
    assert!(content.contains("left out; the whole output is in ") && content.ends_with("\n20000"), "{content:.300}");
    let log = std::fs::read_to_string(bench.jobs.job("bash-1").log).unwrap();
    assert_eq!(log.lines().count(), 20_000);
}

#[tokio::test]
async fn wrong_calls_are_answered() {
    let mut bench = Bench::new();
    bench.fails("bash_output", json!({"job_id": "bash-1"}), &["There is no job", "run_in_background"]).await;
    bench.fails("wait", json!({"job_ids": ["x"]}), &["There is no job \"x\""]).await;
    bench.fails("wait", json!({"timeout_seconds": 0}), &["must be at least 1"]).await;
    let mut full = Bench::new();
    full.jobs.most = Some(0);
    full.fails("bash", json!({"command": "true", "run_in_background": true}), &["which is the limit", "kill_shell"])
        .await;
}
