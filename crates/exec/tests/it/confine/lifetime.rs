//! What becomes of confined processes: how their end is told, and that none of them is left.

use super::{Place, WARDEN, program};
use crate::call;
use reasonix_exec::{Confinement, End, Further, Sandbox, Shell, Within};
use std::{
    fs,
    io::{Read, Write},
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

#[tokio::test]
async fn other_processes_are_not_seen_and_no_right_is_gained() {
    let place = Place::new();
    let own = std::process::id();
    let said = place.said(&format!("ls /proc | grep -c '^[0-9]'; ls -d /proc/{own} 2>&1 | wc -l; grep -E 'CapEff|CapPrm|NoNewPrivs' /proc/self/status; kill -9 1; kill -STOP 1; echo on")).await;
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].parse::<u32>().unwrap() <= 5, "{said}");
    assert!(lines.contains(&"CapEff:\t0000000000000000") && lines.contains(&"NoNewPrivs:\t1"), "{said}");
    assert_eq!(lines.last(), Some(&"on"), "{said}");
    assert_eq!(place.said("cat /proc/1/environ /proc/1/mem 2>&1 >/dev/null | grep -c denied").await, "2\n");
    assert_eq!(place.run("echo forged 0 0 > /proc/1/fd/0").await.end, End::Exited(1));
}

#[tokio::test]
async fn the_end_is_told_as_it_was() {
    let mut place = Place::new();
    for (command, end) in [
        ("exit 3", End::Exited(3)),
        ("exit 137", End::Exited(137)),
        ("kill -9 $$", End::Signalled(9)),
        ("kill -TERM $$", End::Signalled(15)),
        ("sleep 0.01", End::Exited(0)),
    ] {
        assert_eq!(place.run(command).await.end, end, "{command}");
    }
    let (with, without) = ("sleep 60 & exit 1", "exit 1");
    assert!(place.run(with).await.stragglers && !place.run(without).await.stragglers);
    place.warden = None;
    assert_eq!(place.run("exit 3").await.end, End::Exited(3));
}

#[tokio::test]
async fn there_is_no_terminal_and_nothing_waits_for_one() {
    let place = Place::new();
    for command in ["read line </dev/tty", "cat", "sudo -S true </dev/tty", "head -c 1 | grep ."] {
        let started = Instant::now();
        let _ = place.run(command).await;
        assert!(started.elapsed() < Duration::from_secs(10), "{command}");
    }
    assert!(place.said("read line </dev/tty").await.contains("No such device"));
}

#[tokio::test]
async fn too_many_processes_end_the_call() {
    let place = Place::new();
    let finished = place.run("f() { f | f & }; f; sleep 60").await;
    assert!(finished.crowded && finished.stragglers, "{finished:?}");
    let busy = place.run("for i in $(seq 60); do sleep 0.05 & done; wait; echo fine").await;
    assert_eq!((busy.crowded, busy.output.text().as_str()), (false, "fine\n"));
}

/// Whoever saves a protected file replaces it, and the system takes the mount that protects it away with the old one.
#[tokio::test]
async fn a_protected_file_that_is_replaced_ends_what_it_was_protected_from() {
    let place = Place::new();
    let (config, saved) = (place.path("ws/.git/config"), place.path("outside/config"));
    fs::write(&saved, "[user]\n\tname = mine\n").unwrap();
    let replace = async {
        while !place.path("ws/started").exists() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        fs::rename(&saved, &config).unwrap();
    };
    let attack = "touch started; while ! echo evil > .git/config; do sleep 0.2; done 2>/dev/null; sleep 60";
    let (finished, ()) = tokio::join!(place.run(attack), replace);
    assert!(finished.loosened, "{finished:?}");
    assert_eq!(fs::read_to_string(&config).unwrap(), "[user]\n\tname = mine\n");
}

/// The engine dies without a chance to end anything.
#[tokio::test]
async fn nothing_outlives_a_killed_engine() {
    let place = Place::new();
    let sleep = format!("{}.17", 200_000 + std::process::id());
    let (mut reader, writer) = std::io::pipe().unwrap();
    // This test binary again, in the role of an engine.
    let mut engine = program(std::env::current_exe().unwrap())
        .args(["--exact", "confine::lifetime::as_an_engine", "--nocapture", "--ignored"])
        .env("ENGINE_BASE", place.base.as_os_str())
        .env(
            "ENGINE_COMMAND",
            format!(
                "setsid sleep {sleep} >/dev/null 2>&1 & (setsid sleep {sleep} &) ; trap '' TERM; echo up; sleep {sleep}"
            ),
        )
        .stdout(writer)
        .spawn()
        .unwrap();
    let mut seen = Vec::new();
    while !String::from_utf8_lossy(&seen).contains("up\n") {
        let mut byte = [0];
        assert_ne!(reader.read(&mut byte).unwrap(), 0, "{}", String::from_utf8_lossy(&seen));
        seen.push(byte[0]);
    }
    engine.kill().unwrap();
    engine.wait().unwrap();
    let started = Instant::now();
    while is_running(&sleep) {
        assert!(started.elapsed() < Duration::from_secs(10), "something lives on");
        std::thread::sleep(Duration::from_millis(5));
    }
    // What stood in the place of something is removed by the next start.
    assert!(place.path("ws/reasonix.toml").exists());
    place.run("true").await;
    assert!(!place.path("ws/reasonix.toml").exists() && !place.path("ws/.reasonix").exists());
}

fn is_running(argument: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).any(|word| word == argument.as_bytes())
    })
}

#[tokio::test]
#[ignore = "the engine that another test starts and kills"]
async fn as_an_engine() {
    let Some(base) = std::env::var_os("ENGINE_BASE").map(PathBuf::from) else { return };
    let place = Place::new();
    let at = |path: &PathBuf| base.join(path.strip_prefix(&place.base).unwrap());
    let confinement = Confinement {
        writable: place.confinement.writable.iter().map(at).collect(),
        protected: place.confinement.protected.iter().map(at).collect(),
        stand_ins: Vec::new(),
        unreadable: place.confinement.unreadable.iter().map(at).collect(),
        folder: at(&place.confinement.folder),
        ..place.confinement.clone()
    };
    let sandbox = Arc::new(Sandbox::with_warden(confinement, Some(WARDEN.into())));
    let mut job = Shell::discover(None).unwrap().job(std::env::var("ENGINE_COMMAND").unwrap(), base.join("ws"));
    job.within = Some(Within { sandbox, temp: base.join("temp"), further: Further::default() });
    let mut show = |bytes: &[u8]| {
        std::io::stdout().write_all(bytes).unwrap();
        std::io::stdout().flush().unwrap();
    };
    let _ = reasonix_exec::run(job, &tokio_util::sync::CancellationToken::new(), &mut show).await;
}

#[tokio::test]
async fn the_command_is_asked_to_end_before_it_is_killed() {
    let place = Place::new();
    let mut job = Shell::discover(None)
        .unwrap()
        .job("trap 'echo asked > asked; exit' TERM; echo up; sleep 60 & wait", place.path("ws"));
    job.within = place.within();
    job.deadline = Some(Duration::from_secs(1));
    assert_eq!(call(job).await.unwrap().end, End::TimedOut);
    assert_eq!(fs::read_to_string(place.path("ws/asked")).unwrap(), "asked\n");
}
