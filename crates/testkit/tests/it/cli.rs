//! The runner, with a shell in the place of the program.

use std::time::Duration;

use reasonix_testkit::{Cli, ModelServer, TEST_KEY, Turn, WireFormat, Workspace};

fn shell(server: &ModelServer) -> Cli {
    Cli::with_program("/bin/sh", server, WireFormat::Anthropic)
}

#[test]
fn the_home_is_written_for_the_server() {
    let server = ModelServer::start(Turn::text("x"));
    let cli = shell(&server).config("[agent]\nx = 1\n").config_first("y = 2");
    let expected = format!(
        "y = 2\ndefault_model = \"test/scripted\"\n\n[[providers]]\nname = \"test\"\nkind = \"anthropic\"\n\
         base_url = \"{}\"\nmodels = [\"scripted\"]\napi_key_env = \"TEST_API_KEY\"\n[agent]\nx = 1\n",
        server.anthropic_base_url()
    );
    assert_eq!(cli.home().read("config.toml"), expected);
    assert_eq!(cli.home().read(".env"), format!("TEST_API_KEY={TEST_KEY}\n"));
    let mode =
        cli.args(["-c", "stat -c %a \"$REASONIX_HOME/.env\" 2>/dev/null || stat -f %Lp \"$REASONIX_HOME/.env\""]);
    assert_eq!(mode.run().stdout, "600\n");
}

#[test]
fn output_code_and_input_come_through() {
    let server = ModelServer::start(Turn::text("x"));
    let folder = Workspace::new([("file", "content")]);
    let cli = shell(&server).folder(folder);
    let script = "cat; cat file; echo $MORE >&2; env | grep -c ^CARGO; exit 3";
    let output = cli.args(["-c", script]).stdin("in\n").env("MORE", "more").run().expect_code(3);
    assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("in\ncontent0\n", "more\n"));
    assert_eq!(output.signal, None);
    let unread = cli.args(["-c", "exit 0"]).stdin(vec![b'x'; 1 << 20]).run();
    assert_eq!(unread.code, Some(0));
}

#[test]
fn a_program_can_be_watched_and_killed() {
    let server = ModelServer::start(Turn::text("x"));
    let cli = shell(&server);
    let mut running = cli.args(["-c", "echo ready; echo and >&2; sleep 4 & wait"]).start();
    assert_eq!(running.wait_for_stdout("ready"), "ready\n");
    running.wait_for_stderr("and");
    running.kill();
    let output = running.wait();
    assert_eq!((output.code, output.signal), (None, Some(9)));

    let trap = "trap 'echo caught; exit 130' INT; echo ready; while :; do sleep 0.01; done";
    let running = cli.args(["-c", trap]).start();
    running.wait_for_stdout("ready");
    running.interrupt();
    assert_eq!(running.wait().expect_code(130).stdout, "ready\ncaught\n");
}

#[test]
fn folders_outlive_the_installation_while_something_runs() {
    let server = ModelServer::start(Turn::text("x"));
    let running = shell(&server).args(["-c", "sleep 0.05; cat $REASONIX_HOME/.env"]).start();
    assert!(running.wait().stdout.contains(TEST_KEY));
}

#[test]
#[should_panic(expected = "did not end within")]
fn a_program_that_does_not_end_fails_the_test() {
    let server = ModelServer::start(Turn::text("x"));
    shell(&server).args(["-c", "exec sleep 60"]).limit(Duration::from_millis(50)).run();
}
