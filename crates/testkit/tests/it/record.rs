//! What is kept of requests, and what can be asked of it.

use std::time::Instant;

use reasonix_testkit::{Keep, ModelServer, Options, Outcome, Script, Turn, WireFormat};
use serde_json::{Value, json};

use crate::client::{Client, path_of};

async fn send(server: &ModelServer, wire: WireFormat, bodies: &[Value]) {
    let mut client = Client::connect(server).await;
    for body in bodies {
        client.post(path_of(wire), body.to_string().as_bytes()).await;
        assert_eq!(client.reply().await.status, 200);
    }
    server.answers(bodies.len()).await;
}

fn done() -> Script {
    Script::new([]).then_done()
}

#[tokio::test]
async fn requests_are_kept_whole() {
    let before = Instant::now();
    let server = ModelServer::start(done());
    let body = json!({"messages": [], "stream": true});
    send(&server, WireFormat::OpenAi, std::slice::from_ref(&body)).await;
    let request = server.request(1).await;
    assert_eq!((request.body.clone(), request.json()), (body.to_string().into_bytes(), &body));
    assert_eq!((request.header("host"), request.method.as_str()), (Some("x"), "POST"));
    assert_eq!((request.wire, request.outcome()), (Some(WireFormat::OpenAi), Some(Outcome::Complete)));
    let ended = request.response_ended_at().unwrap();
    assert!(before < request.at && request.at <= ended && ended <= Instant::now());
    assert_eq!(request.growth(), None);
}

#[tokio::test]
async fn only_sizes_and_growth_are_kept_for_benchmarks() {
    let options = Options { keep: Keep::Sizes, ..Options::default() };
    let server = ModelServer::start_with(done(), options);
    let messages = |count| json!({"model": "m", "messages": vec![json!({"content": "x"}); count], "stream": true});
    let bodies = [messages(1), messages(3), messages(2)];
    send(&server, WireFormat::OpenAi, &bodies).await;
    let requests = server.requests();
    assert!(requests.iter().all(|request| request.body.is_empty() && request.headers.is_empty()));
    let sizes: Vec<_> = requests.iter().map(|request| request.body_bytes).collect();
    assert_eq!(sizes, bodies.each_ref().map(|body| body.to_string().len()));
    let extends: Vec<_> = requests.iter().map(|request| request.growth().unwrap().extends_previous).collect();
    assert_eq!(extends, [false, true, false]);
    assert_eq!(server.gaps().len(), 2);
}

#[tokio::test]
async fn questions_are_answered_alike_for_every_format() {
    let bodies = [
        json!({"stream": true, "tools": [{"type": "function", "function": {"name": "bash"}}], "messages": [
            {"role": "system", "content": "be good"}, {"role": "user", "content": [{"type": "text", "text": "hi"}]},
            {"role": "assistant", "tool_calls": []}, {"role": "tool", "tool_call_id": "c1", "content": "out"}]}),
        json!({"stream": true, "tools": [{"name": "bash"}], "system": [{"type": "text", "text": "be good"}], "messages": [
            {"role": "user", "content": "hi"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "c1"}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "out"}]}]}]}),
        json!({"stream": true, "tools": [{"type": "function", "name": "bash"}], "instructions": "be good", "input": [
            {"role": "user", "content": [{"type": "input_text", "text": "hi"}]}, {"type": "function_call", "call_id": "c1"},
            {"type": "function_call_output", "call_id": "c1", "output": "out"}]}),
    ];
    for (wire, body) in WireFormat::ALL.into_iter().zip(bodies) {
        let server = ModelServer::start(done());
        send(&server, wire, &[body]).await;
        let request = server.request(1).await;
        assert_eq!((request.system_text().as_str(), request.last_user_text().as_str()), ("be good", "hi"), "{wire:?}");
        assert_eq!(request.tool_names(), ["bash"]);
        assert_eq!(request.tool_results(), [("c1".to_owned(), "out".to_owned())]);
        assert!(request.mentions("be good") && !request.mentions("be bad"));
    }
}

#[tokio::test]
async fn a_request_that_extends_another_says_so() {
    let body = |system: &str, messages: Value| json!({"stream": true, "system": system, "messages": messages});
    let marked =
        json!({"role": "user", "content": [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}]});
    let plain = json!({"role": "user", "content": [{"type": "text", "text": "a"}]});
    let server = ModelServer::start(done());
    let bodies = [
        body("s", json!([marked])),
        body("s", json!([plain, {"role": "assistant"}])),
        body("s", json!([{"role": "user"}])),
        body("other", json!([plain])),
    ];
    send(&server, WireFormat::Anthropic, &bodies).await;
    let requests = server.requests();
    assert_eq!(requests[1].extends(&requests[0]), Ok(()));
    assert!(requests[0].extends(&requests[1]).unwrap_err().contains("message 1 was"));
    assert!(requests[2].extends(&requests[0]).unwrap_err().contains("message 0 was"));
    assert!(requests[3].extends(&requests[0]).unwrap_err().contains("system was"));
}

#[tokio::test]
async fn waiting_sees_a_request_before_its_answer_ends() {
    let gate = reasonix_testkit::Gate::new();
    let server = ModelServer::start(Turn::text("x").fault(reasonix_testkit::Fault::hold_after(0, &gate)));
    let mut client = Client::connect(&server).await;
    client.post("/v1/messages", br#"{"stream": true}"#).await;
    assert_eq!(server.request(1).await.outcome(), None);
    gate.open();
    client.reply().await;
}
