//! Ends of every kind: a kill in the middle of a call, a kill at every journal boundary, Ctrl-C, a second process.

use crate::journal;
use reasonix_testkit::{Call, Cli, Fault, Gate, ModelServer, Script, Turn, WireFormat, Workspace, block_on};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// Processes whose environment or command line names `mark`.
pub(crate) fn processes(mark: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(command) = std::fs::read(entry.path().join("cmdline")) else { continue };
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        if command.contains(mark) {
            found.push(command);
        }
    }
    found
}

/// Waits until something is so.
pub(crate) fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(30), "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_call_cut_by_a_kill_is_unknown_and_not_run_again() {
    for wire in [WireFormat::OpenAi, WireFormat::Anthropic] {
        let server = ModelServer::start([
            Turn::calls([
                Call::new("bash", json!({"command": "echo ran >> ran.txt; sleep 30.71"})),
                Call::new("bash", json!({"command": "echo never >> ran.txt"})),
            ]),
            Turn::text("I checked."),
        ]);
        let cli = Cli::new(&server, wire);
        let mut running = cli.args(["run", "-y", "go"]).start();
        // The shell makes the file before it has written to it.
        wait_until("the call runs", || cli.workspace().has("ran.txt") && cli.workspace().read("ran.txt") == "ran\n");
        running.kill();
        running.wait();

        let output = cli.args(["run", "--print", "--continue", "go on"]).run().expect_code(0);
        assert_eq!(output.stdout, "I checked.\n");
        assert_eq!(cli.workspace().read("ran.txt"), "ran\n", "nothing ran again");
        let request = &server.requests()[1];
        let results = format!("{:?}", request.tool_results());
        assert!(results.contains("Outcome unknown") && results.contains("stopped before this call"), "{results}");
        assert!(request.last_user_text().contains("go on"));
        assert!(request.mentions("echo ran >> ran.txt; sleep 30.71"), "the model is told which");
        let events = journal::events(&journal::path(&cli));
        let outcomes: Vec<_> =
            journal::bodies(&events, "call_finished").iter().map(|body| body["outcome"].clone()).collect();
        assert_eq!(outcomes, [json!("unknown"), json!("cancelled")]);
    }
}

/// A journal that stops after any of its lines, or in the middle of one, can be gone on with: every call keeps exactly
/// one result, nothing that had started runs again, and the model sees a valid conversation.
#[test]
fn a_kill_at_every_journal_boundary_can_be_gone_on_with() {
    let script = || {
        Script::new([
            Turn::calls([
                Call::new("ls", json!({})),
                Call::new("bash", json!({"command": "echo a >> log.txt"})),
                Call::new("bash", json!({"command": "echo b >> log.txt"})),
            ])
            .with_text("go"),
            Turn::calls([Call::new("write_file", json!({"path": "new.txt", "content": "x"}))]),
            Turn::text("end"),
        ])
    };
    let server = ModelServer::start(script());
    let cli = Cli::new(&server, WireFormat::Anthropic);
    cli.args(["run", "-y", "work"]).run().expect_code(0);
    let recorded = journal::path(&cli);
    let whole = std::fs::read_to_string(&recorded).unwrap();
    let lines: Vec<&str> = whole.lines().collect();

    for cut in 2..=lines.len() {
        for torn in [false, true] {
            let server = ModelServer::start(Script::new([Turn::text("went on")]));
            let next = Cli::new(&server, WireFormat::Anthropic).folder(Workspace::empty());
            let project = recorded.parent().unwrap().file_name().unwrap();
            let folder = next.home().join("sessions").join(project);
            std::fs::create_dir_all(&folder).unwrap();
            let copy = folder.join(recorded.file_name().unwrap());
            let mut text = lines[..cut].join("\n") + "\n";
            if torn {
                let half = lines.get(cut).map_or("{\"v\":1,\"seq\":", |line| &line[..line.len() / 2]);
                text.push_str(half);
            }
            std::fs::write(&copy, text).unwrap();
            let output = next.args(["run", "-y", "--print", "--resume", copy.to_str().unwrap(), "go on"]).run();
            assert_eq!((output.code, output.stdout.as_str()), (Some(0), "went on\n"), "cut {cut}: {}", output.stderr);
            let events = journal::events(&copy);
            check_calls(&events, cut);
            assert!(!next.workspace().has("log.txt") && !next.workspace().has("new.txt"), "nothing runs by itself");
        }
    }
}

/// A run that was killed before it could say anything, or met a full disk, leaves a beginning that nobody means when they
/// go on: it has not even a system prompt.
#[test]
fn a_session_that_was_cut_off_before_it_began_is_not_gone_on_with() {
    let server = ModelServer::start(Script::new([Turn::text("one"), Turn::text("two"), Turn::text("three")]));
    let cli = Cli::new(&server, WireFormat::Anthropic);
    cli.args(["run", "first"]).run().expect_code(0);
    let real = journal::path(&cli);
    let whole = std::fs::read_to_string(&real).unwrap();
    for lines in 0..=2 {
        let cut = real.with_file_name(format!("20990101-000000-00000{lines}.jsonl"));
        std::fs::write(&cut, whole.split_inclusive('\n').take(lines).collect::<String>()).unwrap();
        if lines < 2 {
            let output = cli.args(["run", "--resume", cut.to_str().unwrap(), "more"]).run().expect_code(1);
            assert!(output.stderr.contains("cut off before it began"), "{}", output.stderr);
        }
    }
    cli.args(["run", "--continue", "second"]).run().expect_code(0);
    server.requests()[1].extends(&server.requests()[0]).expect("the session before is gone on with");
}

/// Every call that the model said has one result; a started one without an end became unknown.
fn check_calls(events: &[Value], cut: usize) {
    let mut results: HashMap<u64, Vec<String>> = HashMap::new();
    for body in journal::bodies(events, "call_finished") {
        let outcome = body["outcome"].as_str().unwrap().to_owned();
        results.entry(body["call"].as_u64().unwrap()).or_default().push(outcome);
    }
    for message in journal::bodies(events, "item_completed") {
        for part in message["parts"].as_array().unwrap().iter().filter(|part| part["type"] == "call") {
            let call = part["call"].as_u64().unwrap();
            assert_eq!(results.get(&call).map(Vec::len), Some(1), "cut {cut}, call {call}");
        }
    }
    let before = &events[..cut.min(events.len())];
    for started in journal::bodies(before, "call_started") {
        let call = &started["call"];
        let ended = journal::bodies(before, "call_finished").iter().any(|body| &body["call"] == call);
        if !ended {
            assert_eq!(results[&call.as_u64().unwrap()], ["unknown"], "cut {cut}");
        }
    }
}

#[test]
fn ctrl_c_ends_at_once_and_leaves_nothing() {
    // Found again by its time, also while other runs of this test sleep.
    let sleep = format!("sleep 41.{}", std::process::id());
    let server = ModelServer::start([Turn::calls([Call::new(
        "bash",
        json!({"command": format!("touch started; (setsid {sleep}1 &) ; {sleep}2 & trap '' TERM; {sleep}3")}),
    )])]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let running = cli.args(["run", "-y", "wait"]).start();
    // What confines the command has its text among its own arguments.
    let sleepers = || processes(&sleep).iter().filter(|line| line.starts_with("sleep")).count();
    wait_until("the call runs", || cli.workspace().has("started") && sleepers() == 3);
    let pressed = Instant::now();
    running.interrupt();
    let output = running.wait();
    let took = pressed.elapsed();
    assert_eq!(output.code, Some(1));
    assert!(took < Duration::from_secs(5), "took {took:?}");
    assert_eq!(processes(&sleep), Vec::<String>::new());
    let events = journal::events(&journal::path(&cli));
    assert_eq!(journal::bodies(&events, "turn_ended")[0]["end"]["type"], "interrupted");
    assert_eq!(journal::bodies(&events, "call_finished")[0]["outcome"], "cancelled");
    assert_eq!(journal::bodies(&events, "session_closed").len(), 1);
}

/// A terminal that is closed sends its signal twice, and people press twice.
#[test]
fn a_second_signal_on_the_heels_of_the_first_leaves_nothing_running() {
    let mark = format!("mark {}.", std::process::id());
    let command = format!("trap '' TERM; touch started; while true; do sleep 0.05; done # {mark}");
    let server = ModelServer::start([Turn::calls([Call::new("bash", json!({"command": command}))])]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let running = cli.args(["run", "-y", "wait"]).start();
    wait_until("the call runs", || cli.workspace().has("started"));
    running.interrupt();
    std::thread::sleep(Duration::from_millis(10));
    running.interrupt();
    assert_eq!(running.wait().code, Some(1));
    assert_eq!(processes(&mark), Vec::<String>::new());
    let events = journal::events(&journal::path(&cli));
    assert_eq!(journal::bodies(&events, "call_finished")[0]["outcome"], "cancelled");
}

#[test]
fn text_that_had_arrived_is_kept_when_the_turn_is_stopped() {
    let gate = Gate::new();
    let server = ModelServer::start(Script::new([
        Turn::text("half of it and the rest").delta_chars(5).fault(Fault::hold_after(3, &gate)),
        Turn::text("whole"),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let running = cli.args(["run", "--output-format", "stream-json", "talk"]).start();
    block_on(gate.reached());
    running.wait_for_stdout("text_delta");
    running.interrupt();
    let output = running.wait();
    gate.open();
    assert_eq!(output.code, Some(1));
    assert!(output.stdout.contains("\"subtype\":\"interrupted\""), "{}", output.stdout);
    let events = journal::events(&journal::path(&cli));
    let message = journal::bodies(&events, "item_completed")[0];
    assert_eq!(message["cut"], true);
    cli.args(["run", "--continue", "again"]).run().expect_code(0);
    let request = &server.requests()[1];
    assert!(request.mentions("half") && request.last_user_text().contains("was stopped before"));
}

#[test]
fn a_second_process_is_told_who_has_the_session() {
    let gate = Gate::new();
    let server = ModelServer::start([Turn::text("slow").fault(Fault::hold_after(1, &gate))]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let running = cli.args(["run", "wait"]).start();
    block_on(gate.reached());
    let output = cli.args(["run", "--continue", "me too"]).run().expect_code(1);
    assert!(output.stderr.contains(&format!("process {}", running.id())), "{}", output.stderr);
    gate.open();
    assert_eq!(running.wait().code, Some(0));
}

#[test]
fn a_torn_line_is_cut_and_reported() {
    let server = ModelServer::start([Turn::text("one"), Turn::text("two")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    cli.args(["run", "first"]).run().expect_code(0);
    let path = journal::path(&cli);
    let whole = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{whole}{{\"v\":1,\"seq\":99")).unwrap();
    let output = cli.args(["run", "--continue", "second"]).run().expect_code(0);
    assert!(output.stderr.contains("was not written whole"), "{}", output.stderr);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with(&whole));
    journal::events(&path);
}

/// Deleting files of a running session neither lets a second writer in nor passes for success.
#[test]
fn a_journal_that_goes_away_during_the_run_ends_it_with_an_error() {
    let gate = Gate::new();
    let server = ModelServer::start([Turn::text("slow").fault(Fault::hold_after(1, &gate))]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let running = cli.args(["run", "wait"]).start();
    block_on(gate.reached());
    let journal = journal::path(&cli);
    std::fs::remove_file(journal.with_extension("lock")).unwrap();
    let output = cli.args(["run", "--continue", "me too"]).run().expect_code(1);
    assert!(output.stderr.contains("is in use"), "{}", output.stderr);
    std::fs::remove_file(&journal).unwrap();
    gate.open();
    let output = running.wait().expect_code(1);
    assert!(output.stderr.contains("was deleted or replaced"), "{}", output.stderr);
}
