//! Background jobs of the real program: they live over turns, end with their session, and are told of honestly when the
//! program that ran them is gone.

use crate::{
    crash::wait_until,
    journal,
    serve::{Served, serve},
};
use reasonix_testkit::{Call, Cli, ModelServer, Script, Turn, WireFormat};
use serde_json::{Value, json};

const ALLOW: &str = "[permissions]\nmode = 'allow'\n";

/// Processes whose command line names `mark`.
fn lives(mark: &str) -> bool {
    std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let command = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&command).replace('\0', " ").contains(mark)
    })
}

fn background(command: &str) -> Call {
    Call::new("bash", json!({"command": command, "run_in_background": true}))
}

/// A session in a server, and a way to take turns in it.
struct Talk<'a> {
    cli: &'a Cli,
    served: &'a Served,
    cookie: String,
    session: String,
    turns: u32,
}

impl<'a> Talk<'a> {
    fn new(cli: &'a Cli, served: &'a Served) -> Self {
        let cookie = served.login(json!({ "token": served.token }));
        let open = json!({ "command": "session_open", "params": { "which": { "type": "new" } } });
        let session = served.call(&cookie, open)["session"].as_str().unwrap().to_owned();
        Self { cli, served, cookie, session, turns: 0 }
    }

    fn submit(&self, op: Value) {
        self.served.submit(&self.cookie, &self.session, op);
    }

    /// Says something and waits for the end of the turn.
    fn turn(&mut self, text: &str) {
        self.turns += 1;
        self.submit(json!({ "type": "start_turn", "input": [{ "type": "text", "text": text }] }));
        self.wait_for(&format!(r#""turn":{},"at":"#, self.turns), r#""type":"turn_ended""#);
    }

    /// Waits until an event with both texts is on disk.
    fn wait_for(&self, one: &str, other: &str) {
        wait_until(other, || {
            let text = std::fs::read_to_string(journal::path(self.cli)).unwrap();
            text.lines().any(|line| line.contains(one) && line.contains(other))
        });
    }

    fn call(&self, command: &str, mut params: Value) -> Value {
        params["session"] = json!(self.session);
        self.served.call(&self.cookie, json!({ "command": command, "params": params }))
    }
}

#[test]
fn a_job_lives_over_turns_and_is_read_waited_for_and_killed() {
    for wire in [WireFormat::OpenAi, WireFormat::Anthropic] {
        let model = ModelServer::start([
            Turn::calls([background(
                "echo listening; while ! [ -e ask ]; do sleep 0.05; done; echo asked; sleep 62.1",
            )]),
            Turn::text("It listens."),
            // A start and what follows it in the same message, in this order.
            Turn::calls([
                Call::new("bash_output", json!({"job_id": "bash-1"})),
                background("sleep 0.6; exit 3"),
                Call::new("wait", json!({"job_ids": ["bash-2"]})),
            ]),
            Turn::calls([Call::new("kill_shell", json!({"job_id": "bash-1"}))]),
            Turn::text("Stopped."),
        ]);
        let cli = Cli::new(&model, wire).config(ALLOW);
        let served = serve(&cli, &[]);
        let mut talk = Talk::new(&cli, &served);
        talk.turn("serve it");
        assert!(lives("sleep 62.1") || !cli.workspace().has("ask"));
        cli.workspace().write("ask", "");
        wait_until("the job has printed", || {
            let output = talk.call("job_output", json!({ "job": "bash-1", "limit": 1000 }));
            output["text"] == "listening\nasked\n"
        });
        let listed = talk.call("jobs_list", json!({}));
        assert_eq!((&listed["jobs"][0]["job"], &listed["jobs"][0]["end"]), (&json!("bash-1"), &Value::Null));
        talk.turn("ask it, then stop it");
        let result = |number: usize| format!("{:?}", model.requests()[number].tool_results());
        assert!(result(1).contains("bash-1: running\\nlistening"), "{}", result(1));
        assert!(result(3).contains("bash-1: running\\nasked"), "{}", result(3));
        assert!(result(3).contains("bash-2: failed, exited with code 3"), "{}", result(3));
        assert!(result(4).contains("bash-1: killed, was stopped by kill_shell"), "{}", result(4));
        assert!(!lives("sleep 62.1"));
        for (earlier, later) in model.requests().iter().zip(&model.requests()[1..]) {
            later.extends(earlier).unwrap();
        }
        served.running.terminate();
        served.running.wait().expect_code(0);
        let events = journal::events(&journal::path(&cli));
        let ends: Vec<_> = journal::bodies(&events, "job_ended").iter().map(|body| body["end"].clone()).collect();
        assert_eq!(ends, [json!({"type": "exited", "code": 3}), json!({"type": "stopped", "by": "model"})]);
    }
}

#[test]
fn an_end_between_turns_is_told_with_the_next_one() {
    let model = ModelServer::start([
        Turn::calls([background("while ! [ -e go ]; do sleep 0.05; done; exit 7")]),
        Turn::text("Started."),
        Turn::text("Seen."),
        Turn::text("Nothing new."),
    ]);
    let cli = Cli::new(&model, WireFormat::OpenAi).config(ALLOW);
    let served = serve(&cli, &[]);
    let mut talk = Talk::new(&cli, &served);
    talk.turn("start it");
    cli.workspace().write("go", "");
    talk.wait_for(r#""type":"job_ended""#, r#""code":7"#);
    talk.turn("what of it?");
    let told = model.requests()[2].last_user_text();
    assert!(told.contains("Background job bash-1") && told.contains("exited with code 7"), "{told}");
    talk.turn("and now?");
    assert!(!model.requests()[3].last_user_text().contains("bash-1"), "it is told once");
    served.running.terminate();
    served.running.wait().expect_code(0);
}

#[test]
fn an_end_during_a_turn_is_told_with_the_next_result() {
    let model = ModelServer::start([
        Turn::calls([background("while ! [ -e go ]; do sleep 0.05; done")]),
        Turn::calls([Call::new("bash", json!({"command": "touch go; sleep 1"}))]),
        Turn::calls([Call::new("bash", json!({"command": "echo on"}))]),
        Turn::text("Done."),
    ]);
    let cli = Cli::new(&model, WireFormat::OpenAi).config(ALLOW);
    let output = cli.args(["run", "-y", "go"]).run().expect_code(0);
    let result = format!("{:?}", model.requests()[3].tool_results());
    assert!(result.contains("on\\n\\n\\n[Background job bash-1") && result.contains("exited with code 0"), "{result}");
    assert!(output.stderr.contains("goes on in the background as bash-1"), "{}", output.stderr);
    assert!(output.stderr.contains("● bash-1 (while"), "{}", output.stderr);
}

#[test]
fn the_end_of_the_session_ends_its_jobs() {
    let model =
        ModelServer::start([Turn::calls([background("(setsid sleep 62.3 &) ; sleep 62.3")]), Turn::text("Up.")]);
    let cli = Cli::new(&model, WireFormat::OpenAi);
    let output = cli.args(["run", "-y", "start it"]).run().expect_code(0);
    assert!(!lives("sleep 62.3"));
    assert!(
        output.stderr.contains("● bash-1 (") && output.stderr.contains("): was stopped with its session"),
        "{}",
        output.stderr
    );
    let events = journal::events(&journal::path(&cli));
    let last: Vec<&str> = events.iter().rev().take(2).map(|event| event["body"]["type"].as_str().unwrap()).collect();
    assert_eq!(last, ["session_closed", "job_ended"]);
}

#[test]
fn an_interrupt_of_the_turn_leaves_the_job_running() {
    let model = ModelServer::start([
        Turn::calls([background("sleep 62.5")]),
        Turn::calls([Call::new("wait", json!({}))]),
        Turn::text("never"),
    ]);
    let cli = Cli::new(&model, WireFormat::OpenAi).config(ALLOW);
    let served = serve(&cli, &[]);
    let talk = Talk::new(&cli, &served);
    talk.submit(json!({ "type": "start_turn", "input": [{ "type": "text", "text": "wait for it" }] }));
    talk.wait_for(r#""type":"call_started""#, r#""call":2"#);
    talk.submit(json!({ "type": "interrupt" }));
    talk.wait_for(r#""type":"turn_ended""#, "interrupted");
    assert!(lives("sleep 62.5"));
    talk.submit(json!({ "type": "stop_job", "job": "bash-1" }));
    talk.wait_for(r#""type":"job_ended""#, r#""by":"user""#);
    assert!(!lives("sleep 62.5"));
    served.running.terminate();
    served.running.wait().expect_code(0);
}

#[test]
fn a_job_of_a_killed_program_is_lost_and_what_is_left_of_it_is_stopped() {
    let model = ModelServer::start(Script::new([
        Turn::calls([background("echo up; sleep 62.7")]),
        Turn::calls([Call::new("bash", json!({"command": "touch ready; sleep 30"}))]),
        Turn::text("I see."),
        Turn::text("never"),
    ]));
    let cli = Cli::new(&model, WireFormat::OpenAi);
    let mut running = cli.args(["run", "-y", "start it"]).start();
    wait_until("both run", || cli.workspace().has("ready"));
    let listed: Value = serde_json::from_str(&cli.args(["jobs", "--json"]).run().expect_code(0).stdout).unwrap();
    assert_eq!(
        (&listed["jobs"][0]["job"], &listed["jobs"][0]["command"]),
        (&json!("bash-1"), &json!("echo up; sleep 62.7"))
    );
    running.kill();
    running.wait();
    let none = cli.args(["jobs"]).run().expect_code(0);
    assert!(none.stdout.is_empty() && none.stderr.contains("No background job is running"), "{}", none.stderr);
    let ended = cli.args(["jobs", "--ended"]).run().expect_code(0).stdout;
    assert!(ended.contains("/bash-1") && ended.contains("lost"), "{ended}");
    assert_eq!(cli.args(["jobs", "output", "bash-1"]).run().expect_code(0).stdout, "up\n");

    cli.args(["run", "-y", "--continue", "what of it?"]).run().expect_code(0);
    assert!(!lives("sleep 62.7"), "what was left is stopped");
    let told = model.requests()[2].last_user_text();
    assert!(told.contains("bash-1") && told.contains("is lost"), "{told}");
    let events = journal::events(&journal::path(&cli));
    assert_eq!(journal::bodies(&events, "job_ended")[0]["end"]["type"], "lost");
}

#[test]
fn the_command_line_lists_prints_and_stops_what_another_process_runs() {
    let model = ModelServer::start([Turn::calls([background("echo out; sleep 62.9")]), Turn::text("Up.")]);
    let cli = Cli::new(&model, WireFormat::OpenAi).config(ALLOW);
    let served = serve(&cli, &[]);
    let mut talk = Talk::new(&cli, &served);
    talk.turn("start it");
    let list = cli.args(["jobs"]).run().expect_code(0).stdout;
    let name = format!("{}/bash-1", talk.session);
    assert!(list.starts_with("JOB ") && list.contains(&name) && list.contains("running"), "{list}");
    assert!(list.contains("echo out; sleep 62.9"), "{list}");
    assert_eq!(cli.args(["jobs", "output", &name]).run().expect_code(0).stdout, "out\n");
    let missing = cli.args(["jobs", "stop", "bash-2"]).run().expect_code(1);
    assert!(missing.stderr.contains("No job is called `bash-2`"), "{}", missing.stderr);
    if cfg!(target_os = "linux") {
        let stopped = cli.args(["jobs", "stop", "bash-1"]).run().expect_code(0);
        assert!(stopped.stderr.contains("bash-1"), "{}", stopped.stderr);
        talk.wait_for(r#""type":"job_ended""#, "signalled");
        assert!(!lives("sleep 62.9"));
    }
    served.running.terminate();
    served.running.wait().expect_code(0);
}

/// Starting something in the background is decided like the same command in the foreground.
#[test]
fn going_to_the_background_loosens_nothing() {
    let model = ModelServer::start([
        Turn::calls([background("touch made"), background("rm -rf /"), background("ls")]),
        Turn::text("Only the reader ran."),
    ]);
    let cli = Cli::new(&model, WireFormat::OpenAi);
    cli.args(["run", "try"]).run().expect_code(0);
    assert!(!cli.workspace().has("made"));
    let events = journal::events(&journal::path(&cli));
    let outcomes: Vec<_> =
        journal::bodies(&events, "call_finished").iter().map(|body| body["outcome"].clone()).collect();
    assert_eq!(outcomes, [json!("denied"), json!("denied"), json!("completed")]);
    assert_eq!(journal::bodies(&events, "job_started").len(), 1);
}

#[test]
fn a_quiet_job_is_pointed_out_once() {
    let model = ModelServer::start([
        Turn::calls([background("sleep 62.8")]),
        Turn::calls([Call::new("wait", json!({"timeout_seconds": 3}))]),
        Turn::text("Quiet."),
    ]);
    let config = "[tools.background_jobs]\nstalled_warning_seconds = 1\n";
    let cli = Cli::new(&model, WireFormat::OpenAi).config(config);
    let output = cli.args(["run", "-y", "start it"]).run().expect_code(0);
    assert_eq!(output.stderr.matches("bash-1 has printed nothing for 1").count(), 1, "{}", output.stderr);
    let events = journal::events(&journal::path(&cli));
    assert_eq!(journal::bodies(&events, "job_stalled").len(), 1);
}
