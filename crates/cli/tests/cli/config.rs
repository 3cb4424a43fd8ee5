//! `config`: what holds, where it lies, and changes that keep the file as its owner wrote it.

use crate::support::{bare, json, run};
use expect_test::expect;
use reasonix_testkit::Cli;

const NOTED: &str = "\
# my settings
language = 'en' # for now

[network]
# the proxy is slow
max_retries = 3   # enough
";

fn noted() -> Cli {
    bare().config(NOTED)
}

#[test]
fn set_changes_one_value_and_nothing_else() {
    let cli = noted();
    let output = run(&cli, "config set network.max_retries 5", 0);
    assert_eq!(
        (output.stdout.as_str(), output.stderr.as_str()),
        ("network.max_retries = 5  (HOME/config.toml:6)\n", "")
    );
    assert_eq!(cli.home().read("config.toml"), NOTED.replace("= 3 ", "= 5 "));

    run(&cli, "config set agent.temperature 0.3", 0);
    run(&cli, "config set tools.enabled bash", 0);
    let text = cli.home().read("config.toml");
    assert!(text.starts_with(&NOTED.replace("= 3 ", "= 5 ")), "{text}");
    assert!(
        text.contains("[agent]\ntemperature = 0.3\n") && text.contains("[tools]\nenabled = [\"bash\"]\n"),
        "{text}"
    );
}

#[test]
fn a_field_of_a_provider_is_set_by_the_name_that_show_lists() {
    let entry =
        "[[providers]]\nname = 'a' # a\nkind = 'openai'\nbase_url = 'http://localhost:1/v1' # old\nmodel = 'm'\n";
    let cli = bare().config(entry);
    let output = run(&cli, "config set providers.a.base_url http://localhost:2/v1", 0);
    assert_eq!(output.stdout, "providers.a.base_url = \"http://localhost:2/v1\"  (HOME/config.toml:1)\n");
    assert_eq!(cli.home().read("config.toml"), entry.replace("'http://localhost:1/v1'", "\"http://localhost:2/v1\""));
}

#[test]
fn unset_takes_out_one_line() {
    let cli = noted();
    let output = run(&cli, "config unset network.max_retries", 0);
    assert_eq!(output.stdout, "network.max_retries = 10  (default)\n");
    assert_eq!(cli.home().read("config.toml"), NOTED.replace("max_retries = 3   # enough\n", ""));
    let output = run(&cli, "config unset network.max_retries", 0);
    assert_eq!(output.stdout, "Nothing to change: network.max_retries = 10  (default)\n");
}

#[test]
fn setting_what_holds_already_changes_nothing() {
    let cli = noted();
    let output = run(&cli, "config set network.max_retries 3", 0);
    assert_eq!(output.stdout, "Nothing to change: network.max_retries = 3  (HOME/config.toml:6)\n");
    assert_eq!(cli.home().read("config.toml"), NOTED);
}

#[test]
fn a_change_that_makes_no_sense_is_refused() {
    let cli = noted();
    let check = |line: &str, expected: &str| {
        let output = run(&cli, line, 1);
        assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("", expected), "{line}");
        assert_eq!(cli.home().read("config.toml"), NOTED, "{line}");
    };
    check(
        "config set network.max_retrys 5",
        "error: HOME/config.toml: unknown key `network.max_retrys`; it has no effect.\n\
         Did you mean `network.max_retries`?\n",
    );
    check(
        "config set network.max_retries five",
        "error: `network.max_retries` has the wrong type: expected integer, found string.\n\
         Strings stand in quotes, numbers and true or false without, lists in brackets.\n",
    );
    check(
        "config set network.max_retries -1",
        "error: `network.max_retries` = -1 is out of range.\nUse a value from 0 to 100.\n",
    );
    check("config set language fr", "error: `language` = `fr` is not possible.\nPossible values: auto, en, zh\n");
}

#[test]
fn a_broken_file_is_never_touched() {
    let broken = "language = 'en'\n[network\nmax_retries = 3\n";
    let cli = bare().config(broken);
    let output = run(&cli, "config set language zh", 1);
    assert_eq!(output.stdout, "");
    assert!(output.stderr.starts_with("error: HOME/config.toml:2:9: "), "{}", output.stderr);
    assert_eq!(cli.home().read("config.toml"), broken);
}

#[test]
fn local_means_the_project() {
    let cli = noted();
    let output = run(&cli, "config set network.max_retries 7 --local", 0);
    assert_eq!(output.stdout, "network.max_retries = 7  (FOLDER/reasonix.toml:2)\n");
    assert_eq!(cli.workspace().read("reasonix.toml"), "[network]\nmax_retries = 7\n");
    assert_eq!(cli.home().read("config.toml"), NOTED);

    let output = run(&cli, "config set network.max_retries 8", 0);
    assert_eq!(output.stdout, "network.max_retries = 7  (FOLDER/reasonix.toml:2)\n");
    assert_eq!(
        output.stderr,
        "warning: `network.max_retries` is set by FOLDER/reasonix.toml:2, which outranks the file that was changed.\n"
    );
}

#[test]
fn a_joined_list_is_outranked_by_nobody() {
    let cli = bare();
    run(&cli, "config set permissions.deny Read --local", 0);
    let output = run(&cli, "config set permissions.deny ['Bash','Edit']", 0);
    let expected = "permissions.deny = [\"Bash\", \"Edit\"]  (HOME/config.toml:2)\n";
    assert_eq!((output.stdout.as_str(), output.stderr.as_str()), (expected, ""));
    let output = run(&cli, "config show", 0);
    let rows = output.stdout.lines().filter(|line| line.starts_with("permissions.deny ")).count();
    assert_eq!(rows, 2, "{}", output.stdout);
    let output = run(&cli, "config unset permissions.deny", 0);
    assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("permissions.deny = []  (default)\n", ""));
}

#[test]
fn show_tells_every_value_with_its_origin() {
    let cli = noted().config("[[providers]]\nname = 'a'\nkind = 'openai'\nbase_url = 'http://localhost:1/v1'\nmodel = 'm'\nheaders = { X-Team = 'very-secret' }\n");
    let output = run(&cli, "config show", 0);
    let line = |key: &str| {
        let found = output.stdout.lines().find(|line| line.split_whitespace().next() == Some(key));
        found.unwrap_or_else(|| panic!("no {key}")).split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("language"), "\"en\" HOME/config.toml:2");
    assert_eq!(line("network.max_retries"), "3 HOME/config.toml:6");
    assert_eq!(line("agent.system_prompt"), "unset default");
    assert_eq!(line("network.proxy_mode"), "\"auto\" default");
    assert_eq!(line("providers.a.model"), "\"m\" HOME/config.toml:7");
    assert!(!output.stdout.contains("very-secret"));

    let value = json(&run(&cli, "config show --json", 0));
    let row = |key: &str| value["values"].as_array().unwrap().iter().find(|row| row["key"] == key).unwrap().clone();
    assert_eq!(
        row("network.max_retries"),
        serde_json::json!({
            "key": "network.max_retries",
            "value": 3,
            "toml": "3",
            "origin": { "from": "user", "file": "HOME/config.toml", "line": 6 }
        })
    );
    assert_eq!(row("default_model")["value"], serde_json::Value::Null);
    assert_eq!(value["errors"], serde_json::json!([]));
}

#[test]
fn show_works_over_a_broken_file() {
    let cli = bare().config("[network]\nmax_retries = 'three'\nmax_retrys = 4\nidle_timeout_seconds = 60\n");
    let output = run(&cli, "config show", 1);
    expect![[r"
        error: HOME/config.toml:2:15: `network.max_retries` has the wrong type: expected integer, found string.
        Strings stand in quotes, numbers and true or false without, lists in brackets.
        warning: HOME/config.toml:3:1: unknown key `network.max_retrys`; it has no effect.
        Did you mean `network.max_retries`?
    "]]
    .assert_eq(&output.stderr);
    assert!(output.stdout.contains("network.idle_timeout_seconds"), "{}", output.stdout);
    let value = json(&run(&cli, "config show --json", 1));
    assert_eq!(value["errors"][0]["code"], "config_wrong_type");
    assert_eq!(value["warnings"][0]["params"]["nearest"], "network.max_retries");
}

#[test]
fn path_tells_what_lies_where() {
    let cli = noted();
    expect![[r"
        Home                   HOME
        User configuration     HOME/config.toml
        Project configuration  FOLDER/reasonix.toml  (not there)
        Keys                   HOME/.env  (not there)
        State                  HOME
        Sessions               HOME/sessions  (not there)
        Logs                   HOME/logs  (not there)
        Cache                  HOME/cache  (not there)
    "]]
    .assert_eq(&run(&cli, "config path", 0).stdout);
    let value = json(&run(&cli, "config path --json", 0));
    assert_eq!(
        value["locations"][1],
        serde_json::json!({ "name": "config_user", "path": "HOME/config.toml", "exists": true })
    );
    assert_eq!(cli.home().files().len(), 1, "looking makes nothing");
}

#[test]
fn the_configured_language_is_spoken() {
    let cli = bare();
    let set = cli.args(["config", "set", "language", "zh"]).env("REASONIX_LANG", "").run().expect_code(0);
    assert!(set.stderr.is_empty(), "{}", set.stderr);
    let output = run(&cli, "config path", 0);
    assert!(output.stdout.starts_with("Home"), "REASONIX_LANG goes first");
}

#[test]
fn without_a_home_it_says_how_to_get_one() {
    let cli = bare();
    let output = cli.args(["config", "show"]).env("REASONIX_HOME", "").env("HOME", "").run();
    // The system may know a home folder that the environment does not tell.
    if output.code == Some(1) {
        assert!(output.stderr.contains("REASONIX_HOME"), "{}", output.stderr);
    }
}
