//! Every misbehaviour of a server: what comes of the request, and what was tried in between. Each row holds for both
//! wires.

use crate::support::{Ran, WIRES, endpoint, run};
use reasonix_model::{FailureKind, OutputPart, Progress};
use reasonix_testkit::{
    ApiError, Block, Broken, Call, Fault, LineEnd, ModelServer, RetryAfter, Script, Stop, Turn, Usage, UsageNames,
    UsagePlace, WireFormat,
};
use serde_json::json;
use std::time::Duration;

/// Plays `script` on each wire; the request must end as `expected` says after `retries`.
async fn check(script: impl Fn() -> Script, expected: &str, retries: &[&str]) {
    for wire in WIRES {
        check_wire(wire, script(), expected, retries).await;
    }
}

async fn check_wire(wire: WireFormat, script: Script, expected: &str, retries: &[&str]) -> Ran {
    check_patient(wire, script, expected, retries, PATIENT).await
}

const PATIENT: Duration = Duration::from_secs(20);
const IMPATIENT: Duration = Duration::from_millis(400);

/// As `check_wire`, with this much patience for silence.
async fn check_patient(wire: WireFormat, script: Script, expected: &str, retries: &[&str], patience: Duration) -> Ran {
    let label: String = format!("{wire:?} {script:?}").chars().take(500).collect();
    let server = ModelServer::start(script);
    let mut endpoint = endpoint(&server, wire);
    endpoint.timing.idle = patience;
    endpoint.timing.closing = patience;
    let ran = run(endpoint).await;
    assert_eq!(ran.summary(), expected, "{label}: {:?}", ran.outcome);
    assert_eq!(ran.retries(), retries, "{label}");
    if let Ok(completion) = &ran.outcome {
        let texts = completion.parts.iter().map(|part| if let OutputPart::Text(text) = part { text } else { "" });
        assert_eq!(ran.shown(), texts.collect::<String>(), "{label}: what was shown is not what was said");
    }
    ran
}

fn rich() -> Turn {
    let calls = [
        Call::new("bash", json!({ "command": "echo 你好 \"x\"" })),
        Call::new("read_file", json!({ "path": "a\nb" })),
        Call::new("list", json!({})),
    ];
    Turn::calls(calls).with_text("Let me 看 🦀.").reasoning("Files first.").usage(Usage::new(10, 90, 7))
}

const RICH: &str =
    r#"~Files first.~ "Let me 看 🦀." bash({"command":"echo 你好 \"x\""}) read_file({"path":"a\nb"}) list({}) Calls"#;

#[tokio::test]
async fn odd_but_whole_streams_are_read() {
    let faults: [&[Fault]; 19] = [
        &[],
        &[Fault::ChunkEvery(1)],
        &[Fault::ChunkEvery(7), Fault::LineEnds(LineEnd::Crlf)],
        &[Fault::ChunkEvery(3), Fault::LineEnds(LineEnd::Cr)],
        &[Fault::ByteOrderMark, Fault::ChunkEvery(2)],
        &[Fault::Comments, Fault::Pings, Fault::EmptyEvents],
        &[Fault::NoSpace],
        &[Fault::SplitData],
        &[Fault::UnnamedEvents],
        &[Fault::NoEndMarker],
        &[Fault::NoFinalBlankLine],
        &[Fault::UnknownEvents, Fault::UnknownFields],
        &[Fault::Interleave],
        &[Fault::RepeatCallHeads],
        &[Fault::EmptyCallHeads],
        &[Fault::NoCallIndex],
        &[Fault::NullFields],
        &[Fault::UntilClose],
        &[Fault::ConnectionClose, Fault::ReasoningKey("reasoning".into())],
    ];
    for faults in faults {
        check(|| rich().faults(faults.to_vec()).into(), RICH, &[]).await;
    }
    check(|| rich().delta_chars(1).into(), RICH, &[]).await;
    check(|| rich().whole().into(), RICH, &[]).await;
}

#[tokio::test]
async fn a_cut_stream_is_taken_back_and_begun_again() {
    for fault in [Fault::finish_after(4), Fault::close_after(4), Fault::reset_after(4)] {
        let script = || {
            Script::new([
                Turn::text("A long answer in several pieces of text.").delta_chars(4).fault(fault.clone()),
                rich(),
            ])
        };
        check(script, RICH, &["Cut!"]).await;
    }
    let nothing_shown = || Script::new([rich().fault(Fault::NoAnswer), rich().fault(Fault::finish_after(0)), rich()]);
    check(nothing_shown, RICH, &["Cut", "Cut"]).await;
    let never_whole = Turn::text("some words").delta_chars(2).fault(Fault::finish_after(4));
    check(|| Script::repeat(9, never_whole.clone()), "Cut", &["Cut!", "Cut!"]).await;
}

#[tokio::test]
async fn silence_is_tried_once_more() {
    for wire in WIRES {
        let hung = Script::new([rich().fault(Fault::Hang), rich()]);
        check_patient(wire, hung, RICH, &["TimedOut"], IMPATIENT).await;
        let stalled = Turn::text("some words").delta_chars(2).fault(Fault::stall_after(4));
        check_patient(wire, Script::repeat(9, stalled), "TimedOut", &["TimedOut!"], IMPATIENT).await;
    }
}

#[tokio::test]
async fn a_message_that_is_whole_needs_no_proper_end() {
    for wire in WIRES {
        // All events but the end mark, and then silence or a broken connection.
        let events = match wire {
            WireFormat::OpenAi => 3,
            _ => 6,
        };
        let text = || Turn::text("ok").whole().usage_place(UsagePlace::FinishEvent);
        for fault in [Fault::stall_after(events), Fault::reset_after(events), Fault::close_after(events)] {
            check_patient(wire, text().fault(fault).into(), "\"ok\" Finished", &[], IMPATIENT).await;
        }
    }
}

#[tokio::test]
async fn refusals_have_kinds() {
    let final_ones = [
        (ApiError::BadRequest, "Rejected"),
        (ApiError::ContextTooLong, "TooLong"),
        (ApiError::Unauthorized, "Unauthorized"),
        (ApiError::NoBalance, "QuotaExhausted"),
        (ApiError::Forbidden, "Forbidden"),
        (ApiError::ModelNotFound, "NotFound"),
        (ApiError::QuotaExhausted, "QuotaExhausted"),
        (ApiError::Other { status: 422, code: "bad".into(), message: "no".into() }, "Rejected"),
        (ApiError::Other { status: 413, code: "bad".into(), message: "no".into() }, "Rejected"),
    ];
    for (error, expected) in final_ones {
        check(|| Script::new([Turn::error(error.clone()), rich()]), expected, &[]).await;
    }
    let passing = [
        (ApiError::RateLimited, "RateLimited"),
        (ApiError::Other { status: 408, code: "timeout".into(), message: "late".into() }, "RateLimited"),
        (ApiError::Internal, "ServerError"),
        (ApiError::BadGateway, "ServerError"),
        (ApiError::Unavailable, "ServerError"),
        (ApiError::Overloaded, "ServerError"),
    ];
    for (error, retried) in passing {
        check(|| Script::new([Turn::error(error.clone()), rich()]), RICH, &[retried]).await;
        check(|| Script::repeat(9, Turn::error(error.clone())), retried, &[retried, retried]).await;
    }
}

#[tokio::test]
async fn errors_inside_good_answers_have_kinds() {
    let at = |after, error| Turn::text("some words").whole().fault(Fault::ErrorEvent { after, error });
    check(|| Script::new([at(0, ApiError::Overloaded), rich()]), RICH, &["ServerError"]).await;
    check(|| Script::new([at(3, ApiError::Internal), rich()]), RICH, &["ServerError!"]).await;
    check(|| Script::new([at(0, ApiError::RateLimited), rich()]), RICH, &["RateLimited"]).await;
    check(|| at(0, ApiError::ContextTooLong).into(), "TooLong", &[]).await;
    check(|| at(0, ApiError::QuotaExhausted).into(), "QuotaExhausted", &[]).await;
    check(|| Script::new([Turn::error_with_status_ok(ApiError::Overloaded), rich()]), RICH, &["ServerError"]).await;
    check(|| Turn::error_with_status_ok(ApiError::QuotaExhausted).into(), "QuotaExhausted", &[]).await;
}

#[tokio::test]
async fn what_is_no_answer_is_malformed() {
    let page = "<!doctype html><html><body><h1>Welcome</h1> to the hotel</body></html>";
    for (kind, body) in [("text/html", page), ("text/event-stream", page)] {
        let script = || Turn::raw(200, kind, body).into();
        check(script, "Malformed", &[]).await;
        let server = ModelServer::start(Turn::raw(200, kind, body));
        let failure = run(endpoint(&server, WireFormat::OpenAi)).await.outcome.unwrap_err();
        assert_eq!(failure.message, "the answer is not a model's: Welcome to the hotel");
    }
    for body in ["data: {\"choices\"\n\n", "data: hello\n\n", "hello", "{\"ok\":true}", "[]", "data: \u{fffd}"] {
        check(|| Turn::raw(200, "text/event-stream", body).into(), "Malformed", &[]).await;
    }
    check(|| Turn::raw(200, "text/event-stream", b"data: \xff\xfe\n\n".as_slice()).into(), "Malformed", &[]).await;
    check(|| Turn::text("x".repeat(9 << 20)).whole().into(), "Malformed", &[]).await;
    check(|| Script::new([Turn::raw(200, "text/event-stream", ""), rich()]), RICH, &["Cut"]).await;
}

#[tokio::test]
async fn a_redirect_is_told_and_not_followed() {
    let moved = || Turn::raw(307, "text/plain", "").header("location", "http://elsewhere.example/v1");
    for wire in WIRES {
        let ran = check_wire(wire, moved().into(), "NotFound", &[]).await;
        let message = ran.outcome.unwrap_err().message;
        assert!(message.contains("http://elsewhere.example/v1"), "{message}");
    }
}

#[tokio::test]
async fn a_whole_answer_without_a_stream_is_taken() {
    let chat = json!({
        "object": "chat.completion",
        "choices": [{ "finish_reason": "tool_calls", "message": {
            "role": "assistant", "content": "Look.",
            "tool_calls": [{ "id": "a", "type": "function", "function": { "name": "bash", "arguments": "{\"command\":\"ls\"}" } }],
        }}],
        "usage": { "prompt_tokens": 5, "completion_tokens": 2 },
    });
    let messages = json!({
        "type": "message", "role": "assistant", "stop_reason": "tool_use",
        "content": [{ "type": "text", "text": "Look." }, { "type": "tool_use", "id": "a", "name": "bash", "input": { "command": "ls" } }],
        "usage": { "input_tokens": 5, "output_tokens": 2 },
    });
    for (wire, whole) in [(WireFormat::OpenAi, chat), (WireFormat::Anthropic, messages)] {
        let script = Turn::raw(200, "application/json", whole.to_string()).into();
        let ran = check_wire(wire, script, r#""Look." bash({"command":"ls"}) Calls"#, &[]).await;
        let usage = ran.outcome.unwrap().usage;
        assert_eq!((usage.fresh_input, usage.cached_input, usage.output), (5, None, 2));
    }
}

#[tokio::test]
async fn the_output_limit_drops_the_half_written_call_alone() {
    let whole = Call::new("bash", json!({ "command": "ls" }));
    let half = whole.clone().broken(Broken::Truncated);
    let turn = |calls: Vec<Call>| Turn::calls(calls).with_text("So far").stop(Stop::Length);
    check(|| turn(vec![whole.clone(), half.clone()]).into(), r#""So far" bash({"command":"ls"}) Length"#, &[]).await;
    check(|| turn(vec![half.clone()]).into(), r#""So far" Length"#, &[]).await;
    check(|| Turn::text("So far").stop(Stop::Length).into(), r#""So far" Length"#, &[]).await;
}

#[tokio::test]
async fn other_ends_are_told_apart() {
    check(|| Turn::text("I will").stop(Stop::ContentFilter).into(), "\"I will\" Filtered", &[]).await;
    check_wire(WireFormat::Anthropic, Turn::refusal("No.").into(), "\"No.\" Filtered", &[]).await;
    check_wire(WireFormat::OpenAi, Turn::refusal("No.").into(), "\"No.\" Finished", &[]).await;
    check(|| Turn::text("x").stop(Stop::Other("moon_phase".into())).into(), "\"x\" Finished", &[]).await;
    check(|| Turn::call("bash", json!({})).stop(Stop::EndTurn).into(), "bash({}) Calls", &[]).await;
    check(|| Turn::blocks([]).into(), "Finished", &[]).await;
    check(|| Script::new([Turn::text("x").faults([Fault::NoStopReason, Fault::NoEndMarker]), rich()]), RICH, &["Cut!"])
        .await;
    check(|| Turn::text("x").fault(Fault::NoStopReason).into(), "\"x\" Finished", &[]).await;
}

#[tokio::test]
async fn broken_arguments_are_repaired_where_only_one_repair_fits() {
    let call = |how| Turn::calls([Call::new("edit", json!({ "text": "a\nb" })).broken(how)]).into();
    for how in [Broken::TrailingComma, Broken::RawNewline, Broken::Doubled, Broken::Fenced] {
        check(|| call(how), r#"edit({"text":"a\nb"}) Calls"#, &[]).await;
    }
    check(|| call(Broken::SingleQuotes), r#"edit({"text":"a\nb"}) Calls"#, &[]).await;
    check(|| call(Broken::Truncated), r#"edit({"text":"a\) Calls"#, &[]).await;
    check(|| Turn::calls([Call::raw("list", "")]).into(), "list({}) Calls", &[]).await;
}

#[tokio::test]
async fn ids_are_handed_on_as_they_come() {
    for wire in WIRES {
        let calls = [
            Call::new("a", json!({})).id("same"),
            Call::new("b", json!({})).id("same"),
            Call::new("c", json!({})).without_id(),
        ];
        let ran = check_wire(wire, Turn::calls(calls).into(), "a({}) b({}) c({}) Calls", &[]).await;
        let completion = ran.outcome.unwrap();
        let ids = completion.parts.iter().filter_map(|part| match part {
            OutputPart::Call(call) => Some(call.wire_id.as_str()),
            _ => None,
        });
        assert_eq!(ids.collect::<Vec<_>>(), ["same", "same", ""], "{wire:?}");
    }
}

#[tokio::test]
async fn ten_thousand_calls_in_one_message() {
    let calls = (0..10_000).map(|number| Call::new("bash", json!({ "command": format!("echo {number}") })));
    let turn = Turn::calls(calls.collect::<Vec<_>>());
    for wire in WIRES {
        let server = ModelServer::start(turn.clone());
        let ran = run(endpoint(&server, wire)).await;
        let completion = ran.outcome.unwrap();
        assert_eq!(completion.parts.len(), 10_000);
        assert!(
            matches!(&completion.parts[9_999], OutputPart::Call(call) if call.args == r#"{"command":"echo 9999"}"#)
        );
    }
}

#[tokio::test]
async fn cached_and_fresh_tokens_stay_apart() {
    let spent = Usage { cache_write: 20, reasoning: 3, ..Usage::new(10, 90, 7) };
    for wire in WIRES {
        for names in [UsageNames::OpenAi, UsageNames::DeepSeek] {
            for place in [UsagePlace::Standard, UsagePlace::FinishEvent] {
                let server = ModelServer::start(Turn::text("x").usage(spent).usage_names(names).usage_place(place));
                let usage = run(endpoint(&server, wire)).await.outcome.unwrap().usage;
                let (write, thought) = if wire == WireFormat::Anthropic { (Some(20), None) } else { (None, Some(3)) };
                assert_eq!(
                    (usage.fresh_input, usage.cached_input, usage.output),
                    (30, Some(90), 7),
                    "{wire:?} {names:?} {place:?}"
                );
                assert_eq!((usage.cache_write, usage.reasoning), (write, thought), "{wire:?}");
            }
        }
        let server = ModelServer::start(Turn::text("x").usage_place(UsagePlace::Missing));
        let usage = run(endpoint(&server, wire)).await.outcome.unwrap().usage;
        assert_eq!((usage.cached_input, usage.cache_write, usage.reasoning), (None, None, None), "{wire:?}");
    }
}

#[tokio::test]
async fn thinking_keeps_its_signature_and_unknown_blocks_their_bytes() {
    let turn = Turn::blocks([
        Block::Reasoning { text: String::new(), signature: Some("c2ln+/==".into()) },
        Block::RedactedReasoning("ZGF0YQ==".into()),
        Block::Text("ok".into()),
    ]);
    let server = ModelServer::start(turn);
    let completion = run(endpoint(&server, WireFormat::Anthropic)).await.outcome.unwrap();
    assert_eq!(
        completion.parts,
        [
            OutputPart::Reasoning { text: String::new(), signature: Some("c2ln+/==".into()) },
            OutputPart::Vendor {
                wire: "anthropic".into(),
                json: r#"{"type":"redacted_thinking","data":"ZGF0YQ=="}"#.into()
            },
            OutputPart::Text("ok".into()),
        ]
    );
}

#[tokio::test]
async fn a_retry_is_reported_before_it_is_waited_for() {
    for wire in WIRES {
        let limited = Turn::error(ApiError::RateLimited).retry_after(RetryAfter::Raw("0.08".into()));
        let server = ModelServer::start(Script::new([limited, rich()]));
        let ran = run(endpoint(&server, wire)).await;
        let Progress::Retrying { attempt, max, delay, discarded, failure } = &ran.progress[0] else {
            panic!("{:?}", ran.progress[0]);
        };
        assert_eq!((*attempt, *max, *discarded, failure.status), (1, 2, false, Some(429)));
        assert_eq!(*delay, Duration::from_millis(80));
        let requests = server.requests();
        assert!(requests[1].at - requests[0].at >= *delay, "{wire:?}: the wait was cut short");
        assert_eq!(requests[0].body, requests[1].body, "{wire:?}: the retry is another request");
    }
}

#[tokio::test]
async fn a_date_to_wait_for_is_understood() {
    let limited = Turn::error(ApiError::RateLimited).retry_after(RetryAfter::DateIn(3600));
    let ran = check_wire(WireFormat::OpenAi, limited.into(), "RateLimited", &[]).await;
    let wait = ran.outcome.unwrap_err().retry_after.unwrap();
    assert!(wait > Duration::from_mins(59) && wait <= Duration::from_hours(1), "{wait:?}");
}

#[tokio::test]
async fn a_wait_that_is_too_long_is_not_sat_out() {
    for wire in WIRES {
        let script = Turn::error(ApiError::RateLimited).retry_after(RetryAfter::Seconds(3600));
        let ran = check_wire(wire, script.into(), "RateLimited", &[]).await;
        assert_eq!(ran.outcome.unwrap_err().retry_after, Some(Duration::from_hours(1)));
    }
}

#[tokio::test]
async fn messages_are_bounded_and_hold_no_key() {
    for wire in WIRES {
        let said = format!("bad key sk-secret-123\u{1b}[31m\r\n{}", "很".repeat(2000));
        let error = ApiError::Other { status: 401, code: "invalid".into(), message: said };
        let server = ModelServer::start(Turn::error(error));
        let keyed = reasonix_providers::Endpoint {
            key: Some("sk-secret-123".into()),
            key_env: Some("THE_KEY".into()),
            ..endpoint(&server, wire)
        };
        let failure = run(keyed).await.outcome.unwrap_err();
        assert_eq!(failure.kind, FailureKind::Unauthorized);
        assert!(failure.message.starts_with("bad key [key] [31m  很"), "{}", failure.message);
        assert!(failure.message.len() <= 2000 && failure.message.len() > 1990);
    }
}
