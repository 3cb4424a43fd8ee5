//! Subscribing in the middle of things.

use crate::support::{Place, said};
use reasonix_protocol::{Command, LiveBody, Op, Reply, SessionId, Update, command::SessionParams};
use reasonix_testkit::{Call, Fault, Gate, Script, Turn};
use serde_json::json;

#[tokio::test]
async fn who_comes_in_the_middle_of_an_answer_sees_what_was_said() {
    let gate = Gate::new();
    let turn =
        Turn::text("one two three four").reasoning("a thought").delta_chars(4).fault(Fault::hold_after(6, &gate));
    let place = Place::new(Script::new([turn]));
    let process = place.start();
    let session = process.open_new().await;
    let mut first = process.watch(&session).await;
    process.say(&session, "count");
    let (mut text, mut reasoning) = (String::new(), String::new());
    gate.reached().await;
    while text.is_empty() {
        match first.live().await {
            LiveBody::TextDelta { text: more } => text.push_str(&more),
            LiveBody::ReasoningDelta { text: more } => reasoning.push_str(&more),
            _ => {}
        }
    }
    // As a reload does.
    let mut second = process.watch(&session).await;
    let before = second.caught_up().await;
    assert!(before.iter().all(|update| matches!(update, Update::Event(_))), "{before:?}");
    assert_eq!(second.live().await, LiveBody::StepStarted);
    assert_eq!(second.live().await, LiveBody::ReasoningDelta { text: "a thought".into() });
    let LiveBody::TextDelta { text: mut so_far } = second.live().await else { panic!("no text") };
    assert!(!so_far.is_empty() && "one two three four".starts_with(&so_far), "{so_far}");
    gate.open();
    let events = loop {
        match second.next().await {
            Update::Live(live) => {
                if let LiveBody::TextDelta { text } = live.body {
                    so_far.push_str(&text);
                }
            }
            Update::Event(event) => break event,
            _ => {}
        }
    };
    let mut rest = vec![events];
    rest.extend(second.turn_end().await);
    assert_eq!((so_far.as_str(), said(&rest).as_str()), ("one two three four", "one two three four"));
}

#[tokio::test]
async fn who_comes_while_a_call_runs_sees_its_output() {
    let command = "echo early; while [ ! -e go ]; do sleep 0.05; done; echo late";
    let place = Place::new([Turn::calls([Call::new("bash", json!({"command": command}))]), Turn::text("done")]);
    place.home.write("config.toml", format!("{}[permissions]\nmode = \"allow\"\n", Place::config(&place.server)));
    let process = place.start();
    let session = process.open_new().await;
    let mut first = process.watch(&session).await;
    process.say(&session, "run");
    let output = |update: &Update| match update {
        Update::Live(live) => match &live.body {
            LiveBody::CallOutput { text, .. } => Some(text.clone()),
            _ => None,
        },
        _ => None,
    };
    first.find(output).await;
    let mut second = process.watch(&session).await;
    second.caught_up().await;
    assert!(second.find(output).await.contains("early"));
    place.project.write("go", "");
    assert_eq!(said(&second.turn_end().await), "done");
}

#[tokio::test]
async fn a_closed_session_takes_nothing_more() {
    let place = Place::new([Turn::text("x")]);
    let process = place.start();
    let session = process.open_new().await;
    process.0.close().await;
    let op = reasonix_protocol::SubmitParams { session: session.clone(), op: Op::Interrupt };
    assert_eq!(process.0.submit(op).unwrap_err().code, "session_closed");
    let params = SessionParams { session: SessionId("none".into()) };
    assert_eq!(process.refusal(Command::SessionRestore(params)).await, "session_not_found");
    let Reply::Workspaces(_) = process.call(Command::Workspaces).await.unwrap() else { panic!("no list") };
}
