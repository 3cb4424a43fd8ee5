//! Long sessions by parts: the newest turns first, the older ones when they are asked for.

use crate::support::{Place, Process};
use reasonix_protocol::{
    Body, Command, Event, Problem, Reply, SessionId, SubscribeParams, TurnId, Update,
    command::{SessionChangesParams, SessionEventsParams},
};
use reasonix_testkit::{Call, Turn};
use serde_json::json;

/// A session of three turns, each of which writes a file; with all of its events.
async fn three_turns(place: &Place, process: &Process) -> (SessionId, Vec<Event>) {
    let session = process.open_new().await;
    for turn in 1..=3 {
        process.turn(&session, &format!("turn {turn}")).await;
    }
    let mut watching = process.watch(&session).await;
    let all = watching.caught_up().await.into_iter().map(event).collect();
    assert!(place.project.has("three.txt"));
    (session, all)
}

fn script() -> Vec<Turn> {
    let write = |name: &str| {
        let call = Call::new("write_file", json!({ "path": format!("{name}.txt"), "content": "x\n".repeat(9) }));
        [Turn::calls([call]), Turn::text("done")]
    };
    ["one", "two", "three"].into_iter().flat_map(write).collect()
}

fn place() -> Place {
    let place = Place::new(script());
    place.home.write("config.toml", format!("{}[permissions]\nmode = \"allow\"\n", Place::config(&place.server)));
    place
}

fn event(update: Update) -> Event {
    match update {
        Update::Event(event) => event,
        other => panic!("{other:?}"),
    }
}

fn begin_of(events: &[Event], turn: u32) -> u64 {
    let begins = |event: &&Event| event.turn == Some(TurnId(turn)) && matches!(event.body, Body::TurnStarted { .. });
    events.iter().find(begins).unwrap().seq
}

async fn older(process: &Process, params: SessionEventsParams) -> Result<Vec<Event>, Problem> {
    match process.call(Command::SessionEvents(params)).await? {
        Reply::SessionEvents(reply) => Ok(reply.events),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_newest_turns_come_behind_a_snapshot_and_the_older_ones_when_asked_for() {
    let place = place();
    let process = place.start();
    let (session, all) = three_turns(&place, &process).await;
    let params = |newest| SubscribeParams::Session {
        session: session.clone(),
        from_seq: 1,
        preview_bytes: None,
        newest: Some(newest),
    };

    let mut watching = process.watch_with(params(1)).await;
    let mut updates = watching.caught_up().await.into_iter();
    let Some(Update::Snapshot(snapshot)) = updates.next() else { panic!("a snapshot comes first") };
    let third = begin_of(&all, 3);
    assert_eq!((snapshot.seq, snapshot.turn, snapshot.call.0), (third - 1, TurnId(2), 2));
    let newest: Vec<Event> = updates.map(event).collect();
    assert_eq!(newest, all[third as usize - 1..]);

    let ask = |before_seq, at_least| SessionEventsParams {
        session: session.clone(),
        before_seq,
        at_least,
        preview_bytes: Some(4),
    };
    let second = older(&process, ask(third, 1)).await.unwrap();
    assert_eq!(second.first().unwrap().seq, begin_of(&all, 2));
    assert_eq!(second.last().unwrap().seq, third - 1);
    let cut = second.iter().find_map(|event| match &event.body {
        Body::CallFinished { content, whole_bytes, .. } => Some((content.len(), whole_bytes.is_some())),
        _ => None,
    });
    assert_eq!(cut, Some((4, true)));
    // The first turn goes with what stands before it, and so does more than there is.
    let first = older(&process, ask(begin_of(&all, 2), 1)).await.unwrap();
    assert_eq!((first.first().unwrap().seq, first.len() + second.len() + newest.len()), (1, all.len()));
    assert_eq!(older(&process, ask(third, 1000)).await.unwrap().first().unwrap().seq, 1);
    assert_eq!(older(&process, ask(1, 10)).await.unwrap(), []);

    // Where everything is wanted, or fits, nothing stands for anything.
    let mut watching = process.watch_with(params(1000)).await;
    let whole: Vec<Event> = watching.caught_up().await.into_iter().map(event).collect();
    assert_eq!(whole, all);
}

#[tokio::test]
async fn what_older_turns_changed_is_told() {
    let place = place();
    let process = place.start();
    let (session, all) = three_turns(&place, &process).await;
    let before_seq = begin_of(&all, 3);
    let params = SessionChangesParams { session, before_seq };
    let Ok(Reply::SessionChanges(reply)) = process.call(Command::SessionChanges(params)).await else { panic!() };
    let told: Vec<_> = reply.changes.iter().map(|change| (change.turn.0, change.files[0].path.as_str())).collect();
    assert_eq!(told, [(1, "one.txt"), (2, "two.txt")]);
}

#[tokio::test]
async fn a_session_that_is_not_there_is_told() {
    let place = place();
    let process = place.start();
    let session = SessionId("20260101-000000-aaaaaa".into());
    let params = SessionEventsParams { session, before_seq: 9, at_least: 1, preview_bytes: None };
    assert_eq!(older(&process, params).await.unwrap_err().code, "session_not_found");
}
