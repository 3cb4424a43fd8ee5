//! Measures decisions about shell commands of 200 characters against 500 rules, and prints one JSON object of figures.
//! Run by `cargo xtask bench`. `decide ROUNDS NUMBER` decides so often about one of the commands and prints nothing, for
//! counting instructions.
//!
//! The decisions are told as they were clocked. Beside each of them a loop of fixed work is clocked too: what varies there
//! is the machine. What a command itself costs is the median of its own decisions.

#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a program for developers; a run that fails must be seen"
)]

use reasonix_permission::{
    Family, GateLists, PlanGate, PlanSafety, Policy, Request, Verdict, decide,
    paths::{NoFacts, Places, PlacesSpec, judge_all},
    rules::{Rule, RuleLists, RuleSet, ShellSubject, Subject},
    shell::{ShellContext, analyse},
};
use reasonix_protocol::{Decision, Mode, Posture};
use std::{hint::black_box, path::Path, time::Instant};

const ROUNDS: usize = 2_000;

/// One a line, as agents write them; `\n` and `\\` are escaped as in `tests/corpus`.
const COMMANDS: &str = include_str!("commands.txt");

/// Steps of the loop beside each decision, which then takes about as long.
const FIXED_STEPS: u32 = 24_000;

fn main() {
    let home = Path::new("/home/user");
    let places = Places::new(&PlacesSpec { home: Some(home), ..PlacesSpec::new(Path::new("/ws")) }, &NoFacts);
    let rules = RuleSet::new(&lists(), &[], &places, &NoFacts);
    let commands: Vec<String> = COMMANDS.lines().map(decoded).collect();
    assert!(commands.iter().all(|command| command.chars().count() == 200), "they have the length that was promised");
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let rounds = numbers.next().unwrap_or(ROUNDS);
    if let Some(number) = numbers.next() {
        let command = commands.get(number).expect("a command with that number");
        (0..rounds).for_each(|_| drop(black_box(once(black_box(command), &places, &rules))));
        return;
    }
    let mut by_command = vec![Vec::with_capacity(rounds); commands.len()];
    let mut fixed = Vec::with_capacity(rounds * commands.len());
    for _ in 0..rounds {
        for (command, times) in commands.iter().zip(&mut by_command) {
            times.push(clocked(|| once(black_box(command), &places, &rules)));
            fixed.push(clocked(fixed_work));
        }
    }
    let all: Vec<f64> = by_command.iter().flatten().copied().collect();
    let slowest = by_command.into_iter().map(|times| at(0.5, times)).fold(0.0, f64::max);
    let figures = serde_json::json!({
        "decide_p50_us": at(0.5, all.clone()),
        "decide_p99_us": at(0.99, all),
        "decide_slowest_us": slowest,
        "decide_fixed_times": at(0.99, fixed.clone()) / at(0.5, fixed),
    });
    println!("{figures}");
}

/// Everything that a call costs: reading the command, judging its paths, looking rules up, deciding.
fn once(command: &str, places: &Places, rules: &RuleSet) -> Verdict {
    let analysis = analyse(command, &ShellContext { cwd: Path::new("/ws"), home: Some(Path::new("/home/user")) });
    let paths = judge_all(&analysis.paths, places, &NoFacts);
    let shell = Some(ShellSubject { command, analysis: &analysis });
    let subject = Subject { paths: &paths, shell, ..Subject::new("bash", Family::Bash) };
    let request =
        Request { subject, read_only: false, trusted: true, plan: PlanSafety::Unknown, wanted: &[], escapes: false };
    let policy = Policy {
        rules,
        granted_from: usize::MAX,
        posture: Posture::Ask,
        mode: Mode::Normal,
        plan_gate: PlanGate::Strict,
        gate_lists: GateLists::default(),
        plan_approved: false,
        allow_dynamic_bash: false,
        can_ask: true,
    };
    decide(&request, &policy)
}

/// Touches no memory and asks nothing of the system.
fn fixed_work() -> u64 {
    (0..FIXED_STEPS).fold(black_box(1), |state: u64, _| {
        let state = state ^ state << 13;
        let state = state ^ state >> 7;
        state ^ state << 17
    })
}

/// In microseconds.
fn clocked<T>(work: impl FnOnce() -> T) -> f64 {
    let started = Instant::now();
    let done = work();
    let took = started.elapsed();
    drop(black_box(done));
    took.as_secs_f64() * 1e6
}

fn at(share: f64, mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times.get((times.len() as f64 * share) as usize).copied().expect("something was measured")
}

fn decoded(line: &str) -> String {
    line.split(r"\\").map(|piece| piece.replace(r"\n", "\n")).collect::<Vec<_>>().join(r"\")
}

/// 500 rules of all kinds in all lists, near the first command without deciding it.
fn lists() -> RuleLists {
    let of = |decision: Decision, count: usize| {
        let text = move |number: usize| match number % 5 {
            0 => format!("Bash(tool{number} run:*)"),
            1 => format!("Bash(cargo task{number} *)"),
            2 => format!("Read(vendor/part{number}/**)"),
            3 => format!("Edit(**/gen{number}/*.rs)"),
            _ => format!("Bash=git push origin branch{number}"),
        };
        (0..count).map(move |number| Rule::parse_for(decision, &text(number)).expect("a rule")).collect()
    };
    RuleLists { allow: of(Decision::Allow, 200), ask: of(Decision::Ask, 150), deny: of(Decision::Deny, 150) }
}
