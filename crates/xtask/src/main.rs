//! Chores of the project, all behind `cargo xtask`. No product code, and no crate of the engine is linked: what needs
//! the engine runs one of its programs, so that this one builds in seconds.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people at a terminal")]

mod bench;
mod build;
mod codegen;
mod demo;
mod process;
mod region;
mod test;
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  demo [ARGS]         build reasonix and let a scripted model mend a failing test; needs no key and no network
  test [SUITE…]       everything that must hold before a change is good; with names, only those suites
  tidy                what no compiler checks: layers, texts in both languages, links, leftovers, licences
  codegen [--check]   write the files that are made from code; with --check, tell which are stale
  bench [--record]    build for release and measure; with --record, write the figures into docs/performance.md
";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let command = words.next().unwrap_or_default();
    let args: Vec<String> = words.collect();
    let done = match command.as_str() {
        "demo" => demo::demo(&args),
        "test" => test::test(&args),
        "tidy" => tidy::tidy(&args),
        "codegen" => codegen::codegen(&args),
        "bench" => bench::bench(&args),
        "" | "help" | "-h" | "--help" => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        unknown => {
            eprint!("there is no command {unknown:?}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
