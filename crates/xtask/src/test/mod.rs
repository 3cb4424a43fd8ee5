//! `cargo xtask test`: everything that must hold before a change is good, one suite after the other. What fails does not
//! stop the rest; a table and one closing line tell how it went.

mod counts;
mod doctests;
mod runner;

use crate::{
    build, codegen,
    machine::{self, Need},
    node, process, tidy,
};
use anyhow::{Context as _, Result, bail};
use counts::Counts;
use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

/// One suite.
struct Suite {
    name: &'static str,
    run: fn(&mut Run) -> Result<Counts>,
}

/// In the order in which they run: what is quick to fail comes first, and the build comes before what uses it.
const SUITES: &[Suite] = &[
    Suite { name: "format", run: format },
    Suite { name: "tidy", run: tidy },
    Suite { name: "ui", run: ui },
    Suite { name: "lint", run: lint },
    Suite { name: "build", run: build },
    Suite { name: "codegen", run: codegen },
    Suite { name: "crates", run: crates },
    Suite { name: "blackbox", run: blackbox },
    Suite { name: "browser", run: browser },
    Suite { name: "desktop", run: desktop },
    Suite { name: "doc", run: doc },
];

/// What suites hand on to later ones.
#[derive(Default)]
struct Run {
    /// The programs of the one build; `None` before it and if it failed.
    built: Option<Vec<build::Executable>>,
    /// The names of tests that failed.
    failing: Vec<String>,
}

impl Run {
    /// A program of the one build, which is made if it was not yet; `None` if it fails.
    fn program(&mut self, name: &str) -> Result<Option<PathBuf>> {
        if self.built.is_none() && build(self)?.failed > 0 {
            return Ok(None);
        }
        let mut programs = self.built.iter().flatten().filter(|executable| executable.kind == "bin");
        Ok(programs.find(|executable| executable.name == name).map(|executable| executable.path.clone()))
    }
}

/// A suite that has run.
struct Done {
    name: &'static str,
    counts: Counts,
    took: Duration,
}

/// Runs the command: all suites, or those that are named.
pub(crate) fn test(names: &[String]) -> Result<bool> {
    if let Some(unknown) = names.iter().find(|name| !SUITES.iter().any(|suite| suite.name == *name)) {
        let known: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        bail!("there is no suite {unknown:?}; the suites are: {}", known.join(", "));
    }
    machine::prepare(&[Need::Engine, Need::Desktop, Need::Screen])?;
    let mut run = Run::default();
    let mut done = Vec::new();
    for suite in SUITES.iter().filter(|suite| names.is_empty() || names.iter().any(|name| name == suite.name)) {
        eprintln!("\n── {} ──", suite.name);
        let started = Instant::now();
        let counts = (suite.run)(&mut run).unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            Counts::FAILED
        });
        done.push(Done { name: suite.name, counts, took: started.elapsed() });
    }
    Ok(report(&done, &run.failing))
}

/// Prints how it went and tells whether all is well.
fn report(done: &[Done], failing: &[String]) -> bool {
    println!("\n{:<10}{:>8}{:>8}{:>8}{:>10}", "suite", "passed", "failed", "skipped", "time");
    for Done { name, counts, took } in done {
        let Counts { passed, failed, skipped } = counts;
        println!("{name:<10}{passed:>8}{failed:>8}{skipped:>8}{:>8.1} s", took.as_secs_f64());
    }
    for name in failing {
        println!("failed: {name}");
    }
    let total: Counts = done.iter().map(|done| done.counts).sum();
    println!("{total}");
    total.failed == 0
}

fn format(_: &mut Run) -> Result<Counts> {
    let good = process::succeeds(process::cargo().args(["fmt", "--all", "--check"]))?;
    Ok(Counts::of_one(good))
}

fn tidy(_: &mut Run) -> Result<Counts> {
    let tidy::Outcome { good, bad } = tidy::run()?;
    Ok(Counts { passed: good, failed: bad, skipped: 0 })
}

/// The page: types, style, its own tests; and the page built, for the programs that carry it.
fn ui(run: &mut Run) -> Result<Counts> {
    node::install(node::UI)?;
    let mut counts = Counts::default();
    for name in ["typecheck", "lint"] {
        if let Some(mut command) = node::script(node::UI, name)? {
            let good = process::succeeds(&mut command)?;
            if !good {
                run.failing.push(format!("npm run {name}"));
            }
            counts = counts + Counts::of_one(good);
        }
    }
    if let Some(mut command) = node::script(node::UI, "test")? {
        counts = counts + runner::count(&mut command, &mut run.failing)?;
    }
    let built = node::build_page();
    if let Err(error) = &built {
        eprintln!("error: {error:#}");
    }
    Ok(counts + Counts::of_one(built.is_ok()))
}

fn lint(_: &mut Run) -> Result<Counts> {
    let mut command = process::cargo();
    command
        .args(["clippy", "--workspace", "--all-targets", "--keep-going"])
        .args(locked())
        .args(["--", "-D", "warnings"]);
    Ok(Counts::of_one(process::succeeds(&mut command)?))
}

/// The one build that everything below runs from: every target at once, so that nothing is compiled a second time with
/// other features.
fn build(run: &mut Run) -> Result<Counts> {
    let args: Vec<&str> = ["--workspace", "--all-targets"].into_iter().chain(locked()).collect();
    run.built = build::build(&args)?;
    Ok(Counts::of_one(run.built.is_some()))
}

fn codegen(run: &mut Run) -> Result<Counts> {
    let stale = codegen::check(run.built.as_deref())?;
    for path in &stale {
        println!("{path} is stale; run: cargo xtask codegen");
    }
    Ok(Counts { passed: codegen::count() - stale.len(), failed: stale.len(), skipped: 0 })
}

/// The tests of the crates.
fn crates(run: &mut Run) -> Result<Counts> {
    runner::run(&["--workspace", "--exclude", "reasonix-tests"], &locked(), &mut run.failing)
}

/// The tests of the real program, as its users run it.
fn blackbox(run: &mut Run) -> Result<Counts> {
    if run.built.is_none() && build(run)?.failed > 0 {
        return Ok(Counts::FAILED);
    }
    // The whole workspace is selected, so that its features stay those of the one build.
    runner::run(&["--workspace", "--test", "blackbox"], &locked(), &mut run.failing)
}

/// The page in a real browser, served by the real program.
fn browser(run: &mut Run) -> Result<Counts> {
    node::install(node::UI)?;
    let Some(mut command) = node::script(node::UI, "test:browser")? else {
        eprintln!("the page has no tests for the browser");
        return Ok(Counts::default());
    };
    let (Some(program), Some(_)) = (run.program("reasonix")?, run.program("model-server")?) else {
        return Ok(Counts::FAILED);
    };
    let folder = program.parent().context("a program lies in a folder")?;
    runner::count(command.env("REASONIX_PROGRAMS", folder), &mut run.failing)
}

/// The real window. Where there is no display to be had, as on other systems than Linux, there are no such tests.
fn desktop(run: &mut Run) -> Result<Counts> {
    node::check_page()?;
    if run.program("reasonix-desktop")?.is_none() {
        return Ok(Counts::FAILED);
    }
    runner::run(&["--workspace", "--test", "desktop"], &locked(), &mut run.failing)
}

fn doc(run: &mut Run) -> Result<Counts> {
    doctests::run(&locked(), &mut run.failing)
}

/// On CI a stale `Cargo.lock` is an error; at home cargo mends it.
fn locked() -> Vec<&'static str> {
    if std::env::var_os("CI").is_some() { vec!["--locked"] } else { Vec::new() }
}
