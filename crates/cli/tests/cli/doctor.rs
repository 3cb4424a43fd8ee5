//! `doctor`: every check runs, whatever is broken, and nothing is changed by looking.

use crate::support::{Lister, bare, json, run, served};
use reasonix_testkit::{ModelServer, Options, TEST_KEY, Turn};
use serde_json::Value;

fn check<'a>(value: &'a Value, name: &str) -> &'a Value {
    let checks = value["checks"].as_array().unwrap();
    checks.iter().find(|check| check["name"] == name).unwrap_or_else(|| panic!("no {name}: {value:#}"))
}

fn level<'a>(value: &'a Value, name: &str) -> &'a str {
    check(value, name)["level"].as_str().unwrap()
}

#[test]
fn all_is_well_with_a_model() {
    let options = Options { key: Some(TEST_KEY.to_owned()), ..Options::default() };
    let cli = served(&ModelServer::start_with([Turn::text("x")], options));
    // The server is gone here, so only offline is well.
    let value = json(&run(&cli, "doctor --json --offline", 0));
    assert_eq!(value["ok"], true);
    for name in ["version", "workspace", "home", "state", "config_user", "shell", "git", "model", "key"] {
        assert!(matches!(level(&value, name), "ok" | "info"), "{name}: {value:#}");
    }
    assert!(value["checks"].as_array().unwrap().iter().all(|check| check["name"] != "provider"));
    let set: Vec<&str> =
        value["config"].as_array().unwrap().iter().map(|value| value["key"].as_str().unwrap()).collect();
    assert!(set.contains(&"default_model") && set.contains(&"providers.test.base_url"), "{set:?}");
    assert!(!set.contains(&"network.max_retries"), "only what somebody set");
}

#[test]
fn the_provider_is_asked() {
    let options = Options { key: Some(TEST_KEY.to_owned()), ..Options::default() };
    let server = ModelServer::start_with([Turn::text("x")], options);
    let cli = served(&server);
    let output = run(&cli, "doctor", 0);
    assert!(output.stdout.contains("✓ Provider") && output.stdout.ends_with("All is well.\n"), "{}", output.stdout);
    assert!(output.stdout.contains("default_model = \"test/scripted\""), "{}", output.stdout);
    assert_eq!(output.stderr, "");
    assert!(!output.stdout.contains('\u{1b}'), "no colour in a pipe");
    assert_eq!((server.request_count(), server.other_requests().len()), (0, 1), "the cheapest question only");

    cli.home().write(".env", "TEST_API_KEY='sk-wrong-key'\n");
    let output = run(&cli, "doctor", 1);
    assert!(
        output.stdout.contains("✗ Provider") && output.stdout.contains("did not accept the key"),
        "{}",
        output.stdout
    );
    assert!(!output.stdout.contains("sk-wrong-key"));
}

#[test]
fn a_model_that_is_not_offered_is_a_warning() {
    let lister = Lister::of(&["alpha", "vendor/beta"]);
    let check_model = |model: &str, expected: &str| {
        let address = &lister.address;
        let entry = format!("[[providers]]\nname = 'p'\nkind = 'openai'\nbase_url = '{address}'\nmodel = '{model}'\n");
        let value = json(&run(&bare().config(entry), "doctor --json", 0));
        assert_eq!(level(&value, "provider"), expected, "{model}");
    };
    check_model("alpha", "ok");
    check_model("beta", "ok");
    check_model("gamma", "warning");
}

#[test]
fn an_unreachable_provider_is_an_error() {
    let mut server = ModelServer::start([Turn::text("x")]);
    let cli = served(&server);
    server.stop();
    let value = json(&run(&cli, "doctor --json", 1));
    assert_eq!((level(&value, "provider"), value["ok"].as_bool()), ("error", Some(false)));
    assert_eq!(check(&value, "provider")["problem"]["code"], "model_unreachable");
}

#[test]
fn without_a_model_it_says_what_to_do() {
    let cli = bare();
    let output = run(&cli, "doctor", 1);
    assert!(output.stdout.contains("reasonix setup"), "{}", output.stdout);
    assert!(output.stdout.contains("✓ Shell"), "the others run: {}", output.stdout);
    assert_eq!(output.stderr, "");
    assert!(cli.home().files().is_empty() && cli.workspace().files().is_empty(), "looking makes nothing");
    let value = json(&run(&cli, "doctor --json", 1));
    assert_eq!(check(&value, "model")["problem"]["code"], "config_no_model");
}

#[test]
fn a_broken_configuration_is_a_check_among_others() {
    let cli = bare().config("[network\nmax_retries = 3\n");
    let output = run(&cli, "doctor", 1);
    assert!(output.stdout.contains("HOME/config.toml:1:9: "), "{}", output.stdout);
    assert!(output.stdout.contains("✓ Shell"), "{}", output.stdout);
    assert!(!output.stdout.contains("✗ Model"), "a model may stand in the file that cannot be read");
    let value = json(&run(&cli, "doctor --json", 1));
    assert_eq!(check(&value, "config")["problem"]["code"], "config_header_unreadable");
}

#[test]
fn everything_that_is_odd_is_listed() {
    let server = ModelServer::start([Turn::text("x")]);
    let cli = served(&server).config("[network]\nmax_retrys = 4\n[sandbox]\nworkspace_root = '/nowhere/at/all'\n");
    cli.home().write(".env", "this is no line\n");
    let value = json(&run(&cli, "doctor --json", 1));
    let codes: Vec<&str> =
        value["checks"].as_array().unwrap().iter().filter_map(|check| check["problem"]["code"].as_str()).collect();
    for code in ["config_misspelled_key", "env_syntax", "workspace_unusable", "model_missing_key"] {
        assert!(codes.contains(&code), "{code}: {codes:?}");
    }
}

#[test]
fn the_other_language_is_spoken() {
    let cli = bare();
    let output = cli.args(["doctor"]).env("REASONIX_LANG", "zh").run().expect_code(1);
    assert!(output.stdout.contains("✗ 模型") && output.stdout.contains("错误：1"), "{}", output.stdout);
}
