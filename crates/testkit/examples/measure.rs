//! Measures the real `reasonix` program against a scripted model over real HTTP and prints one JSON object of figures.
//! Run by `cargo xtask bench`, which builds the program for release and sets the figures beside their targets:
//! `measure PROGRAM`. Homes and workspaces are made in `TMPDIR`.

#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    clippy::panic,
    reason = "a program for developers; a run that fails must be seen"
)]

use reasonix_testkit::{Cli, Fault, Gate, Keep, ModelServer, Options, Script, Turn, WireFormat, block_on};
use serde_json::{Map, Value, json};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Runs whose median is taken.
const VERSION_RUNS: usize = 30;
const START_RUNS: usize = 15;
/// Calls of the long task, and how many of them at either end are looked at.
const CALLS: usize = 200;
const END: usize = 20;

fn main() {
    let program: PathBuf = std::env::args_os().nth(1).expect("usage: measure PROGRAM").into();
    // Runs start in folders of their own.
    let program = program.canonicalize().expect("there is such a program");
    let mut figures = Map::new();
    figures.insert("version_ms".into(), json!(version(&program)));
    start(&program, &mut figures);
    for wire in [WireFormat::OpenAi, WireFormat::Anthropic] {
        steps(&program, wire, &mut figures);
    }
    confined(&program, &mut figures);
    for calls in [END, CALLS] {
        figures.insert(format!("rss_{calls}_mib"), json!(peak_memory(&program, calls)));
    }
    println!("{}", Value::Object(figures));
}

/// From start to end of `reasonix --version`, in milliseconds.
fn version(program: &Path) -> f64 {
    let run = || {
        #[expect(clippy::disallowed_methods, reason = "the kit's runner polls for the end; a millisecond matters here")]
        let mut command = Command::new(program);
        let started = Instant::now();
        let status = command.arg("--version").stdout(Stdio::null()).status().expect("the program starts");
        let took = started.elapsed();
        assert!(status.success(), "--version failed");
        took
    };
    run();
    median((0..VERSION_RUNS).map(|_| run()).collect())
}

/// From the start of the process until the model server has its first request.
fn start(program: &Path, figures: &mut Map<String, Value>) {
    let server = server(Script::new([]).then_done());
    let cli = Cli::with_program(program, &server, WireFormat::OpenAi);
    let run = |number: usize| {
        let started = Instant::now();
        let running = cli.args(TASK).start();
        let request = block_on(server.request(number + 1));
        running.wait().expect_code(0);
        request.at.duration_since(started)
    };
    run(0);
    figures.insert("start_ms".into(), json!(median((1..=START_RUNS).map(run).collect())));
    figures.insert("request_bytes".into(), json!(server.requests().first().map_or(0, |request| request.body_bytes)));
}

/// What a step costs besides the model and the sandbox, whose cost is the system's and is told beside it.
fn steps(program: &Path, wire: WireFormat, figures: &mut Map<String, Value>) {
    let gaps = gaps(program, wire, "[sandbox]\nbash = \"off\"\n");
    let name = wire.kind();
    figures.insert(format!("step_first_{name}_ms"), json!(median(gaps.iter().take(END).copied().collect())));
    figures.insert(format!("step_last_{name}_ms"), json!(median(gaps.iter().skip(CALLS - END).copied().collect())));
}

/// What the same step costs more with its command confined.
fn confined(program: &Path, figures: &mut Map<String, Value>) {
    let [confined, free] = ["enforce", "off"]
        .map(|word| median(gaps(program, WireFormat::OpenAi, &format!("[sandbox]\nbash = \"{word}\"\n"))));
    figures.insert("confined_ms".into(), json!(confined - free));
}

/// From the end of each answer to the next request, with one shell call between.
fn gaps(program: &Path, wire: WireFormat, config: &str) -> Vec<Duration> {
    let server = server(Script::new((0..CALLS).map(echo).chain([Turn::text("done")])));
    Cli::with_program(program, &server, wire).config(config).args(TASK).run().expect_code(0);
    let gaps = server.gaps();
    assert_eq!(gaps.len(), CALLS, "every call leads to a request");
    let requests = server.requests();
    let only_grew =
        requests.iter().skip(1).all(|request| request.growth().is_some_and(|growth| growth.extends_previous));
    assert!(only_grew, "a request did not begin with the bytes of the one before");
    gaps
}

/// The largest resident size of a run with so many calls, in MiB, read while its last answer is held back.
fn peak_memory(program: &Path, calls: usize) -> f64 {
    let gate = Gate::new();
    let last = Turn::text("done").fault(Fault::hold_after(1, &gate));
    let server = server(Script::new((0..calls).map(echo).chain([last])));
    let running = Cli::with_program(program, &server, WireFormat::OpenAi).args(TASK).start();
    block_on(gate.reached());
    let peak = peak_of(running.id());
    gate.open();
    running.wait().expect_code(0);
    peak
}

/// `VmHWM` of a process, in MiB.
fn peak_of(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("memory is measured on Linux only");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kib.unwrap_or_else(|| panic!("no VmHWM in\n{status}")) / 1024.0
}

const TASK: [&str; 5] = ["run", "-y", "--output-format", "json", "do as you are told"];

fn echo(number: usize) -> Turn {
    Turn::call("bash", json!({ "command": format!("echo {number}") }))
}

fn server(script: Script) -> ModelServer {
    ModelServer::start_with(script, Options { keep: Keep::Sizes, ..Options::default() })
}

/// In milliseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |middle| middle.as_secs_f64() * 1000.0)
}
