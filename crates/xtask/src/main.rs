//! Chores of the project, all behind `cargo xtask`. No product code, and no crate of the engine is linked: what needs
//! the engine runs one of its programs, so that this one builds in seconds.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people at a terminal")]

mod bench;
mod build;
mod bundle;
mod codegen;
mod demo;
mod icons;
mod launch;
mod machine;
mod node;
mod process;
mod region;
mod test;
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  demo [ARGS]         build reasonix and let a scripted model mend a failing test; needs no key and no network
  desktop [FOLDER]    build the desktop app with its page, and open it
  serve [ARGS]        build the program with its page, and open that in a browser
  test [SUITE…]       everything that must hold before a change is good; with names, only those suites
  tidy                what no compiler checks: layers, texts in both languages, links, leftovers, licences
  codegen [--check]   write the files that are made from code; with --check, tell which are stale
  bench [--record]    build for release and measure; with --record, write the figures into docs/performance.md
  bench desktop       measure the start and the memory of the desktop app beside an empty window
  icons               render the icon in all its forms from icons/icon.svg
  bundle [KIND…]      make a package of the desktop app for this system; with --debug, quickly and big
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
        "bundle" => bundle::bundle(&args),
        "desktop" => launch::desktop(&args),
        "icons" => icons::icons(&args),
        "serve" => launch::serve(&args),
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
