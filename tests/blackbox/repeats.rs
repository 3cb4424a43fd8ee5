//! A model that sends the same call again and again is reminded when the configuration says so.

use reasonix_testkit::{Call, Cli, ModelServer, Script, Turn, WireFormat};
use serde_json::json;

/// Which reminder each of four equal calls was followed by, under `config`.
fn reminders(config: &str) -> Vec<&'static str> {
    let call = || Turn::calls([Call::new("bash", json!({"command": "echo 一二三四"}))]);
    let server = ModelServer::start(Script::repeat(4, call()).then([Turn::text("end")]));
    let cli = Cli::new(&server, WireFormat::OpenAi).config(config);
    cli.args(["run", "-y", "work"]).run().expect_code(0);
    let requests = server.requests();
    let results = requests.last().unwrap().tool_results();
    let kind = |text: &str| match text.split_once("exactly these arguments") {
        None => "-",
        Some((_, rest)) if rest.starts_with(" in this turn.") => "brief",
        Some((_, rest)) if rest.starts_with(": {\"comma\n") => "detailed",
        Some(_) => "other",
    };
    results.iter().map(|(_, content)| kind(content)).collect()
}

#[test]
fn reminders_come_when_the_configuration_says() {
    let section = "[agent.repeat_reminder]\narguments_preview_chars = 7\n";
    assert_eq!(reminders(section), ["-", "-", "brief", "-"]);
    assert_eq!(reminders(&format!("{section}thresholds = [4, 2]\n")), ["-", "brief", "-", "detailed"]);
    assert_eq!(reminders(&format!("{section}thresholds = [2]\nexclude = ['bash']\n")), ["-"; 4]);
}

#[test]
fn nothing_starts_with_thresholds_that_make_no_sense() {
    let server = ModelServer::start(Script::new([Turn::text("end")]));
    let cli = Cli::new(&server, WireFormat::OpenAi).config("[agent.repeat_reminder]\nthresholds = [3, 3]\n");
    let output = cli.args(["run", "work"]).run().expect_code(1);
    let line = cli.home().read("config.toml").lines().position(|line| line.starts_with("thresholds")).unwrap() + 1;
    let expected = format!("config.toml:{line}:18: `agent.repeat_reminder.thresholds` holds 3 twice.");
    assert!(output.stderr.contains(&expected), "{}", output.stderr);
    assert_eq!(server.request_count(), 0);
}
