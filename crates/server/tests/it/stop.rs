//! The end of a server, and another that goes on.

use crate::{client::Request, place::Place};
use reasonix_testkit::{Call, Fault, Gate, Turn};
use serde_json::json;

#[tokio::test]
async fn a_question_outlives_the_server_and_is_answered_at_the_next() {
    let place = Place::new([Turn::calls([Call::new("bash", json!({ "command": "touch made" }))]), Turn::text("done")]);
    let first = place.start(place.settings()).await;
    let session = first.new_session().await;
    let mut stream = first.subscribe(&session).await;
    first.start_turn(&session, "make it").await;
    let events = stream.events_until("wait_opened").await;
    let wait = events.last().unwrap()["body"]["wait"]["id"].clone();
    first.stop().await;
    while stream.message().await.is_some() {}

    let second = place.start(place.settings()).await;
    let opened = second.open(json!({ "type": "existing", "session": session })).await;
    assert_eq!(opened, session);
    let mut stream = second.subscribe(&session).await;
    let past = stream.updates_until(|update| update["caught_up"].is_u64()).await;
    let kinds: Vec<&str> = past.iter().filter_map(|update| update["event"]["body"]["type"].as_str()).collect();
    assert!(kinds.contains(&"wait_opened") && !kinds.contains(&"wait_resolved"), "{kinds:?}");
    assert!(!kinds.contains(&"turn_ended"), "the turn goes on waiting: {kinds:?}");
    assert!(!place.workspace.has("made"));
    let answer = json!({ "type": "once" });
    second.submit(&session, json!({ "type": "resolve", "wait": wait, "answer": answer })).await;
    stream.events_until("turn_ended").await;
    assert!(place.workspace.has("made"));
    second.stop().await;
}

#[tokio::test]
async fn a_running_turn_is_stopped_and_its_session_let_go() {
    let gate = Gate::new();
    let place = Place::new([Turn::text("a long answer that never ends").fault(Fault::hold_after(2, &gate))]);
    let first = place.start(place.settings()).await;
    let session = first.new_session().await;
    let mut stream = first.subscribe(&session).await;
    first.start_turn(&session, "go").await;
    stream.updates_until(|update| update["live"]["body"]["type"] == "text_delta").await;
    let address = first.address;
    first.stop().await;
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "nobody listens any more");

    let second = place.start(place.settings()).await;
    second.open(json!({ "type": "existing", "session": session })).await;
    let mut stream = second.subscribe(&session).await;
    let past = stream.updates_until(|update| update["caught_up"].is_u64()).await;
    let bodies: Vec<_> = past.iter().map(|update| &update["event"]["body"]).collect();
    let ended = bodies.iter().find(|body| body["type"] == "turn_ended").expect("the turn has an end");
    assert_eq!(ended["end"]["type"], "interrupted");
    assert!(bodies.iter().any(|body| body["type"] == "session_closed"));
}

#[tokio::test]
async fn a_port_that_is_taken_is_told() {
    let place = Place::new([Turn::text("ok")]);
    let server = place.start(place.settings()).await;
    let problem = reasonix_server::Server::bind(server.address).await.unwrap_err();
    assert_eq!(problem.code, "port_busy");
    assert_eq!(problem.params["port"], server.address.port().to_string());
    assert_eq!(Request::get("/nothing").send(server.address).await.status, 404);
}
