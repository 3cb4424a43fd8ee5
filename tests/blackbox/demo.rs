//! The demo, with the approvals taken as given, and its refusal to ask where nobody is.

use crate::pty::Terminal;
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

#[test]
fn a_no_ends_the_demo_in_a_friendly_way() {
    let server = ModelServer::start([Turn::text("never asked")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let check = |answer: &dyn Fn(&mut Terminal), code: u32, said: &str| {
        let mut terminal = Terminal::start(&cli, &["demo"]);
        terminal.wait_for("or type what to do instead:", 1);
        answer(&mut terminal);
        terminal.wait_for(said, 1);
        let shown = terminal.shown();
        assert!(!shown.contains("script cannot go on") && !shown.contains("--continue"), "{shown}");
        assert!(!shown.contains("error:") && !shown.contains("That was the demo"), "{shown}");
        assert_eq!(terminal.end(), code, "{shown}");
    };
    check(&|terminal| terminal.type_line("n"), 0, "You said no, so the demo ends here");
    check(&|terminal| terminal.type_line("use python"), 0, "You said no, so the demo ends here");
    check(&|terminal| terminal.type_line("\u{4}"), 0, "You said no, so the demo ends here");
    check(&Terminal::press_ctrl_c, 1, "The demo was stopped.");
}
