//! `sessions`: real ones, made by `run`.

use crate::support::{bare, json, normalised, run, served};
use expect_test::expect;
use reasonix_testkit::{Call, Cli, Fault, Gate, ModelServer, Script, Turn, Usage, Workspace};
use serde_json::json;

/// Makes a session and gives its id.
fn make(cli: &Cli, task: &str) -> String {
    let output = cli.args(["run", "-y", task]).run().expect_code(0);
    let line = output.stderr.lines().find(|line| line.starts_with("session ")).expect("the id is told");
    line.split(' ').nth(1).unwrap().to_owned()
}

fn script() -> Script {
    Script::new([
        Turn::calls([
            Call::new("write_file", json!({"path": "a.txt", "content": "one\n"})),
            Call::new("bash", json!({"command": "echo out; exit 3"})),
        ])
        .with_text("I write."),
        Turn::text("Written.").usage(Usage::new(100, 900, 5)),
    ])
    .then_done()
}

#[test]
fn none_yet() {
    let cli = bare();
    let output = run(&cli, "sessions list", 0);
    assert_eq!(output.stdout, "");
    assert!(output.stderr.contains("No sessions in this folder yet"), "{}", output.stderr);
    let value = json(&run(&cli, "sessions list --json", 0));
    assert_eq!(value, json!({ "schema_version": 1, "sessions": [], "unreadable": [] }));
    let output = run(&cli, "sessions show 2030", 1);
    assert_eq!(output.stderr, "error: No session matches 2030.\nSee what there is: reasonix sessions list --all\n");
    let value = json(&run(&cli, "sessions show 2030 --json", 1));
    assert_eq!(value["error"]["code"], "session_not_found");
    assert!(cli.home().files().is_empty(), "looking makes nothing");
}

#[test]
fn the_newest_is_first() {
    let server = ModelServer::start(script());
    let cli = served(&server);
    let older = make(&cli, "write a file");
    let newer = make(&cli, "写一首诗\nplease");
    let output = cli.args(["sessions", "list"]).env("TZ", "UTC").run().expect_code(0);
    let rows: Vec<&str> = output.stdout.lines().collect();
    assert!(rows[0].starts_with("SESSION") && rows[0].ends_with("TITLE"), "{}", rows[0]);
    assert!(rows[1].starts_with(&newer) && rows[1].ends_with("test/scripted  写一首诗…"), "{}", rows[1]);
    assert!(rows[2].starts_with(&older) && rows[2].ends_with("test/scripted  write a file"), "{}", rows[2]);
    assert_eq!(rows.len(), 3);

    let value = json(&run(&cli, "sessions list --json", 0));
    let session = &value["sessions"][0];
    assert_eq!((session["id"].as_str(), session["turns"].as_u64()), (Some(newer.as_str()), Some(1)));
    assert_eq!(session["in_use"], false);
}

#[test]
fn sessions_belong_to_their_folders() {
    let server = ModelServer::start(script());
    let cli = served(&server);
    let id = make(&cli, "write a file");
    let other = cli.clone().folder(Workspace::empty());
    assert_eq!(run(&other, "sessions list", 0).stdout, "");
    let all = run(&other, "sessions list --all", 0);
    assert!(all.stdout.contains(&id) && all.stdout.contains("FOLDER"), "{}", all.stdout);
    assert!(all.stdout.contains(&cli.workspace().path().display().to_string()), "{}", all.stdout);
}

#[test]
fn show_reads_like_what_happened() {
    let server = ModelServer::start(script());
    let cli = served(&server);
    let id = make(&cli, "write a file");
    let output = cli.args(["sessions", "show", &id[..12]]).env("TZ", "UTC").run().expect_code(0);
    let output = normalised(&cli, output);
    let durations = |line: &str| match line.split_once("  ").filter(|_| line.starts_with(['✓', '✗'])) {
        Some((call, _)) => format!("{call}  TIME"),
        None => line.replace(&id, "ID"),
    };
    let shown: Vec<String> = output
        .stdout
        .lines()
        .map(durations)
        .filter(|line| !line.starts_with("Started") && !line.starts_with("Changed") && !line.starts_with("Journal"))
        .collect();
    expect![[r"
        write a file
        Session  ID
        Folder   FOLDER
        Model    test/scripted
        Posture  auto
        Usage    turns 1 · tokens in 1.1k, out 15

        > write a file

        I write.
        ✓ write_file a.txt  TIME
          a.txt  +1 -0
          @@ -0,0 +1 @@
          +one
        ✗ $ echo out; exit 3  TIME
          out
          [exit code 3]
        Written."]]
    .assert_eq(&shown.join("\n"));
    let journal = output.stdout.lines().find(|line| line.starts_with("Journal")).unwrap();
    assert!(journal.starts_with("Journal  HOME/sessions/") && journal.contains(".jsonl"), "{journal}");

    let value = json(&cli.args(["sessions", "show", "write a", "--json"]).run().expect_code(0));
    assert_eq!(value["session"]["id"], id.as_str());
    assert_eq!(value["settings"]["posture"], "auto");
    let events = value["events"].as_array().unwrap();
    assert_eq!(events[0]["body"]["type"], "session_opened");
    assert!(events.iter().any(|event| event["body"]["type"] == "call_finished"));
}

#[test]
fn a_running_session_is_in_use() {
    let gate = Gate::new();
    let server = ModelServer::start(Turn::text("a long answer").fault(Fault::hold_after(2, &gate)));
    let cli = served(&server);
    let running = cli.args(["run", "wait"]).start();
    reasonix_testkit::block_on(gate.reached());
    let output = run(&cli, "sessions list", 0);
    assert!(output.stdout.lines().nth(1).unwrap().ends_with("wait  in use"), "{}", output.stdout);
    gate.open();
    running.wait().expect_code(0);
    assert!(!run(&cli, "sessions list", 0).stdout.contains("in use"));
}

#[test]
fn what_cannot_be_read_is_told_beside_the_rest() {
    let server = ModelServer::start(script());
    let cli = served(&server);
    let id = make(&cli, "write a file");
    let journal = cli.home().files().into_keys().find(|path| path.contains(".jsonl")).unwrap();
    cli.home().write(journal.replace(&id, "20200101-000000-broken"), "{\"not\": \"a journal\"}\n");
    let output = run(&cli, "sessions list", 0);
    assert!(output.stdout.contains(&id) && !output.stdout.contains("broken"), "{}", output.stdout);
    assert!(output.stderr.starts_with("warning: HOME/sessions/"), "{}", output.stderr);
    assert!(output.stderr.contains("20200101-000000-broken.jsonl"), "{}", output.stderr);
    let value = json(&run(&cli, "sessions list --json", 0));
    assert_eq!(value["unreadable"][0]["error"]["code"], "session_corrupt");
}

#[test]
fn a_broken_configuration_is_told_in_json_too() {
    let cli = bare().config("[network\n");
    let value = json(&run(&cli, "sessions list --json", 1));
    assert_eq!(value["error"]["code"], "config_header_unreadable");
    assert_eq!(value["error"]["params"]["file"], "HOME/config.toml");
}

#[test]
fn control_characters_stay_visible() {
    let server = ModelServer::start(Script::new([Turn::text("red \u{1b}[31malarm\u{7}")]));
    let cli = served(&server);
    let id = make(&cli, "say it");
    let output = run(&cli, &format!("sessions show {id}"), 0);
    assert!(!output.stdout.contains('\u{1b}') && output.stdout.contains("␛[31malarm"), "{}", output.stdout);
}
