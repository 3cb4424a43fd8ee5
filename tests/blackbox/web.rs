//! Fetching from the web with the real program: what is this machine's own is not reached, and a public address is asked
//! about first.

use reasonix_testkit::{Call, Cli, ModelServer, Script, Turn, WireFormat};
use serde_json::json;
use std::{io::ErrorKind, net::TcpListener};

#[test]
fn nothing_of_this_machine_is_fetched_whatever_it_is_called() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let hosts = [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f.0.0.1",
        "0",
        "localhost",
        "a.localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "169.254.169.254",
        "192.168.0.1",
        "metadata.google.internal",
    ];
    let calls = hosts.map(|host| Call::new("web_fetch", json!({ "url": format!("http://{host}:{port}/secret") })));
    let server = ModelServer::start(Script::new([Turn::calls(calls), Turn::text("done")]));
    // In the loosest posture there is.
    let output = Cli::new(&server, WireFormat::OpenAi).args(["run", "-y", "--print", "fetch"]).run().expect_code(0);
    assert_eq!(output.stdout, "done\n");
    let results = server.requests()[1].tool_results();
    assert_eq!(results.len(), hosts.len());
    for (host, result) in hosts.iter().zip(&results) {
        let result = format!("{result:?}");
        assert!(result.contains("was not fetched") && result.contains("public page"), "{host}: {result}");
    }
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock, "somebody has connected");
}

#[test]
fn a_public_address_is_asked_about_and_a_rule_denies_it() {
    let call = || Turn::calls([Call::new("web_fetch", json!({"url": "https://Docs.Example/a"}))]);
    for (args, config, expected) in [
        (&["run", "fetch"][..], "", "needs the user's approval"),
        (
            &["run", "-y", "fetch"],
            "[permissions]\ndeny = [\"WebFetch(domain:example)\"]\n",
            "a rule of the user denies it",
        ),
    ] {
        let server = ModelServer::start(Script::new([call(), Turn::text("done")]));
        let cli = Cli::new(&server, WireFormat::OpenAi).config(config);
        let output = cli.args(args.iter().copied()).run();
        let result = format!("{:?}", server.requests()[1].tool_results());
        assert!(result.contains(expected), "{args:?}: {result} {}", output.stderr);
    }
}
