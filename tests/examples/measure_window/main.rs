//! Measures the desktop app: from the start of its process until its page is painted, and the memory of all its processes
//! when it rests, each beside a window with a page of one line, as the system paints it and as the app is painted where
//! there is no graphics card; then the app with a long session open. Prints figures as JSON. Usage: `measure_window APP BARE JOURNAL`.
#![cfg_attr(
    target_os = "linux",
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::print_stdout,
        clippy::panic,
        clippy::indexing_slicing,
        reason = "a measuring program"
    )
)]

#[cfg(target_os = "linux")]
mod long_session;

#[cfg(target_os = "linux")]
fn main() {
    let mut args = std::env::args().skip(1);
    let (app, bare) = (args.next().expect("the app"), args.next().expect("a bare window"));
    let journal = args.next().expect("the journal of a long session");
    let display = reasonix_tests::Display::start();
    // By turns, so that what disturbs the machine meanwhile disturbs both.
    let (mut of_app, mut of_bare, mut of_bare_alike) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TIMES {
        of_bare.push(measure(&display, &bare, None));
        of_bare_alike.push(measure(&display, &bare, Some("WEBKIT_DISABLE_DMABUF_RENDERER")));
        of_app.push(measure(&display, &app, None));
    }
    let painted_ms = |figures: &[Figure]| median(figures, |figure| figure.painted_ms);
    let memory_mib = |figures: &[Figure]| median(figures, |figure| figure.memory_mib);
    let long = long_session::measure(&display, &app, journal.as_ref());
    let long_mib = long["window_long_memory_mib"].as_f64().unwrap_or_default();
    let mut figures = serde_json::json!({
        "window_painted_ms": painted_ms(&of_app),
        "window_painted_bare_ms": painted_ms(&of_bare),
        "window_painted_times": painted_ms(&of_app) / painted_ms(&of_bare),
        "window_memory_mib": memory_mib(&of_app),
        "window_memory_bare_mib": memory_mib(&of_bare),
        "window_memory_times": memory_mib(&of_app) / memory_mib(&of_bare),
        "window_memory_bare_alike_mib": memory_mib(&of_bare_alike),
        "window_long_memory_times": long_mib / memory_mib(&of_bare),
        "window_long_memory_alike_times": long_mib / memory_mib(&of_bare_alike),
    });
    figures.as_object_mut().expect("an object").extend(long);
    println!("{figures}");
}

#[cfg(target_os = "linux")]
const TIMES: usize = 5;

#[cfg(target_os = "linux")]
struct Figure {
    painted_ms: f64,
    memory_mib: f64,
}

#[cfg(target_os = "linux")]
fn measure(display: &reasonix_tests::Display, program: &str, switched_on: Option<&str>) -> Figure {
    use reasonix_tests::{Window, WindowOptions, proportional_memory, started_at};
    let home = tempfile::tempdir().expect("a folder");
    let places = ["REASONIX_HOME", "TMPDIR"].map(|name| (name.to_owned(), home.path().display().to_string()));
    let switch = switched_on.map(|name| (name.to_owned(), "1".to_owned()));
    let options = WindowOptions {
        program: program.into(),
        args: Vec::new(),
        home: home.path().to_owned(),
        variables: places.into_iter().chain(switch).collect(),
    };
    let window = Window::open(display, &options);
    // The first paint that shows anything; the page's own clock begins at a time that it tells.
    let script = "const paint = performance.getEntriesByName('first-contentful-paint')[0];
        return document.getElementById('root')?.childElementCount > 0 && paint
            ? performance.timeOrigin + paint.startTime : null";
    let painted = window.wait_for("a painted page", script).as_f64().expect("a time");
    let started = started_at(window.program()).expect("a time");
    // What the page does after it is painted belongs to its memory.
    std::thread::sleep(std::time::Duration::from_secs(3));
    let memory_mib = proportional_memory(&window.processes());
    window.terminate();
    window.wait_for_end();
    Figure { painted_ms: painted - started, memory_mib }
}

#[cfg(target_os = "linux")]
fn median(figures: &[Figure], of: fn(&Figure) -> f64) -> f64 {
    let mut values: Vec<f64> = figures.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

#[cfg(not(target_os = "linux"))]
fn main() {}
