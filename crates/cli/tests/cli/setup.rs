//! `setup` by flags alone: what is written, what is refused, and that a key shows nowhere.

use crate::support::{Lister, bare, normalised, run};
use reasonix_testkit::{Cli, ModelServer, Options, Output, Turn};

const KEY: &str = "sk-private-0123456789";

/// Runs `setup` with these arguments and the key on stdin; the key must not show.
fn set_up(cli: &Cli, args: &[&str], key: &str, code: i32) -> Output {
    let words = std::iter::once("setup").chain(args.iter().copied());
    let invocation = cli.args(words.chain(["-v"])).env("REASONIX_LOG", "trace").stdin(format!("{key}\n"));
    let output = invocation.run().expect_code(code);
    for (name, text) in cli.home().files().into_iter().filter(|(name, _)| name != ".env") {
        assert!(!text.contains(KEY), "{name} holds the key");
    }
    assert!(!output.stdout.contains(KEY) && !output.stderr.contains(KEY), "the key shows");
    normalised(cli, output)
}

fn keyed_server() -> ModelServer {
    ModelServer::start_with([Turn::text("hello")], Options { key: Some(KEY.to_owned()), ..Options::default() })
}

#[test]
fn a_local_server_needs_nothing_but_its_address() {
    let server = ModelServer::start([Turn::text("hello")]);
    let cli = bare();
    let address = server.openai_base_url();
    let output = run(&cli, &format!("setup --base-url {address}"), 0);
    assert_eq!(output.stdout, "Saved the provider local in HOME/config.toml\n");
    assert_eq!(
        cli.home().read("config.toml"),
        format!("[[providers]]\nname = \"local\"\nkind = \"openai\"\nbase_url = \"{address}\"\nmodel = \"scripted\"\n")
    );
    assert_eq!(cli.home().files().len(), 1, "no key, no .env");
    assert_eq!(run(&cli, "run hi", 0).stdout, "hello\n");
}

#[test]
fn both_wire_formats_are_set_up_with_a_key() {
    for (kind, path) in [("openai", "/v1"), ("anthropic", "")] {
        let server = keyed_server();
        let cli = bare();
        let address = format!("http://127.0.0.1:{}{path}", server.port());
        let args = ["--name", "mine", "--kind", kind, "--base-url", &address, "--api-key-stdin", "--default", "--yes"];
        let output = set_up(&cli, &args, KEY, 0);
        assert_eq!(
            output.stdout,
            "Saved the provider mine in HOME/config.toml\nSaved the key MINE_API_KEY in HOME/.env\n"
        );
        assert_eq!(
            cli.home().read("config.toml"),
            format!(
                "default_model = \"mine/scripted\"\n\n[[providers]]\nname = \"mine\"\nkind = \"{kind}\"\n\
                 base_url = \"{address}\"\nmodel = \"scripted\"\napi_key_env = \"MINE_API_KEY\"\n"
            )
        );
        assert_eq!(cli.home().read(".env"), format!("MINE_API_KEY='{KEY}'\n"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(cli.home().join(".env")).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        assert_eq!(run(&cli, "run hi", 0).stdout, "hello\n", "{kind}");
    }
}

#[test]
fn a_key_that_is_not_taken_is_not_saved() {
    let server = keyed_server();
    let cli = bare();
    let args = ["--base-url", &server.openai_base_url(), "--name", "mine", "--api-key-stdin"];
    let output = set_up(&cli, &args, "sk-wrong-key", 1);
    assert!(output.stderr.contains("did not accept the key"), "{}", output.stderr);
    assert!(!output.stderr.contains("sk-wrong-key"));
    assert!(!cli.home().has("config.toml") && !cli.home().has(".env"));

    set_up(&cli, &[&args[..], &["--no-test", "--model", "m"]].concat(), "sk-wrong-key", 0);
    assert!(cli.home().has("config.toml") && cli.home().has(".env"), "--no-test saves all the same");
}

#[test]
fn what_is_missing_is_named() {
    let several = Lister::of(&["alpha", "beta"]);
    let none = Lister::start("404 Not Found", "{}");
    let check = |line: &str, expected: &str| {
        let cli = bare();
        let output = run(&cli, line, 2);
        assert!(output.stderr.contains(expected), "{line}: {}", output.stderr);
        assert_eq!(output.stdout, "");
        assert!(cli.home().files().is_empty(), "{line}");
    };
    check("setup", "--base-url is missing");
    check("setup --name new --model m --yes", "--base-url is missing");
    check("setup --preset deepseek", "--api-key-stdin is missing");
    check("setup --preset deepseek --api-key-stdin", "The key is empty");
    check("setup --preset deepsek", "There is no preset `deepsek`");
    check("setup --base-url api.deepseek.com", "not a usable address");
    check("setup --base-url http://localhost:1 --name a/b", "holds no `/`");
    check("setup --base-url http://localhost:1 --no-test", "--model is missing");
    check("setup --base-url http://localhost:1 --api-key-env MY_KEY", "The key MY_KEY is not in .env");
    check(&format!("setup --base-url {}", several.address), "alpha, beta");
    check(&format!("setup --base-url {}", none.address), "--model is missing");
}

#[test]
fn a_key_is_never_taken_from_the_environment() {
    let cli = bare();
    let output = cli.args(["setup", "--preset", "deepseek"]).env("DEEPSEEK_API_KEY", KEY).run().expect_code(2);
    assert!(output.stderr.contains("never taken from the environment") && !output.stderr.contains(KEY));
}

#[test]
fn a_preset_is_saved_whole() {
    let cli = bare();
    set_up(&cli, &["--preset", "deepseek", "--api-key-stdin", "--no-test", "--model", "m1", "--model", "m2"], KEY, 0);
    assert_eq!(
        cli.home().read("config.toml"),
        "[[providers]]\nname = \"deepseek\"\nkind = \"anthropic\"\nbase_url = \"https://api.deepseek.com/anthropic\"\n\
         models_url = \"https://api.deepseek.com/models\"\nmodels = [\"m1\", \"m2\"]\napi_key_env = \"DEEPSEEK_API_KEY\"\n\
         auth_header = true\n"
    );
    let output = run(&cli, "doctor --offline", 0);
    assert!(output.stdout.contains("deepseek/m1"), "{}", output.stdout);
}

#[test]
fn a_known_provider_is_changed_where_it_stands() {
    let before = "# mine\n[[providers]] # the one\nname = \"mine\"\nkind = \"openai\"\nbase_url = \"http://127.0.0.1:1/v1\" # old\nmodels = [\"a\", \"b\"]\ncontext_window = 8000\n";
    let cli = bare().config(before);
    set_up(&cli, &["--name", "mine", "--base-url", "http://127.0.0.1:2/v1", "--no-test"], "", 0);
    assert_eq!(cli.home().read("config.toml"), before.replace(":1/", ":2/"));

    set_up(&cli, &["--name", "mine", "--api-key-stdin", "--no-test"], KEY, 0);
    let text = cli.home().read("config.toml");
    assert_eq!(text, before.replace(":1/", ":2/") + "api_key_env = \"MINE_API_KEY\"\n");

    // The key alone is replaced.
    set_up(&cli, &["--name", "mine", "--api-key-stdin", "--no-test"], "sk-next", 0);
    assert_eq!(cli.home().read("config.toml"), text);
    assert_eq!(cli.home().read(".env"), "MINE_API_KEY='sk-next'\n");

    let output = set_up(&cli, &["--name", "mine", "--model", "c", "--no-test"], "", 0);
    assert!(output.stderr.contains("mine/c is the default model now"), "{}", output.stderr);
    let text = cli.home().read("config.toml");
    assert!(text.starts_with("# mine\n[[providers]] # the one\n") && text.contains("model = \"c\"\n"), "{text}");
    assert!(!text.contains("models =") && text.contains("context_window = 8000"), "{text}");
}

#[test]
fn a_chosen_default_that_goes_is_replaced() {
    let entry =
        "[[providers]]\nname = \"mine\"\nkind = \"openai\"\nbase_url = \"http://127.0.0.1:1/v1\"\nmodel = \"a\"\n";
    let cli = bare().config(format!("default_model = \"mine/a\" # mine\n{entry}"));
    let output = set_up(&cli, &["--name", "mine", "--model", "b", "--no-test"], "", 0);
    assert!(output.stderr.contains("mine/b is the default model now"), "{}", output.stderr);
    let expected = format!("default_model = \"mine/b\" # mine\n{}", entry.replace("\"a\"", "\"b\""));
    assert_eq!(cli.home().read("config.toml"), expected);
}

#[test]
fn an_address_that_is_known_is_not_added_twice() {
    let server = ModelServer::start([Turn::text("x")]);
    let other = Lister::of(&["m"]);
    let cli = bare();
    run(&cli, &format!("setup --base-url {}", server.openai_base_url()), 0);
    let output = run(&cli, &format!("setup --base-url {}/", server.openai_base_url()), 0);
    assert_eq!(output.stdout, "The provider local stands in HOME/config.toml like that already\n");
    let output = run(&cli, &format!("setup --base-url {}", other.address), 0);
    assert_eq!(output.stdout, "Saved the provider local-2 in HOME/config.toml\n");
}

#[test]
fn the_key_goes_where_it_should_only() {
    let lister = Lister::of(&["m"]);
    let cli = bare();
    set_up(&cli, &["--name", "x", "--base-url", &lister.address, "--api-key-stdin"], KEY, 0);
    let requests = lister.requests();
    assert_eq!(requests.len(), 1);
    assert!(requests[0].starts_with("GET /v1/models HTTP/1.1\r\n"), "{}", requests[0]);
    assert!(requests[0].contains(&format!("authorization: Bearer {KEY}")), "{}", requests[0]);
}

#[test]
fn a_project_that_outranks_the_entry_is_told() {
    let lister = Lister::of(&["m"]);
    let cli = bare();
    cli.workspace().write(
        "reasonix.toml",
        "[[providers]]\nname = \"x\"\nkind = \"openai\"\nbase_url = \"http://127.0.0.1:1/v1\"\nmodel = \"p\"\n",
    );
    let output = set_up(&cli, &["--name", "x", "--base-url", &lister.address], "", 0);
    assert!(output.stderr.contains("FOLDER/reasonix.toml:1"), "{}", output.stderr);
}

#[test]
fn a_broken_configuration_stops_it_first() {
    let broken = "[network\n";
    let cli = bare().config(broken);
    let output = set_up(&cli, &["--preset", "deepseek", "--api-key-stdin"], KEY, 1);
    assert!(output.stderr.contains("HOME/config.toml:1:9: "), "{}", output.stderr);
    assert_eq!(cli.home().read("config.toml"), broken);
    assert!(!cli.home().has(".env"));
}

#[test]
fn the_other_language_is_spoken() {
    let cli = bare();
    let output = cli.args(["setup"]).env("REASONIX_LANG", "zh").run().expect_code(2);
    assert!(output.stderr.contains("缺少 --base-url"), "{}", output.stderr);
}
