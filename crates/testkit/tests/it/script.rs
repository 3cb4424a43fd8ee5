//! Which turn answers which request, in code and from JSON.

use reasonix_testkit::{ModelServer, Script, Turn, WireFormat};
use serde_json::json;

use crate::answer::{self, Answer};
use crate::client::{Client, path_of, request_body};

async fn ask(server: &ModelServer, wire: WireFormat, text: &str) -> (u16, Answer) {
    let mut client = Client::connect(server).await;
    client.post(path_of(wire), &request_body(text)).await;
    let reply = client.reply().await;
    let answer = if reply.status == 200 { answer::read(wire, &reply.body()) } else { Answer::default() };
    (reply.status, answer)
}

async fn texts(server: &ModelServer, prompts: &[&str]) -> Vec<String> {
    let mut texts = Vec::new();
    for prompt in prompts {
        let (status, answer) = ask(server, WireFormat::OpenAi, prompt).await;
        texts.push(if status == 200 { answer.text } else { status.to_string() });
    }
    texts
}

#[tokio::test]
async fn turns_come_in_order_and_then_no_more() {
    let server = ModelServer::start(Script::new([Turn::text("a")]).then_repeat(2, Turn::text("b")));
    assert_eq!(texts(&server, &[""; 3]).await, ["a", "b", "b"]);
    assert!(!server.exhausted());
    assert_eq!(texts(&server, &[""]).await, ["400"]);
    assert!(server.exhausted());
    server.push(Turn::text("c"));
    assert_eq!(texts(&server, &[""]).await, ["c"]);
}

#[tokio::test]
async fn a_script_may_end_with_done() {
    let server = ModelServer::start(Script::new([Turn::text("a")]).then_done());
    assert_eq!(texts(&server, &[""; 3]).await, ["a", "done", "done"]);
    assert!(!server.exhausted());
}

#[tokio::test]
async fn lanes_have_turns_of_their_own() {
    let script = Script::new([Turn::text("1"), Turn::text("2")])
        .when(|request| request.mentions("child \"A\""), [Turn::text("a")])
        .when(|request| request.mentions("child"), [Turn::text("b1"), Turn::text("b2")]);
    let server = ModelServer::start(script);
    let prompts = ["x", "child \"A\"", "child B", "x", "child B", "child \"A\""];
    assert_eq!(texts(&server, &prompts).await, ["1", "a", "b1", "2", "b2", "400"]);
}

#[tokio::test]
async fn a_turn_may_look_at_the_request() {
    let echo = Turn::respond(|request| Turn::text(format!("{}: {}", request.number, request.last_user_text())));
    let server = ModelServer::start(Script::repeat(2, echo));
    assert_eq!(texts(&server, &["x", "y"]).await, ["0: x", "1: y"]);
}

#[tokio::test]
async fn scripts_from_json() {
    let script = r#"{
        "turns": [
            {"text": "t", "reasoning": "r", "signature": "s", "usage": {"fresh": 1, "cached": 2, "output": 3},
             "calls": [{"name": "n", "arguments": {"a": 1}, "id": "i"}, {"name": "m", "arguments": "{"}],
             "faults": ["comments", {"chunk_every": 3}, {"line_ends": "cr"}, {"pause": 0}]},
            {"error": "overloaded", "retry_after": {"date_in": 2}, "repeat": 2},
            {"error": {"other": {"status": 418, "code": "teapot", "message": "short and stout"}}},
            {"refusal": "no", "faults": [{"cut": {"at": {"bytes": 100000}, "ending": "finish"}}]}
        ],
        "lanes": [{"mentions": "special", "turns": [{"text": "lane"}]}],
        "then_done": true
    }"#;
    let server = ModelServer::start(Script::from_json(script).unwrap());
    let (_, answer) = ask(&server, WireFormat::Anthropic, "x").await;
    let calls = vec![(Some("i".into()), "n".into(), r#"{"a":1}"#.into())];
    let expected = Answer {
        text: "t".into(),
        reasoning: "r".into(),
        signature: Some("s".into()),
        stop: Some("tool_use".into()),
        usage: Some((1, 2, 3)),
        ended: true,
        calls,
        ..Answer::default()
    };
    assert_eq!(Answer { calls: answer.calls[..1].to_vec(), ..answer.clone() }, expected);
    assert_eq!(answer.calls[1].2, "{");
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(ask(&server, WireFormat::OpenAi, "x").await.0);
    }
    assert_eq!(statuses, [529, 529, 418]);
    assert_eq!(ask(&server, WireFormat::OpenAi, "x").await.1.refusal, "no");
    assert_eq!(texts(&server, &["special", "x"]).await, ["lane", "done"]);
}

#[test]
fn mistakes_in_a_script_file_are_located() {
    let check = |text: &str, expected: &str| {
        let error = Script::from_json(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    check("{\"turns\": [\n{\"txt\": \"a\"}]}", "unknown field `txt`");
    check("{\"turns\": [\n{\"txt\": \"a\"}]}", "line 2");
    check(&json!({"turns": [{"faults": ["nonsense"]}]}).to_string(), "unknown variant `nonsense`");
    check("{}", "missing field `turns`");
}
