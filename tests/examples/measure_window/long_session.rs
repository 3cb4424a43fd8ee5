//! The app's window with a session of 10,000 rows open: how long it takes to show it, what memory and processor it uses,
//! and its frames while it is scrolled and while an answer comes in. What happens in the page is in `probe.js`, which
//! also measures it in a browser.

use reasonix_testkit::{Cli, Fault, ModelServer, Script, Turn, WireFormat, Workspace};
use reasonix_tests::{Display, Window, WindowOptions, main_thread_seconds, processor_seconds, proportional_memory};
use serde_json::{Map, Value, json};
use std::{
    fs,
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

const PROBE: &str = include_str!("../../../ui/tests/bench/probe.js");
const PARAGRAPH: &str = include_str!("../../../ui/tests/bench/stream.md");

/// What the last answer of the session says and no other row.
const LAST_WORDS: &str = "Nothing is left to be done here.";

const WHILE: Duration = Duration::from_secs(10);
/// Longer than the page takes to do anything that is measured.
const PATIENCE: Duration = Duration::from_mins(4);

/// Measures the app with the session of this journal.
pub(crate) fn measure(display: &Display, app: &str, journal: &Path) -> Map<String, Value> {
    // 16 characters are about four tokens, and 125 such pieces come a second.
    let answer = Turn::text(PARAGRAPH.repeat(26_000 / PARAGRAPH.len() + 1)).delta_chars(16);
    let answer = answer.fault(Fault::Pause(Duration::from_millis(7)));
    let server = ModelServer::start(Script::new([answer]));
    let cli = Cli::with_program(app, &server, WireFormat::OpenAi).config("context_window = 100000000\n");
    let (folder, home) = (Workspace::empty(), Workspace::empty());
    let session = keep(journal, cli.home().path(), folder.path());
    let variables = [("REASONIX_HOME", cli.home().path().display().to_string()), ("REASONIX_LANG", "en".to_owned())];
    let options = WindowOptions {
        program: app.into(),
        args: vec![folder.path().display().to_string()],
        home: home.path().to_owned(),
        variables: variables.map(|(name, value)| (name.to_owned(), value)).into(),
    };
    let window = Window::open(display, &options);
    window.wait_for("the page", "return document.getElementById('root')?.childElementCount > 0");
    sleep(Duration::from_secs(2));
    window.eval(PROBE);

    let opened = probed(&window, "open", &json!([session, LAST_WORDS]));
    // As long as after a start, so that what is compared rested equally long.
    sleep(Duration::from_secs(3));
    let mut figures = Map::new();
    figures.insert("window_long_open_ms".into(), opened["opened"].clone());
    figures.insert("window_long_memory_mib".into(), proportional_memory(&window.processes()).into());
    figures.insert("window_idle_caret_percent".into(), resting(&window).into());
    window.eval("document.activeElement.blur()");
    figures.insert("window_idle_percent".into(), resting(&window).into());
    keep_frames(&mut figures, "wheel", &probed(&window, "wheel", &json!([])));

    window.type_into("Message", "talk fast\u{e007}");
    window.wait_for_text("The first of many lines");
    let page = page_process(&window);
    let (before, begun) = (main_thread_seconds(page), Instant::now());
    let frames = probed(&window, "watch", &json!([u64::try_from(WHILE.as_millis()).expect("a few seconds")]));
    let busy = (main_thread_seconds(page) - before) / begun.elapsed().as_secs_f64();
    keep_frames(&mut figures, "stream", &frames);
    figures.insert("window_stream_busy_percent".into(), (100.0 * busy).into());
    window.terminate();
    window.wait_for_end();
    figures
}

/// Puts the journal among the sessions of the home, as one of this folder, and tells the session's name.
fn keep(journal: &Path, home: &Path, folder: &Path) -> String {
    let text = fs::read_to_string(journal).expect("a journal");
    let (first, rest) = text.split_once('\n').expect("lines");
    let mut first: Value = serde_json::from_str(first).expect("an event");
    first["body"]["workspace"] = folder.display().to_string().into();
    let session = first["session"].as_str().expect("a session").to_owned();
    let project = home.join("sessions/long");
    fs::create_dir_all(&project).expect("a folder");
    fs::write(project.join(format!("{session}.jsonl")), format!("{first}\n{rest}")).expect("a journal");
    session
}

/// The processor time of all processes while nothing happens, in percent of one processor.
fn resting(window: &Window) -> f64 {
    sleep(Duration::from_secs(2));
    let used = || window.processes().into_iter().map(processor_seconds).sum::<f64>();
    let before = used();
    sleep(WHILE);
    100.0 * (used() - before) / WHILE.as_secs_f64()
}

/// Lets the probe do something and waits for what it tells.
fn probed(window: &Window, act: &str, arguments: &Value) -> Value {
    window.eval(&format!("window.probe.start({}, ...{arguments})", json!(act)));
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        // Seldom enough to disturb nothing that is measured.
        sleep(Duration::from_millis(500));
        let told = window.eval("return window.probe.result");
        if !told.is_null() {
            assert!(told["problem"].is_null(), "{act}: {told}");
            return told;
        }
    }
    panic!("waited in vain for {act}");
}

fn keep_frames(figures: &mut Map<String, Value>, of: &str, told: &Value) {
    for part in ["p50", "p99", "max"] {
        figures.insert(format!("window_{of}_{part}_ms"), told[part].clone());
    }
}

/// The process that the page runs in.
fn page_process(window: &Window) -> u32 {
    let is_page = |id: &u32| {
        let program = fs::read_link(format!("/proc/{id}/exe")).unwrap_or_default();
        program.file_name().is_some_and(|name| name == "WebKitWebProcess")
    };
    window.processes().into_iter().find(is_page).expect("the page has a process")
}
