//! Rules and grants from end to end: what is allowed for good is remembered, listed and taken back; what is denied stays
//! denied, whatever the command is wrapped in.

use crate::pty::Terminal;
use reasonix_testkit::{Call, Cli, ModelServer, Script, Turn, WireFormat, Workspace};
use serde_json::{Value, json};

const PROMPT: &str = "or type what to do instead:";

fn bash(command: &str) -> Turn {
    Turn::calls([Call::new("bash", json!({ "command": command }))])
}

/// The rules that `permissions list` shows.
fn grants(cli: &Cli) -> Vec<String> {
    let output = cli.args(["permissions", "list", "--json"]).run().expect_code(0);
    let listed: Value = serde_json::from_str(&output.stdout).unwrap();
    listed["grants"].as_array().unwrap().iter().map(|grant| grant["rule"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_is_allowed_for_good_holds_in_the_next_session_until_it_is_forgotten() {
    let server = ModelServer::start(Script::new([
        bash("touch exact"),
        bash("touch alpha"),
        Turn::text("first session done"),
        Turn::calls([
            Call::new("bash", json!({"command": "touch exact && touch alpha beta"})),
            Call::new("bash", json!({"command": "touch exact else"})),
        ]),
        Turn::text("second session done"),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    assert_eq!(grants(&cli), [""; 0]);
    let mut terminal = Terminal::start(&cli, &["run", "make files"]);
    terminal.wait_for(PROMPT, 1);
    terminal.type_line("p");
    terminal.wait_for(PROMPT, 2);
    assert!(terminal.shown().contains("Bash(touch alpha:*)"), "the prefix is shown before it is chosen");
    terminal.type_line("b");
    terminal.wait_for("first session done", 1);
    assert_eq!(terminal.end(), 0);
    assert_eq!(grants(&cli), ["Bash=touch exact", "Bash(touch alpha:*)"]);

    // Nobody can be asked here: what runs, runs by the grants.
    let output = cli.args(["run", "again"]).run();
    assert!(cli.workspace().has("beta"), "{}", output.stderr);
    assert!(!cli.workspace().has("else") && output.stderr.contains("touch exact else"), "{}", output.stderr);

    let shown = cli.args(["permissions", "list"]).run().expect_code(0).stdout;
    assert!(shown.lines().nth(1).unwrap().trim_start().starts_with('2'), "{shown}");
    let forgotten = cli.args(["permissions", "forget", "1"]).run().expect_code(0);
    assert!(forgotten.stdout.contains("Bash=touch exact"), "{}", forgotten.stdout);
    assert_eq!(grants(&cli), ["Bash(touch alpha:*)"]);
    let absent = cli.args(["permissions", "forget", "2"]).run().expect_code(1);
    assert!(absent.stderr.contains("number 2"), "{}", absent.stderr);
}

#[test]
fn an_open_session_notices_that_a_grant_was_taken_back() {
    let server = ModelServer::start(Script::new([
        bash("touch one"),
        Turn::text("granted"),
        bash("touch one two"),
        bash("touch three"),
        bash("touch one four"),
        Turn::text("end"),
    ]));
    let cli = Cli::new(&server, WireFormat::Anthropic);
    let mut terminal = Terminal::start(&cli, &["run", "grant"]);
    terminal.wait_for(PROMPT, 1);
    terminal.type_line("b");
    terminal.wait_for("granted", 1);
    assert_eq!(terminal.end(), 0);

    let mut terminal = Terminal::start(&cli, &["run", "make files"]);
    terminal.wait_for(PROMPT, 1);
    assert!(cli.workspace().has("two"), "the prefix covers it:\n{}", terminal.shown());
    cli.args(["permissions", "forget", "1"]).run().expect_code(0);
    terminal.type_line("n");
    terminal.wait_for(PROMPT, 2);
    terminal.type_line("n");
    terminal.wait_for("end", 1);
    assert_eq!(terminal.end(), 0);
    assert!(!cli.workspace().has("three") && !cli.workspace().has("four"));
}

#[test]
fn a_rule_that_cannot_be_read_stops_the_start() {
    let server = ModelServer::start([Turn::text("never asked")]);
    let cli =
        Cli::new(&server, WireFormat::OpenAi).config("\n[permissions]\ndeny = [\n  \"Read(a)\",\n  \"Bash(rm\",\n]\n");
    let line = cli.home().read("config.toml").lines().position(|line| line.contains("Bash(rm")).unwrap() + 1;
    for args in [&["run", "--yolo", "go"][..], &["permissions", "check"], &["permissions", "explain", "bash", "{}"]] {
        let output = cli.args(args.iter().copied()).run().expect_code(1);
        let place = format!("config.toml:{line}");
        assert!(output.stderr.contains(&place) && output.stderr.contains("Bash(rm"), "{args:?}: {}", output.stderr);
    }
    assert_eq!(server.requests().len(), 0);
}

/// Grants are in a file of their own: they are listed and taken back while a rule elsewhere waits to be mended.
#[test]
fn grants_are_there_beside_a_rule_that_cannot_be_read() {
    let server = ModelServer::start(Script::new([bash("touch alpha"), Turn::text("done")]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let mut terminal = Terminal::start(&cli, &["run", "make a file"]);
    terminal.wait_for(PROMPT, 1);
    terminal.type_line("p");
    terminal.wait_for("done", 1);
    assert_eq!(terminal.end(), 0);
    cli.workspace().write("reasonix.toml", "[permissions]\nallow = [\"Bash(\"]\n");
    cli.args(["permissions", "check"]).run().expect_code(1);
    let check = cli.args(["permissions", "check", "--json"]).run().expect_code(1);
    let error: Value = serde_json::from_str(&check.stdout).unwrap();
    assert_eq!(error["error"]["code"], "rule_unbalanced", "{}", check.stdout);
    assert_eq!(grants(&cli), ["Bash=touch alpha"]);
    cli.args(["permissions", "forget", "1"]).run().expect_code(0);
    assert_eq!(grants(&cli), [""; 0]);
    let told = cli.args(["permissions", "forget", "one"]).run().expect_code(2);
    assert!(told.stderr.contains("needs a number"), "{}", told.stderr);
}

#[test]
fn what_is_no_call_says_why() {
    let server = ModelServer::start([Turn::text("never asked")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let check = |tool: &str, args: &str, told: &str| {
        let explain = cli.args(["permissions", "explain", tool, args]).run().expect_code(0);
        assert!(explain.stdout.starts_with("deny") && explain.stdout.contains(told), "{}", explain.stdout);
    };
    check("bash", r#"{"command": 5}"#, "`command`");
    check("write_file", r#"{"path": "x"}"#, "missing field `content`");
    check("bash", "[]", "must be one JSON object");
    check("Bash", r#"{"command": "ls"}"#, "no tool `Bash`. The tools are: ask, bash,");
    // One of a server may come to be.
    let explain = cli.args(["permissions", "explain", "mcp__github__search", "{}"]).run().expect_code(0);
    assert!(explain.stdout.starts_with("ask"), "{}", explain.stdout);
}

#[test]
fn a_denial_of_one_command_to_the_letter_is_doubted() {
    let server = ModelServer::start([Turn::text("never asked")]);
    let cli = Cli::new(&server, WireFormat::OpenAi).config("\n[permissions]\ndeny = [\"Bash(git push)\"]\n");
    let check = cli.args(["permissions", "check"]).run().expect_code(0);
    assert!(check.stderr.contains("`Bash(git push:*)`"), "{}", check.stderr);
}

#[test]
fn a_deny_rule_holds_in_yolo_through_wrappers_and_quotes() {
    let commands = [
        "touch made",
        "env A=1 timeout 9 touch made",
        "t\"ou\"ch made",
        "/usr/bin/touch made",
        "true && (echo x | xargs touch made)",
        "sh -c 'touch made'",
        "find . -exec touch made ';'",
    ];
    let calls = commands.map(|command| Call::new("bash", json!({ "command": command })));
    let server = ModelServer::start(Script::new([Turn::calls(calls), Turn::text("end")]));
    let cli = Cli::new(&server, WireFormat::OpenAi).config("\n[permissions]\ndeny = [\"Bash(touch:*)\"]\n");
    cli.args(["run", "--yolo", "go"]).run().expect_code(0);
    assert!(!cli.workspace().has("made"));
    let results = format!("{:?}", server.requests()[1].tool_results());
    assert_eq!(results.matches("a rule of the user denies it").count(), commands.len(), "{results}");
}

#[test]
fn a_tool_that_is_denied_as_a_whole_is_not_shown_to_the_model() {
    for (deny, hidden) in [("Bash", "bash"), ("write_file", "write_file")] {
        let server = ModelServer::start([Turn::text("end")]);
        let cli = Cli::new(&server, WireFormat::OpenAi).config(format!("\n[permissions]\ndeny = [\"{deny}\"]\n"));
        cli.args(["run", "go"]).run().expect_code(0);
        let requests = server.requests();
        let names = requests[0].tool_names();
        assert!(!names.contains(&hidden) && names.contains(&"read_file"), "{names:?}");
    }
}

#[test]
fn searching_leaves_out_what_a_deny_rule_forbids() {
    let files = [("open/a.txt", "needle open"), ("private/b.txt", "needle private")];
    let server = ModelServer::start(Script::new([
        Turn::calls([
            Call::new("grep", json!({"pattern": "needle"})),
            Call::new("read_file", json!({"path": "private/b.txt"})),
            Call::new("bash", json!({"command": "grep -r needle ."})),
        ]),
        Turn::text("end"),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi)
        .folder(Workspace::new(files))
        .config("\n[permissions]\ndeny = [\"Read(private/**)\"]\n");
    cli.args(["run", "--yolo", "look"]).run().expect_code(0);
    let results = format!("{:?}", server.requests()[1].tool_results());
    assert!(results.contains("needle open") && !results.contains("needle private"), "{results}");
}

/// Every line is answered in its place, whatever it holds.
#[test]
fn a_batch_answers_bad_lines_with_their_error() {
    let server = ModelServer::start([Turn::text("never asked")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let lines = [
        r#"{"id": 1, "tool": "bash", "args": {"command": "git status"}}"#,
        "no json",
        r#"{"id": "x", "args": {}}"#,
        "",
        r#"{"id": 4, "tool": "bash", "args": {"command": "ls"}, "rules": {"allow": ["Bash("]}}"#,
        r#"{"id": 5, "tool": "bash", "args": "{\"command\": \"ls\"}", "rules": {"deny": ["Bash(ls:*)"]}}"#,
        r#"{"id": 6, "tool": "bash", "args": {"command": "ls"}, "cwd": "here"}"#,
        r#"{"id": 7, "tool": "bash", "args": {}}"#,
    ];
    let batch = cli.args(["permissions", "explain", "--batch", "-"]).stdin(lines.join("\n")).run().expect_code(1);
    let told = |line: &str| -> (Value, String) {
        let answer: Value = serde_json::from_str(line).unwrap();
        let word = answer["decision"].as_str().or(answer["error"]["code"].as_str()).unwrap_or("none");
        (answer["id"].clone(), word.to_owned())
    };
    let answers: Vec<(Value, String)> = batch.stdout.lines().map(told).collect();
    let expected = [
        (json!(1), "allow"),
        (json!(null), "batch_line_unreadable"),
        (json!("x"), "batch_line_unreadable"),
        (json!(4), "rule_unbalanced"),
        (json!(5), "deny"),
        (json!(6), "cwd_not_absolute"),
        (json!(7), "deny"),
    ];
    assert_eq!(answers, expected.map(|(id, word)| (id, word.to_owned())), "{}", batch.stdout);
    let good = cli.args(["permissions", "explain", "--batch", "-"]).stdin(lines[0]).run().expect_code(0);
    assert_eq!(good.stdout.lines().count(), 1);
    cli.args(["permissions", "explain", "--batch", "no-such-file"]).run().expect_code(1);
}

/// By its text `cat *` points at no file in particular; what it finds on the disk does.
#[test]
fn a_glob_is_judged_by_what_it_finds() {
    let server = ModelServer::start([Turn::text("never asked")]);
    let workspace = Workspace::empty();
    workspace.write("plain/words.txt", "words");
    workspace.write("keys/server.pem", "secret");
    workspace.write("outside.txt", "words");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/hostname", workspace.path().join("plain/link")).unwrap();
    let cli = Cli::new(&server, WireFormat::OpenAi).folder(workspace);
    let check = |command: &str, decision: &str, path: &str| {
        let args = json!({ "command": command }).to_string();
        let explain = cli.args(["permissions", "explain", "bash", &args]).run();
        let fits = explain.stdout.starts_with(decision) && explain.stdout.contains(path);
        assert!(fits, "{command}: {}", explain.stdout);
    };
    check("cat *", "allow", "");
    check("cat plain/w*", "allow", "");
    check("cat keys/*", "ask", "keys/server.pem");
    check("head -5 */serv*", "ask", "keys/server.pem");
    check("cat nowhere/*.pem", "ask", "nowhere/*.pem");
    #[cfg(unix)]
    check("cat plain/*", "ask", "plain/link");
}

#[test]
fn moving_what_must_not_be_read_is_denied() {
    let server = ModelServer::start([Turn::text("x")]);
    let workspace = Workspace::empty();
    workspace.write("a/private/key", "secret");
    workspace.write("a/open/text", "words");
    let cli = Cli::new(&server, WireFormat::OpenAi).folder(workspace);
    let cli = cli.config("[permissions]\ndeny = [\"Read(a/private/**)\"]\n");
    let check = |source: &str, expected: &str| {
        let args = json!({ "source_path": source, "destination_path": "elsewhere" }).to_string();
        let explain = cli.args(["permissions", "explain", "--posture", "auto", "move_file", &args]).run();
        assert!(explain.stdout.starts_with(expected), "{source}: {}", explain.stdout);
    };
    check("a/private", "deny");
    check("a/private/key", "deny");
    check("a", "ask");
    check("a/open", "allow");
}
