//! Standard input beside a task: material that goes along, and the kinds of stdin that are left alone.

use crate::pty::program;
use reasonix_testkit::{Cli, ModelServer, Turn, WireFormat, Workspace};
use std::os::unix::fs::PermissionsExt;

/// Runs `line` in a shell, in which `run` is `reasonix run` with the task "review"; gives what the model was sent.
fn sent(line: &str) -> (Vec<String>, String) {
    let server = ModelServer::start([Turn::text("seen"), Turn::text("seen")]);
    let folder = Workspace::empty();
    let text = format!("#!/bin/sh\nrun() {{ '{}' run \"$@\"; }}\n{line}\n", program().display());
    let script = folder.write("reasonix", text);
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
    let cli = Cli::with_program(script, &server, WireFormat::OpenAi)
        .folder(Workspace::new([("list", "first\nsecond\n"), ("empty", "")]));
    let output = cli.args(["run"]).run().expect_code(0);
    (
        server.requests().iter().map(|request| String::from_utf8_lossy(&request.body).into_owned()).collect(),
        output.stderr,
    )
}

#[test]
fn what_is_piped_in_goes_along_behind_the_task() {
    for line in [
        "cat list | run review",
        "run review < list",
        "cat list | run review -",
        "{ sleep 0.2; cat list; } | run review",
    ] {
        let (requests, stderr) = sent(line);
        assert!(requests[0].contains(r"review\n\n<stdin>\nfirst\nsecond\n</stdin>"), "{line}: {}", requests[0]);
        assert!(!stderr.contains("standard input"), "{line}: {stderr}");
    }
}

#[test]
fn a_stdin_that_delivers_nothing_adds_nothing() {
    for line in ["run review < /dev/null", "run review < empty", "true | run review", "run review <&-"] {
        let (requests, _) = sent(line);
        assert!(requests[0].contains("review") && !requests[0].contains("<stdin>"), "{line}: {}", requests[0]);
    }
}

#[test]
fn a_pipe_that_never_ends_is_not_waited_for() {
    let (requests, stderr) = sent("mkfifo never; exec 3<>never; run review <&3");
    assert!(!requests[0].contains("<stdin>"), "{}", requests[0]);
    assert!(stderr.contains("Nothing came from standard input"), "{stderr}");
}

#[test]
fn a_loop_keeps_the_file_that_it_reads() {
    let (requests, _) = sent(r#"while read -r word; do run "look at $word"; done < list"#);
    assert_eq!(requests.len(), 2);
    assert!(requests[1].contains("look at second") && !requests[0].contains("<stdin>"), "{requests:?}");
}
