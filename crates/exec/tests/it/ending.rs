//! How a job starts and how its call ends, told truthfully in every case.

use std::{os::unix::fs::PermissionsExt as _, time::Duration};

use reasonix_exec::{End, ExecError, Job, RUN_VARIABLE};
use tokio_util::sync::CancellationToken;

use crate::{bash, call, call_with};

async fn check(text: &str, end: End, output: &str) {
    let finished = call(bash(text)).await.unwrap();
    assert_eq!((finished.end, finished.output.text().as_str()), (end, output), "{text}");
    assert!(!finished.stragglers, "{text}");
}

#[tokio::test]
async fn a_process_ends_as_it_says() {
    check("echo hi", End::Exited(0), "hi\n").await;
    check("exit 3", End::Exited(3), "").await;
    check("kill -9 $$", End::Signalled(9), "").await;
    check("kill -TERM $$", End::Signalled(15), "").await;
    check("echo a; no_such_command_here 2>/dev/null", End::Exited(127), "a\n").await;
    // The text is a command even if it looks like an option, and an empty one does nothing.
    check("--version 2>/dev/null", End::Exited(127), "").await;
    check("", End::Exited(0), "").await;
    // A closed output is not an end.
    check("exec >&- 2>&-; sleep 0.05; exit 4", End::Exited(4), "").await;
}

#[tokio::test]
async fn standard_input_is_empty() {
    check("cat; read line; echo \"$? [$line]\"", End::Exited(0), "1 []\n").await;
}

#[tokio::test]
async fn directory_and_environment_are_the_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let cwd = folder.path().canonicalize().unwrap();
    let mut job = bash("pwd -P; echo \"$ADDED ${HOME-unset}\"; [ -n \"$PATH\" ] && echo inherited");
    job.cwd.clone_from(&cwd);
    job.env.set("ADDED", "first").set("ADDED", "a b").remove("HOME");
    let finished = call(job).await.unwrap();
    assert_eq!(finished.output.text(), format!("{}\na b unset\ninherited\n", cwd.display()));
}

#[tokio::test]
async fn a_bare_name_is_looked_up_in_the_childs_path_and_a_path_from_its_directory() {
    let folder = tempfile::tempdir().unwrap();
    let tool = folder.path().join("own-tool");
    std::fs::write(&tool, "#!/bin/sh\necho own \"$@\"\n").unwrap();
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();

    let mut job = Job::new("own-tool", ["x"], "/");
    let path = std::env::join_paths([folder.path(), "/usr/bin".as_ref(), "/bin".as_ref()]).unwrap();
    job.env.set("PATH", path);
    assert_eq!(call(job).await.unwrap().output.text(), "own x\n");

    let job = Job::new("./own-tool", ["y"], folder.path());
    assert_eq!(call(job).await.unwrap().output.text(), "own y\n");

    // Not from the directory one happens to be in.
    let mut job = Job::new("own-tool", ["x"], folder.path());
    job.env.set("PATH", ":.:/usr/bin");
    assert!(matches!(call(job).await, Err(ExecError::ProgramNotFound { .. })));
}

#[tokio::test]
async fn what_does_not_start_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let plain = folder.path().join("plain");
    std::fs::write(&plain, "text").unwrap();
    let orphan = folder.path().join("orphan");
    std::fs::write(&orphan, "#!/no/such/interpreter\n").unwrap();
    std::fs::set_permissions(&orphan, std::fs::Permissions::from_mode(0o755)).unwrap();
    let missing = folder.path().join("missing");
    let none: [&str; 0] = [];

    let check = async |job: Job, expected: String| {
        let error = call(job).await.unwrap_err().to_string();
        assert!(error.starts_with(&expected), "{error} does not start with {expected}");
    };
    check(Job::new("no-such-tool", none, "/"), "program `no-such-tool` was not found".to_owned()).await;
    check(Job::new(&missing, none, "/"), format!("program `{}` was not found", missing.display())).await;
    check(
        Job::new("bash", none, &missing),
        format!("working directory `{}` does not exist or is not a directory", missing.display()),
    )
    .await;
    check(Job::new("bash", none, &plain), format!("working directory `{}`", plain.display())).await;
    check(
        Job::new(&plain, none, folder.path()),
        format!("could not start `{}` in `{}`: ", plain.display(), folder.path().display()),
    )
    .await;
    check(Job::new(&orphan, none, "/"), format!("could not start `{}`", orphan.display())).await;
    check(Job::new("bash", ["a\0b"], "/"), "could not start `bash`".to_owned()).await;
}

#[tokio::test]
async fn a_call_cancelled_beforehand_starts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut job = bash("touch started");
    job.cwd = folder.path().to_owned();
    let cancel = CancellationToken::new();
    cancel.cancel();
    let finished = call_with(job, &cancel).await.unwrap();
    assert_eq!(finished.end, End::Cancelled);
    assert!(!folder.path().join("started").exists());
}

#[tokio::test]
async fn output_before_the_deadline_is_kept() {
    let mut job = bash("echo before; sleep 60; echo after");
    job.deadline = Some(Duration::from_millis(300));
    let finished = call(job).await.unwrap();
    assert_eq!((finished.end, finished.output.text().as_str()), (End::TimedOut, "before\n"));
}

#[tokio::test]
async fn a_program_may_tidy_up_when_asked_to_end() {
    let mut job = bash("trap 'echo tidy; exit 0' TERM; echo ready; while :; do sleep 0.01; done");
    job.deadline = Some(Duration::from_millis(300));
    let finished = call(job).await.unwrap();
    assert_eq!(finished.end, End::TimedOut);
    // Bash may report the sleep that was told to end as well.
    assert!(finished.output.text().ends_with("tidy\n"), "{}", finished.output.text());
}

#[tokio::test]
async fn start_up_variables_of_bash_are_taken_away() {
    let job = bash("true");
    let removed = |name: &str| job.env.changes().any(|(changed, value)| changed == name && value.is_none());
    assert!(removed("BASH_ENV") && removed("SHELLOPTS"));
    check(&format!("[ -n \"${RUN_VARIABLE}\" ] && echo marked"), End::Exited(0), "marked\n").await;
}
