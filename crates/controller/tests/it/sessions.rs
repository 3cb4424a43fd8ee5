//! Sessions in lists: names, what was seen, deleting, copying, searching, context and output.

use crate::support::{Place, said};
use reasonix_protocol::{
    Answer, Body, CallId, CallOutcome, Command, Op, Reply, SessionId, Signal, TurnEnd,
    command::{
        ContextKind, OutputReadParams, SessionChoice, SessionEditParams, SessionHit, SessionParams, SessionStatus,
        SessionSummary, SessionsSearchParams,
    },
};
use reasonix_testkit::{ApiError, Call, Script, Turn, Workspace};
use serde_json::json;

fn edit(session: &SessionId) -> SessionEditParams {
    SessionEditParams { session: session.clone(), title: None, pinned: None, archived: None, seen: false }
}

fn one(session: &SessionId) -> SessionParams {
    SessionParams { session: session.clone() }
}

fn edited(reply: Reply) -> SessionSummary {
    match reply {
        Reply::SessionEdited(summary) => *summary,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn names_pins_and_the_archive_are_kept() {
    let place = Place::new([Turn::text("hello")]);
    let process = place.start();
    let session = process.open_new().await;
    process.turn(&session, "first words\nmore").await;
    let mut signals = process.signals().await;

    let named = SessionEditParams { title: Some("  My work\n".into()), pinned: Some(true), ..edit(&session) };
    let summary = edited(process.call(Command::SessionEdit(named)).await.unwrap());
    assert_eq!((summary.title.as_str(), summary.pinned, summary.turns), ("My work", true, 1));
    let told = signals
        .signal(|signal| match signal {
            Signal::SessionChanged { summary } if summary.pinned => Some(summary.title.clone()),
            _ => None,
        })
        .await;
    assert_eq!(told, "My work");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let meta = place.journal(&session).with_extension("meta.json");
        assert_eq!(std::fs::metadata(meta).unwrap().permissions().mode() & 0o777, 0o600);
    }

    // Another process sees the same; the empty title is the first words again.
    let process = place.start();
    assert_eq!(process.sessions(false, false).await[0].title, "My work");
    let archived = SessionEditParams { title: Some(String::new()), archived: Some(true), ..edit(&session) };
    let summary = edited(process.call(Command::SessionEdit(archived)).await.unwrap());
    assert_eq!((summary.title.as_str(), summary.pinned, summary.archived), ("first words…", true, true));
    assert!(process.sessions(false, false).await.is_empty());
    assert_eq!(process.sessions(false, true).await.len(), 1);

    std::fs::write(place.journal(&session).with_extension("meta.json"), "{ broken").unwrap();
    let listed = process.sessions(false, false).await;
    assert_eq!((listed[0].pinned, listed[0].archived), (false, false));
    let pinned = SessionEditParams { pinned: Some(true), ..edit(&session) };
    assert!(edited(process.call(Command::SessionEdit(pinned)).await.unwrap()).pinned);

    let stranger = edit(&SessionId("20200101-000000-000000".into()));
    assert_eq!(process.refusal(Command::SessionEdit(stranger)).await, "session_not_found");
    let escape = edit(&SessionId("../../config".into()));
    assert_eq!(process.refusal(Command::SessionEdit(escape)).await, "session_not_found");
}

#[tokio::test]
async fn how_a_session_stands_is_told_and_kept() {
    let bash = Call::new("bash", json!({"command": "touch made"}));
    let place = Place::new([Turn::calls([bash]), Turn::text("done"), Turn::error(ApiError::BadRequest)]);
    let process = place.start();
    let session = process.open_new().await;
    let mut signals = process.signals().await;
    let wanted = session.clone();
    let status = move |signal: &Signal| match signal {
        Signal::SessionStatus { session, status } if *session == wanted => Some(*status),
        _ => None,
    };
    // Nobody is subscribed.
    process.say(&session, "work");
    assert_eq!(signals.signal(&status).await, SessionStatus::Running);
    assert_eq!(signals.signal(&status).await, SessionStatus::Waiting { waits: 1 });
    let listed = process.sessions(false, false).await;
    assert_eq!((listed[0].status, listed[0].in_use), (SessionStatus::Waiting { waits: 1 }, false));
    process.submit(&session, Op::Resolve { wait: reasonix_protocol::WaitId(1), answer: Answer::Once });
    assert_eq!(signals.signal(&status).await, SessionStatus::Running);
    assert_eq!(signals.signal(&status).await, SessionStatus::Unseen);
    let seen = SessionEditParams { seen: true, ..edit(&session) };
    process.call(Command::SessionEdit(seen.clone())).await.unwrap();
    assert_eq!(signals.signal(&status).await, SessionStatus::Resting);
    process.say(&session, "again");
    assert_eq!(signals.signal(&status).await, SessionStatus::Running);
    assert_eq!(signals.signal(&status).await, SessionStatus::Failed);
    process.call(Command::SessionEdit(seen)).await.unwrap();
    process.0.close().await;
    assert_eq!(place.start().sessions(false, false).await[0].status, SessionStatus::Failed);
}

#[tokio::test]
async fn an_end_that_nobody_saw_is_still_unseen_after_a_restart() {
    let place = Place::new([Turn::text("a"), Turn::text("b")]);
    let process = place.start();
    let session = process.open_new().await;
    let mut signals = process.signals().await;
    process.say(&session, "work");
    signals
        .signal(|signal| match signal {
            Signal::SessionStatus { status: SessionStatus::Unseen, .. } => Some(()),
            _ => None,
        })
        .await;
    process.0.close().await;
    drop(process);
    let process = place.start();
    assert_eq!(process.sessions(false, false).await[0].status, SessionStatus::Unseen);
    // Looking at it is seeing it.
    process.open(SessionChoice::Existing { session: session.clone() }).await.unwrap();
    process.turn(&session, "go on").await;
    process.0.close().await;
    assert_eq!(place.start().sessions(false, false).await[0].status, SessionStatus::Resting);
}

#[tokio::test]
async fn a_pending_wait_outlives_the_process() {
    let bash = Call::new("bash", json!({"command": "touch made"}));
    let place = Place::new([Turn::calls([bash]), Turn::text("done")]);
    let process = place.start();
    let session = process.open_new().await;
    let mut watching = process.watch(&session).await;
    process.say(&session, "work");
    let wait = watching.wait_opened().await;
    process.0.close().await;

    let process = place.start();
    assert_eq!(process.sessions(false, false).await[0].status, SessionStatus::Waiting { waits: 1 });
    process.open(SessionChoice::Existing { session: session.clone() }).await.unwrap();
    let mut watching = process.watch(&session).await;
    assert_eq!(watching.wait_opened().await, wait);
    process.submit(&session, Op::Resolve { wait, answer: Answer::Once });
    let events = watching.turn_end().await;
    assert_eq!(said(&events), "done");
    assert!(place.project.has("made"));
}

#[tokio::test]
async fn deleting_is_undone() {
    let place = Place::new([Turn::text("hello"), Turn::text("again")]);
    let process = place.start();
    let session = process.open_new().await;
    process.turn(&session, "first").await;
    let mut signals = process.signals().await;
    process.call(Command::SessionDelete(one(&session))).await.unwrap();
    signals.signal(|signal| matches!(signal, Signal::SessionGone { .. }).then_some(())).await;
    assert!(process.sessions(true, true).await.is_empty());
    let existing = SessionChoice::Existing { session: session.clone() };
    assert_eq!(process.open(existing.clone()).await.unwrap_err().code, "session_not_found");
    assert_eq!(process.refusal(Command::SessionDelete(one(&session))).await, "session_not_found");

    let summary = edited(process.call(Command::SessionRestore(one(&session))).await.unwrap());
    assert_eq!((summary.title.as_str(), summary.turns), ("first", 1));
    process.open(existing).await.unwrap();
    process.turn(&session, "second").await;
    assert_eq!(process.refusal(Command::SessionRestore(one(&session))).await, "session_not_found");
}

#[tokio::test]
async fn what_was_deleted_long_ago_is_removed() {
    let place = Place::new([Turn::text("hello")]);
    let process = place.start();
    let session = process.open_new().await;
    process.turn(&session, "first").await;
    process.call(Command::SessionDelete(one(&session))).await.unwrap();
    let project = std::fs::read_dir(place.home.join("sessions")).unwrap().next().unwrap().unwrap().path();
    let meta = project.join(".deleted").join(format!("{session}.meta.json"));
    assert!(meta.exists());
    std::fs::write(&meta, r#"{"deleted_at": 1000}"#).unwrap();
    let process = place.start();
    process.sessions(false, false).await;
    assert!(!meta.exists());
    assert_eq!(process.refusal(Command::SessionRestore(one(&session))).await, "session_not_found");
}

#[tokio::test]
async fn a_session_of_another_process_is_left_alone_and_can_be_copied() {
    let bash = Call::new("bash", json!({"command": "touch made"}));
    let place = Place::new([Turn::text("the answer"), Turn::calls([bash]), Turn::text("in the copy")]);
    let (first, second) = (place.start(), place.start());
    let session = first.open_new().await;
    first.turn(&session, "a question").await;
    let mut watching = first.watch(&session).await;
    first.say(&session, "work");
    watching.wait_opened().await;

    let existing = SessionChoice::Existing { session: session.clone() };
    assert_eq!(second.open(existing).await.unwrap_err().code, "session_in_use");
    assert_eq!(second.refusal(Command::SessionDelete(one(&session))).await, "session_in_use");

    let copy = second.open(SessionChoice::CopyOf { session: session.clone() }).await.unwrap().session;
    assert_ne!(copy, session);
    let mut watching = second.watch(&copy).await;
    let first_turn = watching.turn_end().await;
    assert_eq!(said(&first_turn), "the answer");
    assert!(first_turn.iter().all(|event| event.session == copy));
    // What the original waits for is not asked twice.
    let second_turn = watching.turn_end().await;
    let ends = |body: &Body| matches!(body, Body::TurnEnded { end: TurnEnd::Interrupted });
    assert!(second_turn.iter().any(|event| ends(&event.body)));
    let cancelled = |body: &Body| matches!(body, Body::CallFinished { outcome: CallOutcome::Cancelled, .. });
    assert!(second_turn.iter().any(|event| cancelled(&event.body)));
    second.say(&copy, "go on");
    assert_eq!(said(&watching.turn_end().await), "in the copy");
    assert_eq!(first.sessions(false, false).await.len(), 2);
    let stranger = SessionChoice::CopyOf { session: SessionId("none".into()) };
    assert_eq!(second.open(stranger).await.unwrap_err().code, "session_not_found");
}

#[tokio::test]
async fn a_session_is_opened_in_its_own_workspace() {
    let place = Place::new([Turn::text("hello")]);
    let other = Workspace::empty();
    let path = other.path().display().to_string();
    let process = place.start();
    let session = process.open_new().await;
    process.turn(&session, "first").await;
    process.0.close().await;

    let process = place.start();
    let params = reasonix_protocol::command::SessionOpenParams {
        which: SessionChoice::Existing { session: session.clone() },
        model: None,
        posture: None,
    };
    let opened = process.call_in(&path, Command::SessionOpen(params)).await.unwrap();
    let Reply::SessionOpened(opened) = opened else { panic!("{opened:?}") };
    assert_eq!((opened.session, opened.workspace), (session, place.project_path()));
}

async fn search(process: &crate::support::Process, query: &str, limit: u32) -> (Vec<SessionHit>, bool) {
    let params = SessionsSearchParams { query: query.into(), all_workspaces: false, limit };
    match process.call(Command::SessionsSearch(params)).await.unwrap() {
        Reply::SessionsSearch(reply) => (reply.hits, reply.more),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn words_are_found_in_titles_inputs_and_answers() {
    let place = Place::new([
        Turn::text("The Answer mentions \"quoted\" words").reasoning("secret thought"),
        Turn::text("你好，世界"),
        Turn::text("third"),
    ]);
    let process = place.start();
    let mut sessions = Vec::new();
    for input in ["alpha question", "beta question", "gamma"] {
        let session = process.open_new().await;
        process.turn(&session, input).await;
        sessions.push(session);
    }
    let named = SessionEditParams { title: Some("Renamed".into()), ..edit(&sessions[2]) };
    process.call(Command::SessionEdit(named)).await.unwrap();
    let check = async |query: &str, expected: &[usize]| {
        let (hits, more) = search(&process, query, 10).await;
        let mut found: Vec<_> = hits.iter().map(|hit| hit.summary.id.clone()).collect();
        found.sort();
        let mut expected: Vec<_> = expected.iter().map(|&index| sessions[index].clone()).collect();
        expected.sort();
        assert_eq!((found, more), (expected, false), "{query}");
        hits.into_iter().next().map(|hit| hit.excerpt).unwrap_or_default()
    };
    assert_eq!(check("ALPHA", &[0]).await, "alpha question");
    assert_eq!(check("answer", &[0]).await, "The Answer mentions \"quoted\" words");
    check("question", &[0, 1]).await;
    check("alpha \"quoted\"", &[0]).await;
    check("alpha beta", &[]).await;
    check("世界", &[1]).await;
    assert_eq!(check("renamed", &[2]).await, "");
    check("gamma", &[2]).await;
    check("thought", &[]).await;
    check("turn_started", &[]).await;
    check("", &[]).await;
    let (hits, more) = search(&process, "question", 1).await;
    assert_eq!((hits.len(), more), (1, true));
}

#[tokio::test]
async fn the_context_is_told_part_by_part() {
    let ls = Call::new("ls", json!({}));
    let place = Place::new([Turn::calls([ls]).with_text("look"), Turn::text("two"), Turn::text("three")]);
    place.project.write("a.txt", "x");
    let process = place.start();
    let session = process.open_new().await;
    process.turn(&session, "first").await;
    process.turn(&session, "second").await;
    let reply = process.call(Command::SessionContext(one(&session))).await.unwrap();
    let Reply::SessionContext(context) = reply else { panic!("{reply:?}") };
    let kinds: Vec<_> = context.parts.iter().map(|part| (part.kind, part.turn.map(|turn| turn.0))).collect();
    use ContextKind::{Model, Results, System, Tools, User};
    let expected = [
        (System, None),
        (Tools, None),
        (User, Some(1)),
        (Model, Some(1)),
        (Results, Some(1)),
        (User, Some(2)),
        (Model, Some(2)),
    ];
    assert_eq!(kinds, expected);
    let part = |index: usize| &context.parts[index];
    assert!(part(1).count > 5 && part(1).preview.len() <= 4_000 && part(1).bytes > 4_000);
    assert_eq!((part(3).count, part(3).preview.contains("look"), part(3).preview.contains("two")), (3, true, true));
    assert!(part(4).preview.contains("a.txt"));
    assert!(context.parts.iter().all(|part| part.tokens > 0));
    assert!(context.newest.is_some() && context.total.input() > 0);
    let stranger = one(&SessionId("none".into()));
    assert_eq!(process.refusal(Command::SessionContext(stranger)).await, "session_not_found");
}

#[tokio::test]
async fn the_whole_output_is_read_in_pages() {
    let command = "seq -f 'line %g 你' 1 12000";
    let bash = Call::new("bash", json!({"command": command}));
    let place = Place::new(Script::new([Turn::calls([bash]), Turn::text("done")]));
    place.home.write("config.toml", format!("{}[permissions]\nmode = \"allow\"\n", Place::config(&place.server)));
    let process = place.start();
    let session = process.open_new().await;
    let events = process.turn(&session, "count").await;
    let shown = events.iter().find_map(|event| match &event.body {
        Body::CallFinished { content, full, .. } => Some((content.len(), full.is_some())),
        _ => None,
    });
    let (length, is_kept) = shown.unwrap();
    assert!(is_kept && length <= 32 << 10, "{length}");
    let expected: String = (1..=12_000).map(|i| format!("line {i} 你\n")).collect();
    let (mut whole, mut offset) = (String::new(), 0);
    loop {
        let params = OutputReadParams { session: session.clone(), call: CallId(1), offset, limit: 50_001 };
        let Reply::OutputRead(page) = process.call(Command::OutputRead(params)).await.unwrap() else { panic!() };
        assert!(page.text.len() <= 50_001);
        whole.push_str(&page.text);
        match page.next {
            Some(next) => offset = next,
            None => break,
        }
    }
    assert!(whole.trim_end() == expected.trim_end(), "{} of {}", whole.len(), expected.len());
    let none = OutputReadParams { session, call: CallId(9), offset: 0, limit: 10 };
    assert_eq!(process.refusal(Command::OutputRead(none)).await, "output_none");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_that_open_one_session_get_the_same() {
    let place = Place::new([Turn::text("hello")]);
    let process = place.start();
    let session = process.open_new().await;
    process.turn(&session, "first").await;
    process.0.close().await;
    let again = std::sync::Arc::new(place.start());
    let opening: Vec<_> = (0..12)
        .map(|_| {
            let (again, session) = (std::sync::Arc::clone(&again), session.clone());
            tokio::spawn(
                async move { again.open(SessionChoice::Existing { session }).await.map(|opened| opened.session) },
            )
        })
        .collect();
    for opened in opening {
        assert_eq!(opened.await.unwrap(), Ok(session.clone()));
    }
}
