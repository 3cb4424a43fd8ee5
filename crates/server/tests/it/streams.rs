//! Streams of events: going on where one was, clients that do not read, and too many of them.

use crate::{
    client::Request,
    place::{Place, Running},
};
use reasonix_testkit::{Script, Turn};
use serde_json::Value;

fn seqs(events: &[Value]) -> Vec<u64> {
    events.iter().map(|event| event["seq"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn a_stream_gives_all_events_in_order_and_goes_on_after_the_last_that_was_read() {
    let place = Place::new(Script::repeat(9, Turn::text("some words")));
    let server = place.start(place.settings()).await;
    let session = server.new_session().await;
    let mut stream = server.subscribe(&session).await;
    server.start_turn(&session, "one").await;
    let events = stream.events_until("turn_ended").await;
    let last = events.len() as u64;
    assert_eq!(seqs(&events), (1..=last).collect::<Vec<_>>());
    drop(stream);
    server.start_turn(&session, "two").await;
    let path = format!("/api/events?session={session}&from_seq=1");
    let again = Request::get(&path).header("cookie", &server.cookie).header("last-event-id", &last.to_string());
    let mut stream = again.open(server.address).await;
    assert_eq!(stream.head().await.status, 200);
    let more = stream.events_until("turn_ended").await;
    assert_eq!(seqs(&more)[0], last + 1, "the number of the header counts, not the one of the address");
    assert!(serde_json::to_string(&more).unwrap().contains("two"));
}

#[tokio::test]
async fn each_message_has_the_number_of_its_last_event() {
    let place = Place::new(Script::repeat(9, Turn::text("some words")));
    let server = place.start(place.settings()).await;
    let session = server.new_session().await;
    server.start_turn(&session, "one").await;
    let mut stream = server.subscribe(&session).await;
    let mut caught_up = false;
    loop {
        let message = stream.message().await.unwrap();
        let newest = message.updates.iter().filter_map(|update| update["event"]["seq"].as_u64()).next_back();
        assert_eq!(message.id, newest);
        caught_up |= message.updates.iter().any(|update| update["caught_up"].is_u64());
        if message.updates.iter().any(|update| update["event"]["body"]["type"] == "turn_ended") && caught_up {
            break;
        }
    }
}

/// Waits until a request is answered with this status.
async fn wait_for_status(server: &Running, request: &Request, status: u16) {
    for _ in 0..600 {
        let mut stream = request.open(server.address).await;
        if stream.head().await.status == status {
            return;
        }
        tokio::task::yield_now().await;
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("{status} never came");
}

const TURNS: usize = 12;

#[tokio::test]
async fn a_client_that_does_not_read_is_cut_off_and_comes_back_without_loss() {
    let place = Place::new(Script::repeat(99, Turn::text("ok")));
    let mut settings = place.settings();
    settings.limits.streams = 2;
    settings.limits.unread = 1 << 18;
    settings.limits.most_unread = 3 << 20;
    let server = place.start(settings).await;
    let session = server.new_session().await;
    let mut slow = server.subscribe(&session).await;
    let mut quick = server.subscribe(&session).await;
    // More than the system keeps for a connection, and the server's own bound.
    let text = "y".repeat(1 << 20);
    for _ in 0..TURNS {
        server.start_turn(&session, &text).await;
        quick.events_until("turn_ended").await;
    }
    // Its place is free again although it still holds its end.
    let signals = Request::get("/api/events?signals").header("cookie", &server.cookie);
    wait_for_status(&server, &signals, 200).await;
    let mut seen = Vec::new();
    let mut last = 0;
    while let Some(message) = slow.message().await {
        seen.extend(message.updates.into_iter().map(|mut update| update["event"].take()).filter(Value::is_object));
        last = message.id.unwrap_or(last);
    }
    assert!(last > 0, "it had read something");
    let path = format!("/api/events?session={session}&from_seq=1");
    let again = Request::get(&path).header("cookie", &server.cookie).header("last-event-id", &last.to_string());
    wait_for_status(&server, &again, 200).await;
    let mut stream = again.open(server.address).await;
    assert_eq!(stream.head().await.status, 200);
    let rest = stream.updates_until(|update| update["caught_up"].is_u64()).await;
    seen.extend(rest.into_iter().map(|mut update| update["event"].take()).filter(Value::is_object));
    assert_eq!(seqs(&seen), (1..=seen.len() as u64).collect::<Vec<_>>());
    let turns = seen.iter().filter(|event| event["body"]["type"] == "turn_ended").count();
    assert_eq!(turns, TURNS);
}

#[tokio::test]
async fn a_slow_client_gets_all_of_a_long_past() {
    let place = Place::new(Script::repeat(99, Turn::text("ok")));
    let mut settings = place.settings();
    settings.limits.unread = 1 << 16;
    settings.limits.most_unread = 1 << 17;
    let server = place.start(settings).await;
    let session = server.new_session().await;
    let text = "z".repeat(1 << 20);
    for _ in 0..6 {
        let mut stream = server.subscribe(&session).await;
        stream.updates_until(|update| update["caught_up"].is_u64()).await;
        server.start_turn(&session, "short").await;
        stream.events_until("turn_ended").await;
    }
    server.start_turn(&session, &text).await;
    let mut stream = server.subscribe(&session).await;
    let updates = stream.updates_until(|update| update["caught_up"].is_u64()).await;
    let past: Vec<Value> =
        updates.into_iter().map(|mut update| update["event"].take()).filter(Value::is_object).collect();
    assert_eq!(seqs(&past), (1..=past.len() as u64).collect::<Vec<_>>());
    assert!(past.iter().any(|event| event["body"]["input"][0]["text"] == text.as_str()));
}

#[tokio::test]
async fn too_many_streams_are_refused_and_those_that_go_make_room() {
    let place = Place::new([Turn::text("ok")]);
    let mut settings = place.settings();
    settings.limits.streams = 3;
    let server = place.start(settings).await;
    let signals = Request::get("/api/events?signals").header("cookie", &server.cookie);
    let mut streams = Vec::new();
    for _ in 0..3 {
        let mut stream = signals.open(server.address).await;
        assert_eq!(stream.head().await.status, 200);
        streams.push(stream);
    }
    for _ in 0..50 {
        let response = signals.send(server.address).await;
        assert_eq!(response.problem(), (429, "too_many_streams".to_owned()));
        assert_eq!(response.header("retry-after"), "5");
    }
    streams.pop();
    wait_for_status(&server, &signals, 200).await;
}

#[tokio::test]
async fn a_closed_session_ends_its_streams() {
    let place = Place::new([Turn::text("ok")]);
    let server = place.start(place.settings()).await;
    let session = server.new_session().await;
    let mut stream = server.subscribe(&session).await;
    server.submit(&session, serde_json::json!({ "type": "close" })).await;
    let events = stream.events_until("session_closed").await;
    assert!(!events.is_empty());
    assert_eq!(stream.message().await, None);
}

#[tokio::test]
async fn signals_come_along_with_a_session() {
    let place = Place::new([Turn::text("some words")]);
    let server = place.start(place.settings()).await;
    let session = server.new_session().await;
    let path = format!("/api/events?session={session}&from_seq=1&signals");
    let mut stream = Request::get(&path).header("cookie", &server.cookie).open(server.address).await;
    assert_eq!(stream.head().await.status, 200);
    stream.updates_until(|update| update["caught_up"].is_u64()).await;
    server.start_turn(&session, "one").await;
    let mut updates = Vec::new();
    let has = |updates: &[Value], fits: &dyn Fn(&Value) -> bool| updates.iter().any(fits);
    let ended = |update: &Value| update["event"]["body"]["type"] == "turn_ended";
    let told = |update: &Value| update["signal"]["type"] == "session_status";
    while !(has(&updates, &ended) && has(&updates, &told)) {
        updates.extend(stream.message().await.unwrap().updates);
    }
    let neither = Request::get("/api/events").header("cookie", &server.cookie).send(server.address).await;
    assert_eq!(neither.problem(), (400, "query_malformed".to_owned()));
}
