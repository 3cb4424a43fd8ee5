//! Model servers that misbehave. Whatever they do, the turn ends with an answer or a clear error, and nobody waits in
//! silence.

use crate::journal;
use reasonix_testkit::{ApiError, Broken, Call, Cli, Fault, ModelServer, RetryAfter, Script, Turn, WireFormat};
use serde_json::json;
use std::time::{Duration, Instant};

const WIRES: [WireFormat; 2] = [WireFormat::OpenAi, WireFormat::Anthropic];

#[test]
fn an_unreachable_server_is_retried_aloud_and_given_up_within_fifteen_seconds() {
    let mut server = ModelServer::start([Turn::text("never")]);
    let cli = Cli::new(&server, WireFormat::OpenAi);
    server.stop();
    let started = Instant::now();
    let output = cli.args(["run", "hello"]).run().expect_code(1);
    assert!(started.elapsed() < Duration::from_secs(15), "took {:?}", started.elapsed());
    assert_eq!(output.stdout, "");
    let retries = output.stderr.matches("retry ").count();
    assert!(retries >= 3, "each retry is shown: {}", output.stderr);
    assert!(output.stderr.contains("error: test cannot be reached"), "{}", output.stderr);
}

#[test]
fn streams_that_are_odd_but_whole_are_understood() {
    for wire in WIRES {
        for faults in [
            vec![Fault::ChunkEvery(1)],
            vec![Fault::ChunkEvery(7), Fault::ByteOrderMark, Fault::Comments, Fault::Pings],
            vec![Fault::NoEndMarker],
            vec![Fault::UnknownEvents, Fault::UnknownFields],
            vec![Fault::NullFields],
        ] {
            let shown = format!("{wire:?} {faults:?}");
            let server = ModelServer::start(Script::new([
                Turn::calls([Call::new("bash", json!({"command": "echo 你好"}))]).faults(faults.clone()),
                Turn::text("答案：你好").faults(faults),
            ]));
            let output = Cli::new(&server, wire).args(["run", "-y", "--print", "say"]).run().expect_code(0);
            assert_eq!(output.stdout, "答案：你好\n", "{shown}");
            assert!(format!("{:?}", server.requests()[1].tool_results()).contains("你好"), "{shown}");
        }
    }
}

#[test]
fn a_stream_cut_in_the_middle_is_tried_again_and_leaves_no_trace_on_stdout() {
    for wire in WIRES {
        for cut in [Fault::close_after(3), Fault::reset_after(3)] {
            let server = ModelServer::start(Script::new([
                Turn::text("void text that does not count").delta_chars(4).fault(cut),
                Turn::text("the answer"),
            ]));
            let output = Cli::new(&server, wire).args(["run", "ask"]).run().expect_code(0);
            assert_eq!(output.stdout, "the answer\n");
            assert!(output.stderr.contains("broke off"), "{}", output.stderr);
        }
    }
}

#[test]
fn limits_and_server_errors_are_waited_out() {
    for wire in WIRES {
        let server = ModelServer::start(Script::new([
            Turn::error(ApiError::RateLimited).retry_after(RetryAfter::Seconds(1)),
            Turn::error(ApiError::Overloaded),
            Turn::text("finally"),
        ]));
        let output = Cli::new(&server, wire).args(["run", "ask"]).run().expect_code(0);
        assert_eq!(output.stdout, "finally\n");
        assert_eq!(output.stderr.matches("retry ").count(), 2, "{}", output.stderr);
    }
}

#[test]
fn errors_that_do_not_pass_are_told_at_once() {
    for wire in WIRES {
        for (error, expected) in [
            (ApiError::QuotaExhausted, "used up"),
            (ApiError::Unauthorized, "did not accept the key"),
            (ApiError::Forbidden, "refused access"),
        ] {
            let server = ModelServer::start([Turn::error(error)]);
            let output = Cli::new(&server, wire).args(["run", "ask"]).run().expect_code(1);
            assert!(output.stderr.contains(expected), "{wire:?}: {}", output.stderr);
            assert_eq!((server.request_count(), output.stdout.as_str()), (1, ""));
        }
    }
}

#[test]
fn broken_arguments_are_mended_or_reported() {
    for wire in WIRES {
        let bash = || Call::new("bash", json!({"command": "echo ran"}));
        let server = ModelServer::start(Script::new([
            Turn::calls([
                bash().broken(Broken::TrailingComma),
                bash().broken(Broken::Truncated),
                bash().broken(Broken::SingleQuotes),
            ]),
            Turn::text("ok"),
        ]));
        let cli = Cli::new(&server, wire);
        cli.args(["run", "-y", "go"]).run().expect_code(0);
        let results: Vec<String> =
            server.requests()[1].tool_results().iter().map(|result| format!("{result:?}")).collect();
        assert_eq!(results.len(), 3);
        assert!(results[0].contains("ran"), "{}", results[0]);
        assert!(results[1].contains("not valid JSON"), "{}", results[1]);
        assert!(results[2].contains("ran"), "{}", results[2]);
    }
}

#[test]
fn duplicate_and_missing_call_ids_do_not_mix_results_up() {
    for wire in WIRES {
        let bash = |text: &str| Call::new("bash", json!({"command": format!("echo {text}")}));
        let server = ModelServer::start(Script::new([
            Turn::calls([bash("one").id("same"), bash("two").id("same"), bash("three").without_id()]),
            Turn::calls([bash("four").id("same")]),
            Turn::text("ok"),
        ]));
        let cli = Cli::new(&server, wire);
        cli.args(["run", "-y", "go"]).run().expect_code(0);
        let events = journal::events(&journal::path(&cli));
        let mut ids: Vec<_> = journal::bodies(&events, "call_frozen")
            .iter()
            .map(|body| body["wire_id"].as_str().unwrap().to_owned())
            .collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 4, "{ids:?}");
        let results: Vec<String> =
            server.requests()[1].tool_results().iter().map(|result| format!("{result:?}")).collect();
        for (result, text) in results.iter().zip(["one", "two", "three"]) {
            assert!(result.contains(text), "{result}");
        }
    }
}

#[test]
fn ten_thousand_calls_in_one_message_each_get_a_result() {
    let calls: Vec<Call> =
        (0..10_000).map(|number| Call::new("glob", json!({"pattern": format!("{number}")}))).collect();
    let server = ModelServer::start(Script::new([Turn::calls(calls), Turn::text("many")]));
    let cli = Cli::new(&server, WireFormat::OpenAi);
    let output = cli.args(["run", "-y", "--print", "go"]).limit(Duration::from_mins(3)).run().expect_code(0);
    assert_eq!(output.stdout, "many\n");
    assert_eq!(server.requests()[1].tool_results().len(), 10_000);
}

#[test]
fn an_empty_answer_and_a_refusal_are_said() {
    for wire in WIRES {
        let server = ModelServer::start(Script::new([Turn::blocks([]), Turn::refusal("I will not.")]));
        let cli = Cli::new(&server, wire);
        let output = cli.args(["run", "ask"]).run().expect_code(1);
        assert_eq!(output.stderr.matches("answered with nothing").count(), 1, "{}", output.stderr);
        let output = cli.args(["run", "ask"]).run();
        assert!(output.stderr.contains("filter") || output.stdout.contains("I will not."), "{output:?}");
    }
}

#[test]
fn silence_ends_after_the_configured_time() {
    let server = ModelServer::start(Script::repeat(8, Turn::text("x").fault(Fault::Hang)));
    let cli = Cli::new(&server, WireFormat::OpenAi).config("[network]\nidle_timeout_seconds = 1\n");
    let output = cli.args(["run", "ask"]).run().expect_code(1);
    assert!(output.stderr.contains("did not answer in time"), "{}", output.stderr);
}

#[test]
fn a_retry_is_told_as_a_sentence_that_promises_nothing() {
    for wire in WIRES {
        let busy = Turn::raw(503, "application/json", json!({"error": {"message": "Come back later."}}).to_string());
        let server = ModelServer::start(Script::new([busy, Turn::text("fine")]));
        let output = Cli::new(&server, wire).args(["run", "ask"]).run().expect_code(0);
        let line = output.stderr.lines().find(|line| line.contains("(retry 1).")).expect("the retry is told");
        assert!(line.contains("Come back later. Trying again in "), "{line}");
    }
}
