//! The page in the window as its user meets it: by what it shows and by the names of its buttons.

// `\u{e007}` is the Enter key, as WebDriver writes it.

use crate::{
    app::App,
    lifetime::{CLOSE_WINDOW, FILE},
};
use reasonix_testkit::{Call, Turn};
use serde_json::json;

#[test]
fn a_first_start_leads_through_the_tour() {
    let app = App::without_model();
    let window = app.open();
    window.press("Continue");
    // Its task is given by itself.
    window.press("Take the tour");
    let state = "const allow = [...document.querySelectorAll('button')]
            .some((button) => button.textContent.includes('Allow once') && !button.disabled);
        return document.body.innerText.includes('Fixed') ? 'fixed' : allow ? 'asks' : null";
    while window.wait_for("a question, or the end", state) == "asks" {
        window.press("Allow once");
    }
    window.wait_for_text("convert.sh");
    window.terminate();
    window.wait_for_end();
}

#[test]
fn a_question_is_answered_after_a_restart() {
    let app = App::new([Turn::calls([Call::new("bash", json!({"command": "touch made"}))]), Turn::text("It is made.")]);
    let window = app.open();
    window.press("New session");
    window.wait_for_text("Ready");
    window.type_into("Message", "make a file\u{e007}");
    window.wait_for_text("touch made");
    window.wait_for_text("Asked because");
    window.end_by(|| app.display.choose(FILE, CLOSE_WINDOW));
    drop(window);

    let window = app.open();
    window.press("make a file");
    window.wait_for_text("Asked because");
    assert!(!app.folder.has("made"));
    window.press("Allow once");
    window.wait_for_text("It is made.");
    assert!(app.folder.has("made"));
}

#[test]
fn a_menu_entry_reaches_the_page() {
    let app = App::new([Turn::text("never asked")]);
    let window = app.open();
    window.wait_for_text("What is there to do?");
    app.display.choose(FILE, &["Down", "Return"]);
    window.wait_for("a new session", "return location.hash.startsWith('#/session/')");
}

#[test]
fn the_page_speaks_the_language_of_the_surroundings() {
    let app = App::new([Turn::text("never asked")]);
    let folder = app.folder.path().display().to_string();
    let window = app.open_with(&[&folder], &[("REASONIX_LANG", "zh")]);
    window.wait_for("the language", "return document.documentElement.lang === 'zh-CN'");
}

/// However the page is painted, which is chosen by what draws on this machine.
#[test]
fn the_wheel_scrolls_what_is_under_it() {
    let long = (1..200).map(|line| format!("line {line}\n\n")).collect::<String>();
    let app = App::new([Turn::text(format!("{long}the end"))]);
    let window = app.open();
    window.type_into("Message", "tell me more\u{e007}");
    window.wait_for_text("the end");
    let place = "document.querySelector(\"section[aria-label='Transcript']\").scrollTop";
    window.wait_for("the end in sight", &format!("return {place} > 1000"));
    window.eval(&format!("window.before = {place}"));
    window.wait_for("another place", &{
        app.display.turn_wheel(700, 300);
        format!("return {place} < window.before - 50")
    });
}

/// What is chosen for the page's own processes is no matter of the programs that a session runs.
#[test]
fn commands_are_not_told_how_the_page_is_painted() {
    let command = json!({"command": "env | grep -c -e ^WEBKIT_DISABLE -e ^GSETTINGS > told; true"});
    let app = App::new([Turn::calls([Call::new("bash", command)]), Turn::text("the end")]);
    let window = app.open();
    window.type_into("Message", "look around\u{e007}");
    window.press("Allow once");
    window.wait_for_text("the end");
    assert_eq!(app.folder.read("told"), "0\n");
}
