//! Measures decisions about one shell command of 200 characters against 500 rules, and prints one JSON object of figures.
//! Run by `cargo xtask bench`. A number as the argument is that of decisions: few, where instructions are counted.

#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a program for developers; a run that fails must be seen"
)]

use reasonix_permission::{
    Family, GateLists, PlanGate, PlanSafety, Policy, Request, Verdict, decide,
    paths::{NoFacts, Places, PlacesSpec, judge_shell},
    rules::{Rule, RuleLists, RuleSet, ShellSubject, Subject},
    shell::{ShellContext, analyse},
};
use reasonix_protocol::{Decision, Mode, Posture};
use std::{hint::black_box, path::Path, time::Instant};

const DECISIONS: usize = 40_000;

/// Compound, with pipes, quotes, redirects and paths, as agents write them; of 200 characters.
const COMMAND: &str = "cd crates/store && cargo test -p store --locked 2>&1 | tail -400; grep -rn \"fn append\" src | head -20 \
    && sed -n '1,120p' src/journal.rs && git diff --stat -- src && cp src/a.rs out/b.rs > out/log1.txt";

fn main() {
    assert_eq!(COMMAND.len(), 200, "the command has the length that was promised");
    let home = Path::new("/home/user");
    let places = Places::new(&PlacesSpec { home: Some(home), ..PlacesSpec::new(Path::new("/ws")) }, &NoFacts);
    let rules = RuleSet::new(&lists(), &[], &places, &NoFacts);
    let decisions = std::env::args().nth(1).map_or(DECISIONS, |count| count.parse().expect("a number of decisions"));
    let mut times: Vec<f64> = (0..decisions)
        .map(|_| {
            let started = Instant::now();
            let verdict = once(black_box(COMMAND), &places, &rules);
            let took = started.elapsed();
            assert_eq!(verdict.decision, Decision::Ask, "no rule covers all of it");
            took.as_secs_f64() * 1e6
        })
        .collect();
    times.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().expect("decisions were measured");
    println!("{}", serde_json::json!({ "decide_p50_us": at(0.5), "decide_p99_us": at(0.99) }));
}

/// Everything that a call costs: reading the command, judging its paths, looking rules up, deciding.
fn once(command: &str, places: &Places, rules: &RuleSet) -> Verdict {
    let analysis = analyse(command, &ShellContext { cwd: Path::new("/ws"), home: Some(Path::new("/home/user")) });
    let paths: Vec<_> = analysis.paths.iter().map(|path| judge_shell(path, places, &NoFacts)).collect();
    let shell = Some(ShellSubject { command, analysis: &analysis });
    let subject = Subject { paths: &paths, shell, ..Subject::new("bash", Family::Bash) };
    let request = Request { subject, read_only: false, trusted: true, plan: PlanSafety::Unknown, wanted: &[] };
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

/// 500 rules of all kinds in all lists, near the command without deciding it.
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
