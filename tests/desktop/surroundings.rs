//! What the app shows outside its window: on a session bus of the test's own, and without any.

use crate::{
    app::App,
    lifetime::FILE,
    seam::{gather, open_session, start_turn, submit, wait_for_event},
};
use reasonix_testkit::{Call, Turn};
use reasonix_tests::{Bus, Count, Entry, Window, wait};
use serde_json::{Value, json};
use std::fs;

fn app() -> App {
    App::new([asking(), Turn::text("done")])
}

fn asking() -> Turn {
    Turn::calls([Call::new("bash", json!({"command": "touch made"}))])
}

fn open(app: &App, bus: &Bus) -> Window {
    let folder = app.folder.path().display().to_string();
    app.open_with(&[&folder], &[("REASONIX_LANG", "en"), ("DBUS_SESSION_BUS_ADDRESS", bus.address())])
}

/// Waits until a new session has a question open; gives the session and the question's number.
fn ask(window: &Window) -> (String, Value) {
    let session = open_session(window);
    gather(window, &json!({"to": "session", "session": session, "from_seq": 1}));
    let question = ask_in(window, &session);
    (session, question)
}

fn ask_in(window: &Window, session: &str) -> Value {
    start_turn(window, session, "make a file");
    wait_for_event(window, "wait_opened")["wait"]["id"].clone()
}

fn answer(window: &Window, session: &str, wait: &Value) {
    submit(window, session, &json!({"type": "resolve", "wait": wait, "answer": {"type": "once"}}));
    wait_for_event(window, "turn_ended");
}

fn entry_of(bus: &Bus, label: &str) -> Entry {
    wait(label, || bus.menu()?.into_iter().find(|entry| entry.label == label))
}

#[test]
fn a_click_on_a_notification_shows_the_session_that_asks() {
    let (app, bus) = (App::new([Turn::text("hello"), asking(), Turn::text("done")]), Bus::start());
    let window = open(&app, &bus);
    let session = open_session(&window);
    start_turn(&window, &session, "a <b> title");
    window.wait_for_text("a <b> title");
    app.display.look_elsewhere();
    wait("a window without focus", || (window.eval("return document.hasFocus()") == false).then_some(()));
    gather(&window, &json!({"to": "session", "session": session, "from_seq": 1}));
    wait_for_event(&window, "turn_ended");
    window.eval("window.gathered = []; return null");
    let question = ask_in(&window, &session);
    let asks = || bus.notifications().into_iter().find(|told| told.title == "A session needs your answer");
    let told = wait("a notification", asks);
    assert_eq!(told.body, "a &lt;b&gt; title");
    assert_eq!(told.actions, ["default", ""]);
    assert!(bus.notifications().iter().all(|other| other.id == told.id), "one notification a session");
    assert_eq!((told.icon.as_str(), told.hints["desktop-entry"].as_str()), ("reasonix-desktop", "Reasonix"));
    assert_ne!(window.eval("return location.hash"), format!("#/session/{session}"));
    window.eval("localStorage.removeItem('reasonix.workspace'); return null");
    bus.click(told.id);
    window.wait_for("the session", &format!("return location.hash === '#/session/{session}'"));
    window.wait_for("its workspace", "return localStorage.getItem('reasonix.workspace')");
    window.wait_for("the focus", "return document.hasFocus()");
    // Somebody who looks at the window is not told that it has ended.
    answer(&window, &session, &question);
    wait("no count", || bus.counts().last().filter(|last| !last.is_visible).map(drop));
    assert_eq!(bus.notifications().last(), Some(&told));
    wait("nothing that asks any more", || (bus.withdrawn() == [told.id]).then_some(()));
    window.terminate();
    window.wait_for_end();
}

#[test]
fn open_questions_are_seen_at_the_icons() {
    let (app, bus) = (app(), Bus::start());
    let window = open(&app, &bus);
    app.display.look_elsewhere();
    let none = entry_of(&bus, "No open questions");
    assert!(!none.is_enabled);
    let plain = picture(&bus);
    assert_eq!(bus.counts(), []);
    assert!(!app.display.is_urgent("Reasonix"));

    let (session, question) = ask(&window);
    let one = entry_of(&bus, "Open questions: 1");
    assert!(one.is_enabled);
    wait("a dot", || (picture(&bus) != plain).then_some(()));
    let count = |count, is_visible| Count { app: "application://Reasonix.desktop".into(), count, is_visible };
    wait("a count", || (bus.counts() == [count(1, true)]).then_some(()));
    wait("urgency", || app.display.is_urgent("Reasonix").then_some(()));
    bus.choose(&one);
    window.wait_for("the focus", "return document.hasFocus()");
    wait("no urgency", || (!app.display.is_urgent("Reasonix")).then_some(()));

    answer(&window, &session, &question);
    entry_of(&bus, "No open questions");
    wait("no dot", || (picture(&bus) == plain).then_some(()));
    wait("no count", || (bus.counts() == [count(1, true), count(0, false)]).then_some(()));
}

/// The last answer ends the asking for attention even if nobody looked.
#[test]
fn a_question_that_is_answered_elsewhere_is_no_longer_urgent() {
    let (app, bus) = (app(), Bus::start());
    let window = open(&app, &bus);
    app.display.look_elsewhere();
    let (session, question) = ask(&window);
    wait("urgency", || app.display.is_urgent("Reasonix").then_some(()));
    answer(&window, &session, &question);
    wait("no urgency", || (!app.display.is_urgent("Reasonix")).then_some(()));
    wait("a second notification", || (bus.notifications().len() == 2).then_some(()));
    assert_eq!(bus.withdrawn(), [bus.notifications()[0].id], "the first one asked");
}

#[test]
fn a_language_that_is_set_in_the_file_is_spoken_everywhere() {
    let (app, bus) = (app(), Bus::start());
    let window = open(&app, &bus);
    entry_of(&bus, "Show Reasonix");
    let file = app.cli.home().path().join("config.toml");
    let text = fs::read_to_string(&file).unwrap_or_default();
    fs::write(&file, format!("language = \"zh\"\n{text}")).unwrap();
    entry_of(&bus, "显示 Reasonix");
    entry_of(&bus, "没有待答复的问题");
    window.wait_for("the language of the page", "return document.documentElement.lang === 'zh-CN'");
}

/// Without a bus, where GTK complained of every setting of the dialog.
#[test]
fn the_folder_dialog_speaks_and_begins_in_the_workspace() {
    let app = app();
    let window = app.open();
    window.wait_for_text("What is there to do?");
    let kept = "return localStorage.getItem('reasonix.workspace')";
    window.wait_for("the folder it was started with", kept);
    window.eval("localStorage.removeItem('reasonix.workspace'); return null");
    app.display.choose(FILE, &["Down", "Down", "Return"]);
    wait("the dialog", || app.display.has_window("Open folder").then_some(()));
    // Confirmed as it is, it gives the folder that it began in; a key that comes before it has read that folder goes nowhere.
    let chosen = wait("a folder", || {
        app.display.press_in("Open folder", "Return");
        Some(window.eval(kept)).filter(Value::is_string)
    });
    assert_eq!(chosen, json!(app.folder.path()).to_string());
    assert_eq!(app.log(), "");
}

#[test]
fn without_a_bus_nothing_is_said_about_it() {
    let app = app();
    let window = app.open();
    let (session, question) = ask(&window);
    answer(&window, &session, &question);
    assert!(app.folder.has("made"));
    window.terminate();
    window.wait_for_end();
    assert_eq!(app.log(), "");
}

/// What is drawn in the panel.
fn picture(bus: &Bus) -> Vec<u8> {
    wait("a picture", || fs::read(bus.icon()?).ok().filter(|picture| !picture.is_empty()))
}
