//! The four commands, called as the page calls them.

use crate::app::App;
use reasonix_testkit::{Call, Turn};
use reasonix_tests::Window;
use serde_json::{Value, json};

/// Begins to gather the updates of a subscription in the page; gives its number.
pub(crate) fn gather(window: &Window, params: &Value) -> u64 {
    let script = "window.gathered = [];
        const id = window.__TAURI_INTERNALS__.transformCallback(({message, end}) => {
            if (!end) window.gathered.push(...message);
        });
        window.__TAURI_INTERNALS__.invoke('subscribe', {params: argument, channel: `__CHANNEL__:${id}`})
            .then((id) => done({id}), (error) => done({error}));";
    let told = window.ask(script, params);
    told["id"].as_u64().unwrap_or_else(|| panic!("no subscription: {told}"))
}

/// Opens a new session and gives its id.
pub(crate) fn open_session(window: &Window) -> String {
    let command = json!({"params": {"command": {"command": "session_open", "params": {"which": {"type": "new"}}}}});
    let opened = window.invoke("call", &command).unwrap();
    opened["data"]["session"].as_str().unwrap_or_else(|| panic!("no session: {opened}")).to_owned()
}

pub(crate) fn submit(window: &Window, session: &str, op: &Value) {
    window.invoke("submit", &json!({"params": {"session": session, "op": op}})).unwrap();
}

pub(crate) fn start_turn(window: &Window, session: &str, text: &str) {
    submit(window, session, &json!({"type": "start_turn", "input": [{"type": "text", "text": text}]}));
}

/// Waits for a durable event of this type and gives its body.
pub(crate) fn wait_for_event(window: &Window, kind: &str) -> Value {
    let script =
        format!("return window.gathered.map((update) => update.event?.body).find((body) => body?.type === '{kind}')");
    window.wait_for(kind, &script)
}

#[test]
fn a_turn_goes_through_the_window() {
    let app = App::new([Turn::text("hello from the script")]);
    let window = app.open();
    let session = open_session(&window);
    let id = gather(&window, &json!({"to": "session", "session": session, "from_seq": 1}));
    start_turn(&window, &session, "say hello");
    wait_for_event(&window, "turn_ended");
    let all = window.eval("return JSON.stringify(window.gathered)").to_string();
    for part in ["caught_up", "text_delta", "hello from the script"] {
        assert!(all.contains(part), "{part}: {all}");
    }
    let sequence =
        window.eval("return window.gathered.filter((update) => update.event).map((update) => update.event.seq)");
    let sequence: Vec<u64> = sequence.as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    assert_eq!(sequence, (1..=sequence.len() as u64).collect::<Vec<_>>());
    window.invoke("unsubscribe", &json!({"id": id})).unwrap();
}

#[test]
fn errors_are_problems() {
    let app = App::new([Turn::text("never asked")]);
    let window = app.open();
    let check = |command: &str, arguments: Value, code: &str| {
        let error = window.invoke(command, &arguments).expect_err(command);
        assert_eq!(error["code"], code, "{error}");
    };
    let op = json!({"type": "interrupt"});
    check("submit", json!({"params": {"session": "gone", "op": op}}), "session_closed");
    let elsewhere = json!({"workspace": "/no/such/folder", "command": {"command": "permissions_list"}});
    check("call", json!({"params": elsewhere}), "folder_unusable");
}

#[test]
fn a_reload_ends_what_the_page_had_subscribed_to() {
    let app = App::new([Turn::calls([Call::new("bash", json!({"command": "touch made"}))]), Turn::text("done")]);
    let window = app.open();
    let session = open_session(&window);
    gather(&window, &json!({"to": "session", "session": session, "from_seq": 1}));
    start_turn(&window, &session, "make a file");
    wait_for_event(&window, "wait_opened");
    window.eval("location.reload(); return null");
    window.wait_for(
        "the page again",
        "return window.gathered === undefined && document.getElementById('root')?.childElementCount > 0",
    );
    gather(&window, &json!({"to": "session", "session": session, "from_seq": 1}));
    let wait = wait_for_event(&window, "wait_opened");
    let answer = json!({"type": "resolve", "wait": wait["wait"]["id"], "answer": {"type": "once"}});
    submit(&window, &session, &answer);
    wait_for_event(&window, "turn_ended");
    assert!(app.folder.has("made"));
}

#[test]
fn much_at_once_arrives_whole_and_in_order() {
    let lines = 3000;
    let command = format!("i=0; while [ $i -lt {lines} ]; do i=$((i+1)); echo \"line $i of many\"; done");
    let app = App::new([Turn::calls([Call::new("bash", json!({"command": command}))]), Turn::text("done")]);
    let window = app.open();
    let session = open_session(&window);
    gather(&window, &json!({"to": "session", "session": session, "from_seq": 1}));
    start_turn(&window, &session, "count");
    let wait = wait_for_event(&window, "wait_opened");
    submit(&window, &session, &json!({"type": "resolve", "wait": wait["wait"]["id"], "answer": {"type": "once"}}));
    wait_for_event(&window, "turn_ended");
    let output = window.eval(
        "return window.gathered.map((update) => update.live?.body).filter((body) => body?.type === 'call_output')
            .map((body) => body.text).join('')",
    );
    let shown: Vec<&str> = output.as_str().unwrap().lines().collect();
    assert_eq!((shown.len(), shown.last().copied()), (lines, Some(format!("line {lines} of many").as_str())));
}
