//! Each misbehaviour does to the bytes what it says, and no more.

use std::time::{Duration, Instant};

use reasonix_testkit::{
    ApiError, Broken, Call, Ending, Fault, Gate, LineEnd, ModelServer, Outcome, Position, Script, Turn, WireFormat,
};
use serde_json::json;

use crate::answer::{self, events};
use crate::client::{Client, End, Reply, ask, path_of, request_body};

fn turn() -> Turn {
    let calls = [Call::new("edit", json!({"text": "日本 🦀"})), Call::new("bash", json!({"command": "true"}))];
    Turn::calls(calls).with_text("Grüße, 世界!\n\nEnd").reasoning("Hm.").delta_chars(3)
}

async fn reply(turn: Turn, wire: WireFormat) -> Reply {
    ask(&ModelServer::start(turn), wire).await
}

/// Faults that a client after the standard does not notice.
#[tokio::test]
async fn harmless_faults_leave_the_answer_as_it_is() {
    let harmless = [
        Fault::ChunkEvery(1),
        Fault::ChunkEvery(7),
        Fault::LineEnds(LineEnd::Crlf),
        Fault::LineEnds(LineEnd::Cr),
        Fault::ByteOrderMark,
        Fault::Comments,
        Fault::Pings,
        Fault::EmptyEvents,
        Fault::NoSpace,
        Fault::SplitData,
        Fault::UnnamedEvents,
        Fault::UnknownEvents,
        Fault::UnknownFields,
        Fault::Interleave,
        Fault::RepeatCallHeads,
        Fault::EmptyCallHeads,
        Fault::NullFields,
        Fault::UntilClose,
        Fault::ConnectionClose,
        Fault::Wait(Duration::from_millis(1)),
        Fault::Pause(Duration::from_micros(1)),
    ];
    for wire in WireFormat::ALL {
        let plain = reply(turn(), wire).await.body();
        for fault in &harmless {
            let reply = reply(turn().fault(fault.clone()), wire).await;
            assert_eq!(reply.end, End::Complete, "{wire:?} {fault:?}");
            assert_eq!(answer::read(wire, &reply.body()), answer::read(wire, &plain), "{wire:?} {fault:?}");
        }
        // Not in pieces of one byte, nor with a delay after each of them: that would take seconds.
        let all = harmless[1..harmless.len() - 1].iter().cloned();
        let all = reply(turn().faults(all), wire).await.body();
        assert_eq!(answer::read(wire, &all), answer::read(wire, &plain), "{wire:?}");
    }
}

/// What each fault puts into the bytes of a chat completion.
#[tokio::test]
async fn faults_leave_their_mark() {
    type Marks = fn(&str) -> bool;
    let rows: [(Fault, Marks); 13] = [
        (Fault::LineEnds(LineEnd::Crlf), |body| body.matches("\r\n").count() == body.matches('\n').count()),
        (Fault::LineEnds(LineEnd::Cr), |body| body.contains("\r\r") && !body.contains('\n')),
        (Fault::ByteOrderMark, |body| body.starts_with("\u{feff}data: ")),
        (Fault::Comments, |body| body.contains("\n\n: keep-alive\n\ndata")),
        (Fault::Pings, |body| body.contains("event: ping\ndata: {\"type\": \"ping\"}\n\n")),
        (Fault::EmptyEvents, |body| body.contains("event: nothing\n\ndata")),
        (Fault::NoSpace, |body| body.contains("data:{") && body.ends_with("data:[DONE]\n\n")),
        (Fault::SplitData, |body| body.contains("data: {\ndata:   \"id\"")),
        (Fault::UnknownEvents, |body| body.contains("event: vendor.unknown\n")),
        (Fault::UnknownFields, |body| body.matches("x_unknown").count() > body.matches("data:").count()),
        (Fault::NoFinalBlankLine, |body| body.ends_with("data: [DONE]\n") && !body.ends_with("\n\n")),
        (Fault::NoEndMarker, |body| !body.contains("[DONE]")),
        (Fault::NoStopReason, |body| !body.contains(r#""finish_reason":""#)),
    ];
    for (fault, marks) in rows {
        let body = String::from_utf8(reply(turn().fault(fault.clone()), WireFormat::OpenAi).await.body()).unwrap();
        assert!(marks(&body), "{fault:?}\n{body}");
    }
}

#[tokio::test]
async fn no_end_marker_in_any_format() {
    for wire in WireFormat::ALL {
        let body = reply(turn().fault(Fault::NoEndMarker), wire).await.body();
        let answer = answer::read(wire, &body);
        assert!(!answer.ended && answer.calls.len() == 2, "{wire:?}");
    }
}

#[tokio::test]
async fn chunks_have_the_wanted_size() {
    for size in [1, 2, 5, 4096] {
        let reply = reply(turn().fault(Fault::ChunkEvery(size)), WireFormat::Anthropic).await;
        let (last, others) = reply.chunks.split_last().unwrap();
        assert!(others.iter().all(|chunk| chunk.len() == size) && last.len() <= size);
    }
    // Unless told otherwise, a chunk is an event.
    let reply = reply(turn(), WireFormat::OpenAi).await;
    assert!(reply.chunks.iter().all(|chunk| chunk.starts_with(b"data: ") && chunk.ends_with(b"\n\n")));
}

/// A body that ends after two events or in the middle of a character, in all four ways.
#[tokio::test]
async fn cuts() {
    let endings = [(Ending::Finish, End::Complete), (Ending::Close, End::Closed), (Ending::Reset, End::Reset)];
    for wire in WireFormat::ALL {
        for (ending, end) in &endings {
            let server = ModelServer::start(turn().fault(Fault::Cut { at: Position::Events(2), ending: *ending }));
            let reply = ask(&server, wire).await;
            assert_eq!((&reply.end, events(&reply.body()).len()), (end, 2), "{wire:?} {ending:?}");
            server.answers(1).await;
            assert_eq!(server.requests()[0].outcome(), Some(Outcome::Cut));
        }
    }
    let whole = reply(turn(), WireFormat::OpenAi).await.body();
    let inside = whole.iter().position(|byte| !byte.is_ascii()).unwrap() + 1;
    let cut = Fault::Cut { at: Position::Bytes(inside), ending: Ending::Close };
    let reply = reply(turn().fault(cut), WireFormat::OpenAi).await;
    assert_eq!((reply.body(), reply.end), (whole[..inside].to_vec(), End::Closed));
    assert!(std::str::from_utf8(&whole[..inside]).is_err());
}

#[tokio::test]
async fn the_connection_survives_a_finished_cut() {
    let server = ModelServer::start([turn().fault(Fault::finish_after(1)), turn()]);
    let mut client = Client::connect(&server).await;
    for events_expected in [1..2, 3..1000] {
        client.post("/v1/messages", &request_body("x")).await;
        assert!(events_expected.contains(&events(&client.reply().await.body()).len()));
    }
}

#[tokio::test]
async fn a_stall_and_a_hang_last_until_the_client_leaves() {
    for (fault, sent) in [(Fault::stall_after(1), true), (Fault::Hang, false), (Fault::stall_after(0), true)] {
        let server = ModelServer::start(turn().fault(fault));
        let mut client = Client::connect(&server).await;
        client.post("/v1/messages", &request_body("x")).await;
        let head = tokio::time::timeout(Duration::from_millis(if sent { 5000 } else { 50 }), client.head()).await;
        assert_eq!(head.is_ok(), sent);
        assert_eq!(server.request(1).await.outcome(), None);
        drop(client);
        server.answers(1).await;
        assert_eq!(server.requests()[0].outcome(), Some(Outcome::ClientLeft));
    }
}

#[tokio::test]
async fn no_answer_at_all() {
    let server = ModelServer::start(turn().fault(Fault::NoAnswer));
    let mut client = Client::connect(&server).await;
    client.post("/v1/messages", &request_body("x")).await;
    assert_eq!(client.head().await, Err(End::Closed));
}

#[tokio::test]
async fn a_gate_holds_the_stream() {
    let gate = Gate::new();
    let server = ModelServer::start(turn().fault(Fault::hold_after(2, &gate)));
    let mut client = Client::connect(&server).await;
    client.post("/v1/messages", &request_body("x")).await;
    gate.reached().await;
    client.head().await.unwrap();
    let first = client.chunk().await.unwrap();
    let second = client.chunk().await.unwrap();
    assert!(first.starts_with(b"event: message_start") && second.starts_with(b"event: content_block_start"));
    assert!(tokio::time::timeout(Duration::from_millis(20), client.chunk()).await.is_err());
    gate.open();
    while !client.chunk().await.unwrap().is_empty() {}
    server.answers(1).await;
    assert_eq!(server.requests()[0].outcome(), Some(Outcome::Complete));
}

#[tokio::test]
async fn delays_delay() {
    let started = Instant::now();
    let faults = [Fault::Wait(Duration::from_millis(20)), Fault::Pause(Duration::from_millis(2))];
    let chunks = reply(turn().faults(faults), WireFormat::OpenAi).await.chunks.len() as u32;
    assert!(started.elapsed() >= Duration::from_millis(20) + chunks * Duration::from_millis(2));
}

#[tokio::test]
async fn error_events() {
    for wire in WireFormat::ALL {
        let fault = Fault::ErrorEvent { after: 2, error: ApiError::Overloaded };
        let reply = reply(turn().fault(fault), wire).await;
        let answer = answer::read(wire, &reply.body());
        let count = if wire == WireFormat::Responses { 4 } else { 3 };
        assert_eq!(events(&reply.body()).len(), count, "{wire:?}");
        assert_eq!((answer.error.as_deref(), answer.ended, reply.end), (Some("Overloaded"), false, End::Complete));
    }
}

#[tokio::test]
async fn calls_interleave() {
    for wire in WireFormat::ALL {
        let body = reply(turn().fault(Fault::Interleave), wire).await.body();
        let body = String::from_utf8(body).unwrap();
        let at = |text: &str| body.find(text).unwrap_or_else(|| panic!("{text} in {body}"));
        // The second call begins before the arguments of the first one do.
        assert!(at(r#""name":"bash""#) < at(r#"{\"t"#), "{wire:?}");
        assert!(at(r#"{\"t"#) < at(r#"{\"c"#) && at(r#"{\"c"#) < at("日本"), "{wire:?}");
    }
}

#[tokio::test]
async fn the_heads_of_calls_vary() {
    let rows = [
        (Fault::RepeatCallHeads, r#""type":"function","function":{"name":"edit","arguments":"{\"t"}"#),
        (Fault::EmptyCallHeads, r#""id":"","type":"function","function":{"name":"","arguments":"{\"t"}"#),
        (Fault::NoCallIndex, r#""tool_calls":[{"function":{"arguments":"{\"t"}}]"#),
        (Fault::ReasoningKey("reasoning".into()), r#""delta":{"reasoning":"Hm."}"#),
    ];
    for (fault, piece) in rows {
        let body = String::from_utf8(reply(turn().fault(fault.clone()), WireFormat::OpenAi).await.body()).unwrap();
        assert!(body.contains(piece), "{fault:?}\n{body}");
    }
}

#[tokio::test]
async fn broken_arguments_arrive_broken() {
    for wire in WireFormat::ALL {
        let call = Call::new("edit", json!({"a": "b"})).broken(Broken::TrailingComma);
        let body = reply(Turn::calls([call]).delta_chars(1), wire).await.body();
        assert_eq!(answer::read(wire, &body).calls[0].2, r#"{"a":"b",}"#);
    }
}

#[tokio::test]
async fn fail_twice_then_succeed() {
    let failing = turn().fault(Fault::reset_after(1));
    let server = ModelServer::start(Script::repeat(2, failing).then([Turn::text("ok")]));
    let mut ends = Vec::new();
    for _ in 0..3 {
        ends.push(ask(&server, WireFormat::OpenAi).await.end);
    }
    assert_eq!(ends, [End::Reset, End::Reset, End::Complete]);
}

#[tokio::test]
async fn stopping_the_server_closes_everything() {
    let mut server = ModelServer::start(turn().fault(Fault::stall_after(1)));
    let mut client = Client::connect(&server).await;
    client.post(path_of(WireFormat::OpenAi), &request_body("x")).await;
    client.head().await.unwrap();
    client.chunk().await.unwrap();
    server.stop();
    assert_eq!(client.chunk().await, Err(End::Closed));
    assert!(tokio::net::TcpStream::connect(("127.0.0.1", server.port())).await.is_err());
}
