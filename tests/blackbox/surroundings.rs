//! What the program is started from and shown on: streams that fail, signals that somebody ignores, a terminal that
//! obeys whatever it is sent.

use crate::{
    crash::wait_until,
    journal,
    pty::{Terminal, program},
};
use reasonix_testkit::{Call, Cli, ModelServer, Script, Turn, WireFormat, Workspace};
use serde_json::json;
use std::os::unix::fs::PermissionsExt;

/// A `reasonix` that a shell starts by `line`, in which `$@` are the arguments and `$program` is the real one.
fn started_by(line: &str, server: &ModelServer) -> (Cli, Workspace) {
    let folder = Workspace::empty();
    let text = format!("#!/bin/sh\nprogram='{}'\n{line}\n", program().display());
    let script = folder.write("reasonix", text);
    std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
    (Cli::with_program(script, server, WireFormat::OpenAi), folder)
}

#[test]
fn streams_that_cannot_be_written_do_not_end_the_work() {
    for (line, code) in [
        (r#"exec "$program" "$@" 2>/dev/full"#, 0),
        // The work is done, but whoever wants the answer must not take an empty file for it.
        (r#"exec "$program" "$@" >/dev/full"#, 1),
        (r#"exec "$program" -v "$@" >&- 2>&-"#, 0),
        (r#"exec 3>&1; { "$program" "$@"; echo "$?" > code; } 2>&1 >&3 | head -c 1; exit "$(cat code)""#, 0),
    ] {
        let server = ModelServer::start(Script::new([
            Turn::calls([Call::new("bash", json!({"command": "sleep 0.1; touch made"}))]).with_text("go"),
            Turn::text("end"),
        ]));
        let (cli, _script) = started_by(line, &server);
        let output = cli.args(["run", "-y", "work"]).run().expect_code(code);
        assert_eq!(output.stderr.contains("Standard output cannot be written"), code == 1, "{line}: {}", output.stderr);
        assert!(cli.workspace().has("made"), "{line}");
        let events = journal::events(&journal::path(&cli));
        assert_eq!(journal::bodies(&events, "session_closed").len(), 1, "{line}");
    }
}

#[test]
fn an_answer_that_says_nothing_is_none() {
    let call = || Turn::calls([Call::new("ls", json!({}))]);
    for (turns, code, said) in [
        (vec![Turn::text("")], 1, "error: The model answered with nothing"),
        (vec![call(), Turn::text("")], 0, "The model answered with nothing"),
        (vec![call(), Turn::text("done")], 0, "steps 2"),
    ] {
        let server = ModelServer::start(Script::new(turns));
        let cli = Cli::new(&server, WireFormat::OpenAi);
        let output = cli.args(["run", "look"]).run().expect_code(code);
        assert!(output.stderr.contains(said), "{said}: {}", output.stderr);
    }
}

#[test]
fn a_signal_that_whoever_started_it_ignores_stays_ignored() {
    let server = ModelServer::start(Script::new([
        Turn::calls([Call::new("bash", json!({"command": "touch started; until test -e go; do sleep 0.01; done"}))]),
        Turn::text("went on"),
    ]));
    let (cli, _script) = started_by(r#"trap '' INT; exec "$program" "$@""#, &server);
    let running = cli.args(["run", "-y", "work"]).start();
    wait_until("the call runs", || cli.workspace().has("started"));
    running.interrupt();
    cli.workspace().write("go", "");
    let output = running.wait().expect_code(0);
    assert_eq!(output.stdout, "went on\n");
}

/// Escape sequences in whatever a model or a vendor can put onto the screen.
#[test]
fn nothing_that_was_sent_commands_the_terminal() {
    const EVIL: &str = "a\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{202e}z";
    let error = json!({"error": {"message": EVIL, "type": EVIL, "code": EVIL}}).to_string();
    let server = ModelServer::start(Script::new([
        Turn::calls([
            Call::new(format!("tool{EVIL}"), json!({})),
            Call::new("read_file", json!({"path": EVIL})),
            Call::new("grep", json!({"pattern": EVIL})),
        ])
        .with_text(EVIL),
        Turn::raw(400, "application/json", error),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let terminal = Terminal::start(&cli, &["run", "-y", "go"]);
    terminal.wait_for("error:", 1);
    let shown = terminal.shown();
    assert!(shown.contains("toola␛]0;owned"), "{shown:?}");
    for character in ['\u{7}', '\u{9b}', '\u{202e}'] {
        assert!(!shown.contains(character), "{character:?} in {shown:?}");
    }
    assert!(!shown.contains("\u{1b}]") && !shown.contains("\u{1b}[2J"), "{shown:?}");
    assert_eq!(terminal.end(), 1);
}

#[test]
fn what_is_forbidden_by_a_link_is_forbidden_where_it_leads() {
    let secrets = Workspace::new([("real/key.txt", "hidden words")]);
    std::os::unix::fs::symlink(secrets.join("real"), secrets.join("link")).unwrap();
    let (link, real) = (secrets.join("link"), secrets.join("real"));
    let name = |path: &std::path::Path| path.join("key.txt").to_str().unwrap().to_owned();
    let server = ModelServer::start(Script::new([
        Turn::calls([
            Call::new("read_file", json!({"path": name(&link)})),
            Call::new("read_file", json!({"path": name(&real)})),
            Call::new("grep", json!({"pattern": "hidden", "path": secrets.path().to_str().unwrap()})),
        ]),
        Turn::text("end"),
    ]));
    let cli =
        Cli::new(&server, WireFormat::OpenAi).config(format!("[sandbox]\nforbid_read = [\"{}\"]\n", link.display()));
    cli.args(["run", "-y", "read"]).run().expect_code(0);
    assert!(!server.requests()[1].mentions("hidden words"), "{:?}", server.requests()[1].tool_results());
}

#[test]
fn a_terminal_that_does_not_keep_up_still_gets_the_whole_answer() {
    let text = (0..12_000).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
    let server = ModelServer::start([Turn::text(text.clone()).delta_chars(4)]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let terminal = Terminal::start(&cli, &["run", "count"]);
    terminal.wait_for("session ", 1);
    let halted = terminal.halt();
    let journal = journal::path(&cli);
    wait_until("the turn ends", || std::fs::read_to_string(&journal).unwrap().contains("turn_ended"));
    drop(halted);
    terminal.wait_for("steps 1", 1);
    assert!(terminal.shown().contains(&text), "something is missing");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn logs_are_for_their_owner_only() {
    let server = ModelServer::start([Turn::text("fine")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let older = cli.home().write("logs/reasonix.2020-01-01.log", "x");
    std::fs::set_permissions(&older, PermissionsExt::from_mode(0o644)).unwrap();
    cli.args(["run", "look"]).env("REASONIX_LOG", "debug").run().expect_code(0);
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = cli.home().join("logs");
    assert_eq!(mode(&folder), 0o700);
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(files.len() > 1, "{files:?}");
    assert!(files.iter().all(|file| mode(file) == 0o600), "{files:?}");
}
