//! The whole tree ends with its call, however its members try to leave it.

use std::{
    collections::HashSet,
    process,
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use reasonix_exec::{End, Finished, Leftovers, run};
use tokio_util::sync::CancellationToken;

use crate::{bash, call, call_with};

/// A duration for `sleep` that no other process on the machine uses, by which a test's own sleepers are found.
fn unique_sleep() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{}.{}", 100_000 + process::id(), 1000 + NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Processes that are alive and have `sleep` as an argument by itself.
fn sleepers(sleep: &str) -> HashSet<i32> {
    let pids = std::fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let sleeps = |pid: &i32| {
        let arguments = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        arguments.split(|byte| *byte == 0).any(|argument| argument == sleep.as_bytes())
    };
    pids.filter(sleeps).collect()
}

/// Waits, because a started shell takes a moment to become its sleeper, and because on a busy machine a call returns
/// in time and lets its kill be finished in the background.
async fn wait_for_sleepers(sleep: &str, count: usize) {
    let started = Instant::now();
    while sleepers(sleep).len() != count {
        assert!(started.elapsed() < Duration::from_secs(20), "{} of {count} sleepers", sleepers(sleep).len());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Ways to start one sleeper besides the command that is waited for.
const ESCAPES: &[(&str, &str)] = &[
    ("background child", "sleep TIME &"),
    ("background child without output", "sleep TIME >/dev/null 2>&1 &"),
    ("own session", "setsid sleep TIME &"),
    ("own session without output", "setsid sleep TIME >/dev/null 2>&1 &"),
    ("double fork", "(sleep TIME &)"),
    ("double fork in own session", "(setsid bash -c 'sleep TIME & wait' >/dev/null 2>&1 &)"),
    ("own group by job control", "set -m; sleep TIME & set +m"),
    ("deaf to SIGTERM", "(trap '' TERM; exec sleep TIME) &"),
    ("deaf, in own session", "setsid bash -c \"trap '' TERM; exec sleep TIME\" &"),
    ("without environment", "env -i /usr/bin/env setsid sleep TIME &"),
    ("stopped", "sleep TIME & sleep 0.1; kill -STOP $!"),
    ("no hangup", "nohup sleep TIME >/dev/null 2>&1 &"),
];

fn escape(text: &str, sleep: &str) -> String {
    text.replace("TIME", sleep)
}

/// Starts every escape in one call and checks that none survives what `end` does to it.
async fn check_nothing_is_left(end: impl AsyncFn(String, &str)) {
    let sleep = unique_sleep();
    let escapes: Vec<String> = ESCAPES.iter().map(|(_, text)| escape(text, &sleep)).collect();
    end(format!("{}\nsleep 90", escapes.join("\n")), &sleep).await;
    wait_for_sleepers(&sleep, 0).await;
}

#[tokio::test]
async fn a_deadline_ends_the_whole_tree() {
    check_nothing_is_left(async |text, _| {
        let mut job = bash(&text);
        job.deadline = Some(Duration::from_millis(1500));
        let finished = call(job).await.unwrap();
        assert_eq!((finished.end, finished.stragglers), (End::TimedOut, true));
    })
    .await;
}

#[tokio::test]
async fn a_cancellation_ends_the_whole_tree() {
    check_nothing_is_left(async |text, sleep| {
        let cancel = CancellationToken::new();
        let (finished, ()) = tokio::join!(call_with(bash(&text), &cancel), async {
            wait_for_sleepers(sleep, ESCAPES.len()).await;
            cancel.cancel();
        });
        assert_eq!(finished.unwrap().end, End::Cancelled);
    })
    .await;
}

#[tokio::test]
async fn a_dropped_call_ends_the_whole_tree() {
    check_nothing_is_left(async |text, sleep| {
        let cancel = CancellationToken::new();
        tokio::select! {
            finished = call_with(bash(&text), &cancel) => panic!("{finished:?}"),
            () = wait_for_sleepers(sleep, ESCAPES.len()) => {}
        }
    })
    .await;
}

#[tokio::test]
async fn a_panic_in_the_live_callback_ends_the_whole_tree() {
    check_nothing_is_left(async |text, _| {
        let job = bash(&format!("{text} & sleep 1; echo now; wait"));
        let call = tokio::spawn(async move {
            let _ = run(job, &CancellationToken::new(), &mut |chunk| assert_ne!(chunk, b"now\n")).await;
        });
        assert!(call.await.unwrap_err().is_panic());
    })
    .await;
}

#[tokio::test]
async fn each_escape_is_ended_by_itself() {
    for (name, text) in ESCAPES {
        let sleep = unique_sleep();
        let cancel = CancellationToken::new();
        let text = format!("{}\nsleep 90", escape(text, &sleep));
        let (finished, ()) = tokio::join!(call_with(bash(&text), &cancel), async {
            wait_for_sleepers(&sleep, 1).await;
            cancel.cancel();
        });
        assert_eq!(finished.unwrap().end, End::Cancelled, "{name}");
        wait_for_sleepers(&sleep, 0).await;
    }
}

async fn leave_behind(text: &str, leftovers: Leftovers) -> (Finished, String) {
    let sleep = unique_sleep();
    let mut job = bash(&format!("echo before; {} echo after; exit 7", escape(text, &sleep)));
    job.leftovers = leftovers;
    (call(job).await.unwrap(), sleep)
}

/// Guards: a background child that holds the output open must not make the call hang.
#[tokio::test]
async fn what_a_finished_command_left_is_killed() {
    let left = [
        "sleep TIME &",
        "sleep TIME >/dev/null 2>&1 &",
        "setsid sleep TIME &",
        "(trap '' TERM; exec sleep TIME) &",
        "(setsid bash -c 'sleep TIME & wait' &);",
    ];
    for text in left {
        let (finished, sleep) = leave_behind(text, Leftovers::Kill).await;
        assert_eq!((finished.end, finished.stragglers), (End::Exited(7), true), "{text}");
        assert_eq!(finished.output.text(), "before\nafter\n", "{text}");
        wait_for_sleepers(&sleep, 0).await;
    }
}

#[tokio::test]
async fn what_a_finished_command_left_can_be_kept() {
    for text in ["sleep TIME &", "sleep TIME >/dev/null 2>&1 &"] {
        let (finished, sleep) = leave_behind(text, Leftovers::Keep).await;
        assert_eq!((finished.end, finished.stragglers), (End::Exited(7), false), "{text}");
        wait_for_sleepers(&sleep, 1).await;
        for pid in sleepers(&sleep) {
            let pid = rustix::process::Pid::from_raw(pid).unwrap();
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        }
    }
}

#[tokio::test]
async fn last_words_of_a_descendant_are_waited_for() {
    let finished = call(bash("(sleep 0.01; echo late) & echo early")).await.unwrap();
    assert_eq!(finished.output.text(), "early\nlate\n");
    assert!(!finished.stragglers);
}

#[tokio::test]
async fn a_flood_does_not_keep_a_call_from_ending() {
    for text in ["yes", "yes & wait", "setsid yes & wait"] {
        let mut job = bash(text);
        job.deadline = Some(Duration::from_millis(100));
        assert_eq!(call(job).await.unwrap().end, End::TimedOut, "{text}");
    }
    // The flood goes on after its parent has ended.
    let finished = call(bash("yes & exit 2")).await.unwrap();
    assert_eq!((finished.end, finished.stragglers), (End::Exited(2), true));
}

#[tokio::test]
async fn a_process_that_keeps_forking_is_ended() {
    let sleep = unique_sleep();
    let breed = format!("breed() {{ sleep {sleep} & (sleep 0.01; breed) & }}; trap '' TERM; breed; sleep 90");
    let mut job = bash(&breed);
    job.deadline = Some(Duration::from_millis(500));
    assert_eq!(call(job).await.unwrap().end, End::TimedOut);
    wait_for_sleepers(&sleep, 0).await;
}

/// Guards: a sweep kills by the mark of its own run and no other's.
#[tokio::test(flavor = "multi_thread")]
async fn parallel_runs_do_not_disturb_one_another() {
    let sleep = unique_sleep();
    let cancel = CancellationToken::new();
    let folder = tempfile::tempdir().unwrap();
    let calls: Vec<_> = (0..8)
        .map(|number| {
            let cancelled = number % 2 == 0;
            let token = if cancelled { cancel.clone() } else { CancellationToken::new() };
            let text = format!(
                "setsid sleep {sleep} >/dev/null 2>&1 & child=$!\n\
                 until [ -e go ]; do sleep 0.01; done\n\
                 kill -0 $child && echo {number} alive; kill $child; wait"
            );
            let mut job = bash(&text);
            job.cwd = folder.path().to_owned();
            tokio::spawn(async move { call_with(job, &token).await })
        })
        .collect();
    wait_for_sleepers(&sleep, 8).await;
    cancel.cancel();
    wait_for_sleepers(&sleep, 4).await;
    std::fs::write(folder.path().join("go"), "").unwrap();
    for (number, call) in calls.into_iter().enumerate() {
        let finished = call.await.unwrap().unwrap();
        if number % 2 == 0 {
            assert_eq!(finished.end, End::Cancelled);
        } else {
            assert_eq!(finished.end, End::Exited(0), "{}", finished.output.text());
            assert_eq!(finished.output.text(), format!("{number} alive\n"));
        }
    }
    wait_for_sleepers(&sleep, 0).await;
}
