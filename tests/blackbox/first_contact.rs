//! What a new user meets: no model, a broken file, a typing error, a pipe.

use reasonix_testkit::{Call, Cli, ModelServer, Turn, WireFormat, Workspace};
use serde_json::json;

#[test]
fn without_a_model_there_are_three_ways_out() {
    let server = ModelServer::start([Turn::text("x")]);
    let cli = Cli::new(&server, WireFormat::OpenAi).folder(Workspace::empty());
    std::fs::remove_file(cli.home().join("config.toml")).unwrap();
    let output = cli.args(["run", "hello"]).run().expect_code(1);
    assert_eq!(output.stdout, "");
    for way in ["reasonix setup", "reasonix demo", "on this machine"] {
        assert!(output.stderr.contains(way), "{way}: {}", output.stderr);
    }
    assert_eq!(server.request_count(), 0, "nothing is sent anywhere");
}

#[test]
fn a_broken_file_is_told_before_anything_else() {
    let server = ModelServer::start([Turn::text("x")]);
    let cli = Cli::new(&server, WireFormat::OpenAi).config("[network\nmax_retries = 3\n");
    std::fs::remove_file(cli.home().join(".env")).unwrap();
    let output = cli.args(["run", "hello"]).run().expect_code(1);
    let file = cli.home().join("config.toml");
    assert!(output.stderr.contains(&file.display().to_string()), "{}", output.stderr);
    assert!(output.stderr.contains("error:") && !output.stderr.contains("TEST_API_KEY"), "{}", output.stderr);

    let cli = Cli::new(&server, WireFormat::OpenAi).config("[network]\nmax_retries = \"three\"\nmax_retrys = 4\n");
    let output = cli.args(["run", "hello"]).run().expect_code(1);
    assert!(output.stderr.contains("network.max_retries"), "{}", output.stderr);
    assert_eq!(server.request_count(), 0);
}

#[test]
fn an_unknown_key_warns_with_its_place_and_goes_on() {
    let server = ModelServer::start([Turn::text("fine")]);
    let cli = Cli::new(&server, WireFormat::OpenAi).config("[network]\nmax_retrys = 4\n");
    let output = cli.args(["run", "hello"]).run().expect_code(0);
    assert_eq!(output.stdout, "fine\n");
    assert!(output.stderr.contains("max_retrys") && output.stderr.contains("max_retries"), "{}", output.stderr);
}

#[test]
fn a_missing_key_is_told_without_a_request() {
    let server = ModelServer::start([Turn::text("x")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    std::fs::write(cli.home().join(".env"), "# empty\n").unwrap();
    let output = cli.args(["run", "hello"]).env("TEST_API_KEY", "sk-from-the-environment").run().expect_code(1);
    assert!(output.stderr.contains("TEST_API_KEY"), "{}", output.stderr);
    assert_eq!(server.request_count(), 0, "keys come from the home's .env only");
}

/// A session that cannot begin leaves nothing that every list would have to speak of.
#[test]
fn a_provider_that_cannot_be_used_leaves_no_session() {
    let server = ModelServer::start([Turn::text("x")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    std::fs::write(cli.home().join(".env"), "TEST_API_KEY=\"two\\nlines\"\n").unwrap();
    let output = cli.args(["run", "hello"]).run().expect_code(1);
    assert!(output.stderr.contains("TEST_API_KEY"), "{}", output.stderr);
    let left = cli.home().files().into_keys().filter(|file| file.starts_with("sessions/"));
    assert_eq!(left.collect::<Vec<_>>(), [""; 0]);
    let listed = cli.args(["sessions", "list"]).run();
    assert!(!listed.stderr.contains(".jsonl"), "{}", listed.stderr);
}

#[test]
fn flags_that_contradict_each_other_are_refused() {
    let server = ModelServer::start([Turn::text("x")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    for args in [
        &["run", "-y", "--permission-mode", "ask", "x"][..],
        &["run", "-y", "--yolo", "x"],
        &["run", "--permission-mode", "plan", "x"],
        &["run", "--dir", "/nowhere/at/all", "x"],
        &["run", "--add-dir", "/nowhere/at/all", "x"],
        &["run", "--output-format", "xml", "x"],
        &["run", "--no-such-flag", "x"],
        &["run"],
        &["rnu"],
    ] {
        let output = cli.args(args.iter().copied()).run().expect_code(2);
        assert_eq!(output.stdout, "", "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
    assert_eq!(server.request_count(), 0);
}

#[test]
fn headless_runs_tell_what_they_would_have_asked() {
    let server = ModelServer::start([
        Turn::calls([Call::new("bash", json!({"command": "touch made"})), Call::new("ls", json!({}))]),
        Turn::text("I could not."),
    ]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let output = cli.args(["run", "make it"]).run().expect_code(0);
    assert!(!cli.workspace().has("made"));
    let listed = "nobody could be asked:\n  bash touch made\n";
    assert!(output.stderr.contains(listed) && output.stderr.contains("-y"), "{}", output.stderr);
    let results = format!("{:?}", server.requests()[1].tool_results());
    assert!(results.contains("nobody who could give it"), "{results}");
}

#[test]
fn only_the_answer_still_tells_what_was_not_run() {
    let server = ModelServer::start([
        Turn::calls([Call::new("bash", json!({"command": "touch made"}))]).with_text("on my way"),
        Turn::text("I could not."),
    ]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let output = cli.args(["-p", "make it"]).run().expect_code(0);
    assert_eq!(output.stdout, "I could not.\n");
    assert!(output.stderr.contains("nobody could be asked:\n  bash touch made\n"), "{}", output.stderr);
    assert!(!output.stderr.contains("session ") && !output.stderr.contains("steps "), "{}", output.stderr);
}

#[test]
fn there_is_no_colour_in_a_pipe_and_no_key_anywhere() {
    let server = ModelServer::start([
        Turn::calls([Call::new("bash", json!({"command": "env; cat \"$REASONIX_HOME/.env\""}))]),
        Turn::calls([Call::new("read_file", json!({"path": "~/.env"}))]),
        Turn::text("done"),
    ]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let output = cli.args(["run", "-y", "-v", "look"]).env("REASONIX_LOG", "trace").run().expect_code(0);
    assert!(!output.stderr.contains('\u{1b}') && !output.stdout.contains('\u{1b}'));
    let key = reasonix_testkit::TEST_KEY;
    assert!(!output.stderr.contains(key) && !output.stdout.contains(key));
    for request in server.requests() {
        assert!(!String::from_utf8_lossy(&request.body).contains(key), "the model never reads the key");
    }
    for (file, text) in cli.home().files() {
        assert!(file == ".env" || !text.contains(key), "{file}");
    }
}

#[test]
fn the_other_language_is_spoken_too() {
    let server = ModelServer::start([Turn::text("好")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let output = cli.args(["run", "你好"]).env("REASONIX_LANG", "zh").run().expect_code(0);
    assert_eq!(output.stdout, "好\n");
    assert!(output.stderr.contains("会话"), "{}", output.stderr);
    let output = cli.args(["run", "--dir", "/nowhere"]).env("REASONIX_LANG", "zh").stdin("x").run().expect_code(2);
    assert!(output.stderr.contains("错误"), "{}", output.stderr);
}

/// What is written for the model is English and tells it what to do; people read the reason in their language.
#[test]
fn people_read_the_reason_and_not_what_the_model_reads() {
    for (language, reason) in
        [("en", "bash needs an approval, and nobody could be asked."), ("zh", "bash 需要批准，但无人可问。")]
    {
        let server = ModelServer::start([
            Turn::calls([Call::new("bash", json!({"command": "touch made"})), Call::new("nosuch", json!({}))]),
            Turn::text("I could not."),
        ]);
        let cli = Cli::new(&server, WireFormat::OpenAi);
        let output = cli.args(["run", "make it"]).env("REASONIX_LANG", language).run().expect_code(0);
        assert!(output.stderr.contains(&format!("⊘ $ touch made  0 ms\n  {reason}\n")), "{}", output.stderr);
        assert!(output.stderr.contains("✗ nosuch  0 ms\n") && !output.stderr.contains("Not run:"), "{}", output.stderr);
        let shown = cli.args(["sessions", "show", "make"]).env("REASONIX_LANG", language).run().expect_code(0).stdout;
        assert!(shown.contains(reason) && !shown.contains("Not run:"), "{shown}");
    }
}

#[test]
fn a_list_stands_below_the_call_that_wrote_it() {
    let server = ModelServer::start([
        Turn::calls([Call::new("todo_write", json!({"todos": [{"content": "look", "status": "pending"}]}))]),
        Turn::text("done"),
    ]);
    let output = Cli::new(&server, WireFormat::OpenAi).args(["run", "plan"]).run().expect_code(0);
    let place = |text: &str| output.stderr.find(text).unwrap_or_else(|| panic!("{text}: {}", output.stderr));
    assert!(place("todo_write") < place("☐ look"), "{}", output.stderr);
}
