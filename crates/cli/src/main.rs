//! The binary `reasonix`: arguments in, exit code out. Reads top down: `main`, one command, its renderer. All work is
//! done behind the controller's client; this crate only asks and shows.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a terminal program prints")]

mod args;
mod demo;
mod exit;
mod launch;
mod logging;
mod run;
mod terminal;
mod texts;

use args::{Args, Subcommand};
use exit::Exit;
use std::process::ExitCode;
use texts::Texts;

fn main() -> ExitCode {
    let words: Vec<std::ffi::OsString> = std::env::args_os().collect();
    // Scripts ask for the version often; it costs nothing but this.
    if matches!(words.as_slice(), [_, only] if only == "--version" || only == "-V") {
        println!("reasonix {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    let texts = Texts::of_process();
    let args = match args::command(texts).try_get_matches_from(args::route_print(words)) {
        Ok(matches) => <Args as clap::FromArgMatches>::from_arg_matches(&matches),
        Err(error) => Err(error),
    };
    match args {
        Ok(args) => {
            let exit = dispatch(args, texts);
            // A thread may still be blocked reading the terminal; nothing is left to be written.
            std::process::exit(exit.code().into());
        }
        Err(error) => {
            // Help goes to stdout with code 0, complaints to stderr with code 2.
            let _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
    }
}

fn dispatch(args: Args, texts: Texts) -> Exit {
    let _logs = logging::start(args.verbose);
    match args.command {
        None => {
            let _ = args::command(texts).print_help();
            Exit::Success
        }
        Some(Subcommand::Run(run)) => run::run(run, texts),
        Some(Subcommand::Demo(demo)) => demo::demo(&demo, texts),
    }
}
