//! Writing beside the workspace: a yes opens a folder for a call, the session or the project, to file tools and to
//! confined commands alike.

use crate::{journal, pty::Terminal};
use reasonix_testkit::{Call, Cli, ModelServer, Script, Turn, WireFormat, Workspace};
use serde_json::json;

const PROMPT: &str = "or type what to do instead:";

fn write(path: &std::path::Path) -> Call {
    Call::new("write_file", json!({"path": path.display().to_string(), "content": "text"}))
}

/// A session's yes holds for file tools and for commands, also when another process goes on with the session, and ends
/// with it.
#[test]
fn a_folder_that_was_opened_stays_open_in_its_session() {
    let outside = Workspace::empty();
    let touch = |name: &str| Call::new("bash", json!({"command": format!("touch {}", outside.join(name).display())}));
    let server = ModelServer::start(Script::new([
        Turn::calls([write(&outside.join("one"))]),
        Turn::calls([write(&outside.join("two"))]),
        Turn::calls([touch("three")]),
        Turn::text("first done"),
        Turn::calls([write(&outside.join("sub/four"))]),
        Turn::calls([touch("five")]),
        Turn::text("second done"),
        Turn::calls([write(&outside.join("six"))]),
        Turn::text("third done"),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi).config("[permissions]\nmode = \"allow\"\n");
    let mut terminal = Terminal::start(&cli, &["run", "write"]);
    terminal.wait_for(PROMPT, 1);
    let shown = terminal.shown();
    assert!(shown.contains("open for writing in this session"), "{shown}");
    assert!(!outside.has("one"), "nothing is written before the answer");
    terminal.type_line("a");
    terminal.wait_for("first done", 1);
    assert_eq!(terminal.end(), 0);
    assert!(outside.has("one") && outside.has("two") && outside.has("three"), "{:?}", outside.files());
    // Another process, with nobody to ask.
    cli.args(["run", "--continue", "go on"]).run().expect_code(0);
    assert!(outside.has("sub/four") && outside.has("five"), "{:?}", outside.files());
    // Another session.
    let output = cli.args(["run", "again"]).run();
    assert!(!outside.has("six"));
    let refusal = format!("{:?}", server.requests().last().unwrap().tool_results());
    assert!(refusal.contains("--add-dir or sandbox.allow_write"), "{refusal}");
    assert!(output.stderr.contains("six"), "{}", output.stderr);
}

#[test]
fn the_projects_yes_is_kept_in_its_configuration() {
    let outside = Workspace::empty();
    let server = ModelServer::start(Script::new([
        Turn::calls([write(&outside.join("one"))]),
        Turn::calls([write(&outside.join("two"))]),
        Turn::text("first done"),
        Turn::calls([write(&outside.join("three"))]),
        Turn::text("second done"),
    ]));
    let cli = Cli::new(&server, WireFormat::Anthropic).config("[permissions]\nmode = \"allow\"\n");
    cli.workspace().write("reasonix.toml", "# ours\n[sandbox]\nallow_write = [\n  \"out\", # made by make\n]\n");
    let mut terminal = Terminal::start(&cli, &["run", "write"]);
    terminal.wait_for(PROMPT, 1);
    assert!(terminal.shown().contains("sandbox.allow_write"), "{}", terminal.shown());
    terminal.type_line("p");
    terminal.wait_for("first done", 1);
    assert_eq!(terminal.end(), 0);
    let folder = outside.path().canonicalize().unwrap();
    let expected =
        format!("# ours\n[sandbox]\nallow_write = [\n  \"out\", # made by make\n  \"{}\",\n]\n", folder.display());
    assert_eq!(cli.workspace().read("reasonix.toml"), expected);
    cli.args(["run", "again"]).run().expect_code(0);
    assert!(outside.has("one") && outside.has("two") && outside.has("three"), "{:?}", outside.files());
}

/// What a command declares is asked for before it runs, and is open for that command alone.
#[test]
fn a_command_is_let_into_the_folders_that_it_declared() {
    let outside = Workspace::empty();
    let file = |name: &str| outside.join(name).display().to_string();
    let declared = |name: &str| {
        let folder = outside.path().display().to_string();
        let why = "the archive is built there";
        json!({"command": format!("echo made > {}", file(name)), "additional_write_dirs": [folder], "justification": why})
    };
    let server = ModelServer::start(Script::new([
        Turn::calls([Call::new("bash", declared("one"))]),
        Turn::calls([Call::new("bash", json!({"command": format!("echo made > {}", file("two"))}))]),
        Turn::calls([Call::new(
            "bash",
            json!({"command": "true", "additional_write_dirs": ["/"], "justification": "x"}),
        )]),
        Turn::text("done"),
        Turn::calls([Call::new("bash", declared("three"))]),
        Turn::text("unasked"),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let mut terminal = Terminal::start(&cli, &["run", "--yolo", "write"]);
    terminal.wait_for(PROMPT, 1);
    let shown = terminal.shown();
    assert!(shown.contains("the archive is built there") && shown.contains("echo made"), "{shown}");
    assert!(!outside.has("one"));
    terminal.type_line("y");
    terminal.wait_for("done", 1);
    assert_eq!(terminal.end(), 0);
    assert!(outside.has("one") && !outside.has("two"), "{:?}", outside.files());
    let events = journal::events(&journal::path(&cli));
    let reasons: Vec<_> =
        journal::bodies(&events, "call_decided").iter().map(|body| body["reason"]["code"].clone()).collect();
    assert!(reasons.contains(&json!("denied_folder_root")), "{reasons:?}");
    cli.args(["run", "-y", "again"]).run();
    assert!(!outside.has("three"));
    let refusal = format!("{:?}", server.requests().last().unwrap().tool_results());
    assert!(refusal.contains("sandbox.allow_write"), "{refusal}");
}
