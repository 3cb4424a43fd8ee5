//! The main job: a task done with tools, in both wire formats.

use crate::journal;
use reasonix_testkit::{Call, Cli, Keep, ModelServer, Options, Script, Turn, WireFormat, Workspace};
use serde_json::{Value, json};

const WIRES: [WireFormat; 2] = [WireFormat::OpenAi, WireFormat::Anthropic];

/// A project with a bug, and a script that finds, mends and checks it.
fn project() -> Workspace {
    Workspace::new([
        ("src/add.sh", "add() {\r\n  echo $(( $1 - $2 ))\r\n}\r\n"),
        (
            "test.sh",
            "source src/add.sh 2>/dev/null; [ \"$(add 2 2 | tr -d '\\r')\" = 4 ] && echo PASS || { echo FAIL; exit 1; }\n",
        ),
        (".gitignore", "build/\n"),
        ("build/noise.txt", "add\n"),
    ])
}

fn mend() -> Script {
    Script::new([
        Turn::calls([
            Call::new("grep", json!({"pattern": "add"})),
            Call::new("read_file", json!({"path": "src/add.sh"})),
            Call::new("glob", json!({"pattern": "**/*.sh"})),
        ])
        .with_text("I look first."),
        Turn::calls([Call::new(
            "edit_file",
            json!({"path": "src/add.sh", "old_string": "$1 - $2", "new_string": "$1 + $2"}),
        )]),
        Turn::calls([Call::new(
            "bash",
            json!({"command": "tr -d '\\r' < src/add.sh > /tmp/add.$$; source /tmp/add.$$; rm /tmp/add.$$; add 2 2"}),
        )]),
        Turn::text("Mended: it subtracted."),
    ])
}

#[test]
fn a_task_is_done_with_tools() {
    for wire in WIRES {
        let server = ModelServer::start(mend());
        let cli = Cli::new(&server, wire).folder(project());
        let output = cli.args(["run", "-y", "mend the sum"]).run().expect_code(0);

        assert_eq!(output.stdout, "I look first.\nMended: it subtracted.\n", "{wire:?}");
        let mended = cli.workspace().read("src/add.sh");
        assert_eq!(mended, "add() {\r\n  echo $(( $1 + $2 ))\r\n}\r\n", "line endings stay");
        let requests = server.requests();
        assert_eq!(requests.len(), 4);
        let results: Vec<_> = requests[1].tool_results();
        assert_eq!(results.len(), 3, "every call has one result");
        let search = format!("{:?}", results[0]);
        assert!(search.contains("src/add.sh:1:add()") && !search.contains("noise"), "{search}");
        assert!(format!("{:?}", requests[3].tool_results()).contains('4'));
        for (earlier, later) in requests.iter().zip(&requests[1..]) {
            later.extends(earlier).unwrap();
            let body = &earlier.body[..earlier.body.len() - 2];
            assert!(later.body.starts_with(body), "byte for byte");
        }
        let system = requests[0].system_text();
        assert!(system.contains("You are Reasonix") && system.contains("Workspace"), "{system}");
        assert!(requests[0].body.len() <= 20_000, "first request: {} bytes", requests[0].body.len());
    }
}

#[test]
fn two_hundred_calls_only_grow_the_request() {
    for wire in WIRES {
        let turn = Turn::respond(|request| {
            Turn::calls([Call::new("bash", json!({"command": format!("echo {}", request.number)}))])
        });
        let script = Script::repeat(200, turn).then([Turn::text("done")]);
        let server = ModelServer::start_with(script, Options { keep: Keep::Sizes, ..Options::default() });
        let cli = Cli::new(&server, wire);
        let output =
            cli.args(["run", "-y", "--print", "count"]).limit(std::time::Duration::from_mins(2)).run().expect_code(0);
        assert_eq!(output.stdout, "done\n");
        let requests = server.requests();
        assert_eq!(requests.len(), 201);
        for request in &requests[1..] {
            assert!(request.growth().unwrap().extends_previous, "request {}", request.number);
        }
        let events = journal::events(&journal::path(&cli));
        let finished = journal::bodies(&events, "call_finished");
        assert_eq!(finished.len(), 200);
        assert!(finished.iter().all(|body| body["outcome"] == "completed"));
    }
}

#[test]
fn structured_output_is_json_and_nothing_else() {
    let server = ModelServer::start(mend());
    let cli = Cli::new(&server, WireFormat::OpenAi).folder(project());
    let output = cli.args(["run", "-y", "--output-format", "json", "mend the sum"]).run().expect_code(0);
    let result: Value = serde_json::from_str(output.stdout.trim()).unwrap();
    assert_eq!(output.stdout.lines().count(), 1);
    assert_eq!(
        (&result["type"], &result["subtype"], &result["is_error"]),
        (&json!("result"), &json!("success"), &json!(false))
    );
    assert_eq!((&result["result"], &result["num_turns"]), (&json!("Mended: it subtracted."), &json!(4)));
    assert!(result["usage"]["input_tokens"].is_u64() && result["session_id"].is_string());

    let server = ModelServer::start(mend());
    let cli = Cli::new(&server, WireFormat::OpenAi).folder(project());
    let output = cli.args(["run", "-y", "--output-format", "stream-json", "mend the sum"]).run().expect_code(0);
    let lines: Vec<Value> = output.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.last().unwrap()["type"], "result");
    let durable: Vec<u64> = lines.iter().filter_map(|line| line["seq"].as_u64()).collect();
    assert!(durable.windows(2).all(|pair| pair[1] == pair[0] + 1), "{durable:?}");
    assert!(lines.iter().any(|line| line["body"]["type"] == "text_delta"));
}

#[test]
fn a_session_goes_on_with_what_was_said() {
    for wire in WIRES {
        let server = ModelServer::start([Turn::text("first"), Turn::text("second"), Turn::text("third")]);
        let cli = Cli::new(&server, wire);
        cli.args(["run", "one"]).run().expect_code(0);
        cli.args(["run", "--continue", "two"]).run().expect_code(0);
        let id = journal::path(&cli).file_stem().unwrap().to_string_lossy().into_owned();
        let output = cli.args(["run", "--print", "--resume", &id[..19], "three"]).run().expect_code(0);
        assert_eq!(output.stdout, "third\n");
        let requests = server.requests();
        requests[1].extends(&requests[0]).unwrap();
        requests[2].extends(&requests[1]).unwrap();
        assert!(requests[2].mentions("one") && requests[2].mentions("second") && requests[2].mentions("three"));
    }
}

#[test]
fn the_task_may_come_from_stdin() {
    let server = ModelServer::start([Turn::text("ok")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    cli.args(["run"]).stdin("do this\nand that\n").run().expect_code(0);
    assert!(server.requests()[0].last_user_text().contains("do this\nand that"));
}

#[test]
fn output_that_is_too_long_is_bounded_and_kept() {
    let server = ModelServer::start([
        Turn::calls([Call::new("bash", json!({"command": "seq 1 100000; echo the end"}))]),
        Turn::text("long"),
    ]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    cli.args(["run", "-y", "print much"]).run().expect_code(0);
    let results = format!("{:?}", server.requests()[1].tool_results());
    assert!(
        results.len() < 40_000 && results.contains("the end") && results.contains("full output"),
        "{}",
        results.len()
    );
    let events = journal::events(&journal::path(&cli));
    let blob = journal::bodies(&events, "call_finished")[0]["full"].as_str().unwrap();
    let folder = journal::path(&cli).with_extension("blobs");
    let kept = std::fs::read_to_string(folder.join(format!("{blob}.txt"))).unwrap();
    assert!(kept.starts_with("1\n2\n") && kept.ends_with("100000\nthe end\n"), "the whole output is kept");
}

#[test]
fn an_existing_file_is_not_overwritten_unread() {
    let server = ModelServer::start([
        Turn::calls([Call::new("write_file", json!({"path": "notes.txt", "content": "new"}))]),
        Turn::calls([Call::new("read_file", json!({"path": "notes.txt"}))]),
        Turn::calls([Call::new("write_file", json!({"path": "notes.txt", "content": "new\n"}))]),
        Turn::text("done"),
    ]);
    let cli = Cli::new(&server, WireFormat::OpenAi).folder(Workspace::new([("notes.txt", "precious\n")]));
    cli.args(["run", "-y", "overwrite"]).run().expect_code(0);
    let events = journal::events(&journal::path(&cli));
    let outcomes: Vec<_> =
        journal::bodies(&events, "call_finished").iter().map(|body| body["outcome"].clone()).collect();
    assert_eq!(outcomes, [json!("failed"), json!("completed"), json!("completed")]);
    assert!(format!("{:?}", server.requests()[1].tool_results()).contains("read"));
    assert_eq!(cli.workspace().read("notes.txt"), "new\n");
}

#[test]
fn edits_stay_inside_the_roots() {
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().join("file.txt");
    let turn = || Turn::calls([Call::new("write_file", json!({"path": target, "content": "x"}))]);
    let server = ModelServer::start([turn(), Turn::text("no"), turn(), Turn::text("yes")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    cli.args(["run", "--yolo", "write outside"]).run().expect_code(0);
    assert!(!target.exists());
    assert!(format!("{:?}", server.requests()[1].tool_results()).contains("--add-dir"));
    let folder = outside.path().to_str().unwrap();
    cli.args(["run", "-y", "--add-dir", folder, "write outside"]).run().expect_code(0);
    assert_eq!(std::fs::read_to_string(target).unwrap(), "x");
}

#[test]
fn a_session_is_gone_on_with_where_it_belongs() {
    let server = ModelServer::start([Turn::text("one")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    cli.args(["run", "first"]).run().expect_code(0);
    let id = journal::path(&cli).file_stem().unwrap().to_string_lossy().into_owned();
    let other = tempfile::tempdir().unwrap();
    let dir = other.path().to_str().unwrap();
    let output = cli.args(["run", "--dir", dir, "--resume", &id, "second"]).run().expect_code(1);
    assert!(output.stderr.contains("belongs to") && output.stderr.contains("--dir"), "{}", output.stderr);
    let output = cli.args(["run", "--dir", dir, "--continue", "second"]).run().expect_code(1);
    assert!(output.stderr.contains("There is no session"), "{}", output.stderr);
}

/// What was let through in one run is not let through in the next by itself.
#[test]
fn a_posture_holds_for_its_run_only() {
    let touch = |name: &str| Turn::calls([Call::new("bash", json!({"command": format!("touch {name}")}))]);
    let server = ModelServer::start([touch("one"), Turn::text("done"), touch("two"), Turn::text("not done")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    cli.args(["run", "--yolo", "make"]).run().expect_code(0);
    cli.args(["run", "--continue", "make more"]).run().expect_code(0);
    assert!(cli.workspace().has("one") && !cli.workspace().has("two"));
}

#[test]
fn a_session_whose_model_is_gone_is_gone_on_with_another() {
    let server = ModelServer::start([Turn::text("one"), Turn::text("two")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    cli.args(["run", "first"]).run().expect_code(0);
    let config = cli.home().read("config.toml").replace("scripted", "renamed");
    cli.home().write("config.toml", config);
    let output = cli.args(["run", "-c", "second"]).run().expect_code(1);
    assert!(output.stderr.contains("`test/scripted` is not configured any more"), "{}", output.stderr);
    assert!(output.stderr.contains("pass --model") && output.stderr.contains("test/renamed"), "{}", output.stderr);
    cli.args(["run", "-c", "--model", "renamed", "second"]).run().expect_code(0);
    let output = cli.args(["run", "-c", "--model", "nosuch", "third"]).run().expect_code(1);
    assert!(output.stderr.contains("there is no model `nosuch`"), "{}", output.stderr);
}

#[test]
fn a_workspace_that_is_no_project_is_warned_of() {
    let server = ModelServer::start(Script::repeat(8, Turn::text("fine")));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let here = cli.workspace().path().to_str().unwrap();
    let check = |dir: &str, home: &str, language: &str, said: Option<&str>| {
        let run = cli.args(["run", "--dir", dir, "-p", "look"]).env("HOME", home).env("REASONIX_LANG", language);
        let output = run.run().expect_code(0);
        assert_eq!(output.stdout, "fine\n");
        match said {
            Some(said) => assert_eq!(output.stderr.matches(said).count(), 1, "{}", output.stderr),
            None => assert_eq!(output.stderr, ""),
        }
    };
    check(here, "/nowhere", "en", None);
    check(here, here, "en", Some("is your home folder"));
    check(here, here, "zh", Some("是你的主文件夹"));
    check("/", here, "en", Some("is the root of the file system"));
}
