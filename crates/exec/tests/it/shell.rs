//! Finding programs and shells, and asking a program a short question.

use std::{ffi::OsStr, os::unix::fs::PermissionsExt as _, time::Duration};

use reasonix_exec::{End, ExecError, Shell, ShellKind, find_program, probe};

#[test]
fn the_first_executable_on_the_path_is_found() {
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [first, second, third] = folders.each_ref().map(|folder| folder.path().join("tool"));
    std::fs::write(&first, "not executable").unwrap();
    std::fs::create_dir(&second).unwrap();
    std::fs::write(&third, "").unwrap();
    std::fs::set_permissions(&third, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::join_paths(folders.iter().map(tempfile::TempDir::path)).unwrap();

    assert_eq!(find_program("tool", Some(&path)), Some(third));
    assert_eq!(find_program("other", Some(&path)), None);
    assert_eq!(find_program("", Some(&path)), None);
    assert_eq!(find_program("..", Some(&path)), None);
    assert_eq!(find_program("tool", Some(OsStr::new(""))), None);
    assert!(find_program("sh", None).is_some());
    assert_eq!(find_program("/bin/sh", None), None);
}

#[test]
fn bash_is_the_shell_of_choice() {
    let shell = Shell::discover(None).unwrap();
    assert_eq!(shell.kind, ShellKind::Bash);
    assert_eq!(Shell::find(ShellKind::WindowsPowerShell, Some(OsStr::new("/nowhere"))), None);
}

#[tokio::test]
async fn a_probe_answers_or_says_why_not() {
    let deadline = Duration::from_secs(20);
    let version = probe("bash", ["--version"], deadline).await.unwrap();
    assert!(version.contains("bash"), "{version}");
    assert_eq!(probe("sh", ["-c", "echo out; echo warning >&2"], deadline).await.unwrap(), "out\n");

    let failed = probe("sh", ["-c", "exit 5"], deadline).await;
    assert!(matches!(failed, Err(ExecError::Probe { end: End::Exited(5), .. })), "{failed:?}");
    let slow = probe("sleep", ["60"], Duration::from_millis(50)).await.unwrap_err();
    assert_eq!(slow.to_string(), "`sleep` gave no answer: it did not finish in time");
    assert!(matches!(probe("no-such-tool", ["x"], deadline).await, Err(ExecError::ProgramNotFound { .. })));
}
