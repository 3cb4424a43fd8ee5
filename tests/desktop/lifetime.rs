//! Start and end of the app: what is open survives it, and nothing is left running.

use crate::{
    app::App,
    seam::{gather, open_session, start_turn, submit, wait_for_event},
};
use reasonix_testkit::{Call, Turn};
use serde_json::json;

/// Where the file menu is, and the keys from its top to the entry before the last, against the order of the entries.
pub(crate) const FILE: u32 = 20;
pub(crate) const CLOSE_WINDOW: &[&str] = &["Up", "Up", "Return"];

#[test]
fn a_question_outlives_the_window() {
    let app = App::new([Turn::calls([Call::new("bash", json!({"command": "touch made"}))]), Turn::text("done")]);
    let window = app.open();
    let session = open_session(&window);
    gather(&window, &json!({"to": "session", "session": session, "from_seq": 1}));
    start_turn(&window, &session, "make a file");
    wait_for_event(&window, "wait_opened");
    window.end_by(|| app.display.choose(FILE, CLOSE_WINDOW));
    drop(window);
    assert!(journal(&app).contains("session_closed"), "the session is closed, not just abandoned");

    let window = app.open();
    let which = json!({"type": "existing", "session": session});
    let command = json!({"command": "session_open", "params": {"which": which}});
    window.invoke("call", &json!({"params": {"command": command}})).unwrap();
    gather(&window, &json!({"to": "session", "session": session, "from_seq": 1}));
    let wait = wait_for_event(&window, "wait_opened");
    assert!(!app.folder.has("made"));
    submit(&window, &session, &json!({"type": "resolve", "wait": wait["wait"]["id"], "answer": {"type": "once"}}));
    wait_for_event(&window, "turn_ended");
    assert!(app.folder.has("made"));
}

#[test]
fn what_runs_ends_with_the_app() {
    let app = App::new([Turn::calls([Call::new("bash", json!({"command": "touch begun; sleep 600"}))])]);
    let window = app.open();
    let session = open_session(&window);
    gather(&window, &json!({"to": "session", "session": session, "from_seq": 1}));
    start_turn(&window, &session, "sleep");
    let wait = wait_for_event(&window, "wait_opened");
    submit(&window, &session, &json!({"type": "resolve", "wait": wait["wait"]["id"], "answer": {"type": "once"}}));
    wait_for_event(&window, "call_started");
    window.terminate();
    window.wait_for_end();
    let journal = journal(&app);
    assert!(journal.contains("turn_ended") && journal.contains("session_closed"), "{journal}");
}

#[test]
fn the_folder_it_was_started_with_is_the_workspace() {
    let app = App::new([Turn::text("never asked")]);
    let window = app.open();
    let command = json!({"params": {"command": {"command": "config_locations"}}});
    let told = window.invoke("call", &command).unwrap().to_string();
    assert!(told.contains(&app.folder.path().display().to_string()), "{told}");
}

/// All journals of the home.
fn journal(app: &App) -> String {
    let files = app.cli.home().files();
    let journals = files.iter().filter(|(path, _)| path.split('.').next_back() == Some("jsonl"));
    let text: String = journals.map(|(_, text)| text.as_str()).collect();
    assert!(!text.is_empty(), "no journal among {:?}", files.keys().collect::<Vec<_>>());
    text
}
