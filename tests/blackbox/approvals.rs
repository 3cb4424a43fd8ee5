//! Approvals in a terminal: asked with the exact call, answered by typing, remembered as far as the answer reaches.

use crate::{journal, pty::Terminal};
use reasonix_testkit::{Call, Cli, ModelServer, Script, Turn, WireFormat, Workspace};
use serde_json::json;

const PROMPT: &str = "or type what to do instead:";

#[test]
fn the_demo_asks_and_goes_on_with_each_yes() {
    let server = ModelServer::start([Turn::text("never asked")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let mut terminal = Terminal::start(&cli, &["demo"]);
    terminal.wait_for(PROMPT, 1);
    assert!(terminal.shown().contains("bash test.sh"), "{}", terminal.shown());
    terminal.type_line("a");
    terminal.wait_for(PROMPT, 2);
    assert!(terminal.shown().contains("$1 * 9 / 5 + 32"), "the edit is shown before it is made");
    terminal.type_line("y");
    terminal.wait_for("all tests passed", 1);
    terminal.wait_for("Fixed", 1);
    let shown = terminal.shown();
    assert_eq!(shown.matches(PROMPT).count(), 2, "the session's yes covers the second test run:\n{shown}");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_rejection_with_words_reaches_the_model_and_an_empty_line_decides_nothing() {
    let server = ModelServer::start(Script::new([
        Turn::calls([
            Call::new("bash", json!({"command": "touch one"})),
            Call::new("bash", json!({"command": "touch two"})),
            Call::new("bash", json!({"command": "touch three"})),
        ]),
        Turn::text("understood"),
    ]));
    let cli = Cli::new(&server, WireFormat::Anthropic).folder(Workspace::empty());
    let mut terminal = Terminal::start(&cli, &["run", "make files"]);
    terminal.wait_for(PROMPT, 1);
    terminal.type_line("");
    terminal.wait_for(PROMPT, 2);
    terminal.type_line("y");
    terminal.wait_for(PROMPT, 3);
    assert!(!cli.workspace().has("one"), "nothing runs before all of the message is decided");
    terminal.type_line("use make instead");
    terminal.wait_for(PROMPT, 4);
    terminal.type_line("n");
    terminal.wait_for("understood", 1);
    assert_eq!(terminal.end(), 0);
    assert!(cli.workspace().has("one") && !cli.workspace().has("two") && !cli.workspace().has("three"));
    let results = format!("{:?}", server.requests()[1].tool_results());
    assert!(results.contains("said: use make instead") && results.contains("declined this call. Do not"), "{results}");
}

#[test]
fn what_was_typed_before_a_question_was_shown_answers_nothing() {
    let bash = |command: &str| Call::new("bash", json!({"command": command}));
    let server = ModelServer::start(Script::new([
        Turn::calls([bash("touch one"), bash("touch two")]),
        Turn::calls([bash("touch three")]),
        Turn::text("understood"),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let mut terminal = Terminal::start(&cli, &["run", "make files"]);
    terminal.wait_for(PROMPT, 1);
    terminal.type_line("y\ry\ry");
    terminal.wait_for(PROMPT, 2);
    terminal.type_line("n\ry");
    terminal.wait_for(PROMPT, 3);
    terminal.type_line("n");
    terminal.wait_for("understood", 1);
    assert_eq!(terminal.end(), 0);
    let made: Vec<String> = cli.workspace().files().into_keys().collect();
    assert_eq!(made, ["one"]);
}

#[test]
fn ctrl_c_at_a_question_stops_the_turn() {
    let server = ModelServer::start([Turn::calls([Call::new("bash", json!({"command": "touch made"}))])]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let mut terminal = Terminal::start(&cli, &["run", "make it"]);
    terminal.wait_for(PROMPT, 1);
    terminal.press_ctrl_c();
    assert_eq!(terminal.end(), 1);
    assert!(!cli.workspace().has("made"));
    let events = journal::events(&journal::path(&cli));
    assert_eq!(journal::bodies(&events, "call_finished")[0]["outcome"], "cancelled");
}

#[test]
fn questions_of_the_model_are_answered_by_number_or_in_words() {
    let question =
        |text: &str| json!({"header": "Choice", "question": text, "options": [{"label": "Red"}, {"label": "Blue"}]});
    let server = ModelServer::start(Script::new([
        Turn::calls([Call::new("ask", json!({"questions": [question("Which colour?"), question("Which shade?")]}))]),
        Turn::text("thanks"),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let mut terminal = Terminal::start(&cli, &["run", "paint"]);
    terminal.wait_for("Which colour?", 1);
    terminal.type_line("2");
    terminal.wait_for("Which shade?", 1);
    terminal.type_line("a light one");
    terminal.wait_for("thanks", 1);
    assert_eq!(terminal.end(), 0);
    let results = format!("{:?}", server.requests()[1].tool_results());
    assert!(results.contains("Blue") && results.contains("a light one"), "{results}");
}

/// A long command, or one of many lines, is shown to its end before anybody says yes; what is hidden in it is made
/// visible.
#[test]
fn the_whole_command_is_shown() {
    let long = format!("mkdir {}; echo last-word", "x".repeat(700));
    let lines = "echo first\necho second\u{1b}[8m\nrm -rf build";
    let server = ModelServer::start(Script::new([
        Turn::calls([Call::new("bash", json!({"command": long})), Call::new("bash", json!({"command": lines}))]),
        Turn::text("ok"),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let mut terminal = Terminal::start(&cli, &["run", "do it"]);
    terminal.wait_for(PROMPT, 1);
    terminal.wait_for("last-word", 1);
    terminal.type_line("n");
    terminal.wait_for(PROMPT, 2);
    let shown = terminal.shown();
    assert!(shown.contains("rm -rf build") && shown.contains("␛[8m") && !shown.contains("\u{1b}[8m"), "{shown}");
    terminal.type_line("n");
    terminal.wait_for("ok", 1);
    assert_eq!(terminal.end(), 0);
}

/// What is shown while somebody types begins on a line of its own, and the prompt comes again if it is still open.
#[test]
fn a_prompt_is_shown_again_below_what_was_shown_meanwhile() {
    let bash = |command: &str| Call::new("bash", json!({"command": command}));
    let server = ModelServer::start(Script::new([
        Turn::calls([bash("touch one"), bash("touch two"), bash("touch three")]),
        Turn::text("understood"),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let mut terminal = Terminal::start(&cli, &["run", "make files"]);
    terminal.wait_for(PROMPT, 1);
    terminal.type_line("n");
    terminal.wait_for("⊘", 1);
    terminal.wait_for(PROMPT, 3);
    terminal.press_ctrl_c();
    terminal.wait_for("Stopped before it was finished.", 1);
    let shown = plain(&terminal.shown());
    assert_eq!(terminal.end(), 1);
    let lines: Vec<&str> = shown.lines().map(str::trim_end).collect();
    let begins = |text: &str| lines.iter().any(|line| line.starts_with(text));
    assert!(begins("⊘ $ touch one") && begins("– $ touch two") && begins("error: "), "{shown}");
}

/// A change that somebody has seen and allowed is not shown a second time.
#[test]
fn an_allowed_change_is_shown_once() {
    let server = ModelServer::start(Script::new([
        Turn::calls([Call::new("write_file", json!({"path": "new.txt", "content": "the only line\n"}))]),
        Turn::text("written"),
    ]));
    let cli = Cli::new(&server, WireFormat::OpenAi).folder(Workspace::empty());
    let mut terminal = Terminal::start(&cli, &["run", "write it"]);
    terminal.wait_for(PROMPT, 1);
    terminal.type_line("y");
    terminal.wait_for("written", 1);
    let shown = plain(&terminal.shown());
    assert_eq!(terminal.end(), 0);
    assert_eq!(shown.matches("the only line").count(), 1, "{shown}");
    assert!(shown.contains("✓ write_file new.txt  +1 -0  "), "{shown}");
}

/// A screen's text without colours.
fn plain(shown: &str) -> String {
    let mut parts = shown.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(['m', 'K']).map_or("", |(_, rest)| rest))
}
