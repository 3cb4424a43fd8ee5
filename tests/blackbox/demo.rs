//! The demo, with the approvals taken as given, and its refusal to ask where nobody is.

use reasonix_testkit::{Cli, ModelServer, Turn, WireFormat};

#[test]
fn the_demo_mends_the_failing_test() {
    let server = ModelServer::start([Turn::text("never asked")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    for (language, fixed, says_scripted) in [("en", "Fixed", "scripted"), ("zh", "已修复", "脚本")] {
        let output = cli.args(["demo", "--yes"]).env("REASONIX_LANG", language).run().expect_code(0);
        assert!(output.stdout.contains(fixed), "{}", output.stdout);
        for part in [
            says_scripted,
            "FAIL",
            "all tests passed",
            "-  echo $(( $1 * 9 / 5 + 23 ))",
            "+  echo $(( $1 * 9 / 5 + 32 ))",
        ] {
            assert!(output.stderr.contains(part), "{part}: {}", output.stderr);
        }
    }
    assert_eq!(server.request_count(), 0);
    assert!(!cli.home().has("sessions"), "the user's own sessions stay untouched");
}

#[test]
fn without_a_terminal_the_demo_wants_a_yes() {
    let server = ModelServer::start([Turn::text("never asked")]);
    let output = Cli::new(&server, WireFormat::OpenAi).args(["demo"]).run().expect_code(2);
    assert!(output.stderr.contains("--yes"), "{}", output.stderr);
}
