//! The binary `reasonix`: arguments in, exit code out. Reads top down: `main`, one command, its renderer. All work is
//! done behind the controller's client; this crate only asks and shows.

#[macro_use]
mod output;
mod permissions;

mod args;
mod calls;
mod completion;
mod config;
mod demo;
mod doctor;
mod exit;
mod help;
mod job_text;
mod jobs;
mod launch;
mod logging;
mod route;
mod run;
mod serve;
mod sessions;
mod setup;
mod show;
mod signals;
mod table;
mod terminal;
mod texts;
mod usage_error;
mod version;

use args::{Args, Subcommand};
use exit::Exit;
use std::process::ExitCode;
use texts::Texts;

fn main() -> ExitCode {
    if let Some(code) = reasonix_controller::serve_as_warden() {
        return code;
    }
    let words: Vec<std::ffi::OsString> = std::env::args_os().collect();
    // Scripts ask for the version often; it costs nothing but this.
    if matches!(words.as_slice(), [_, only] if only == "--version" || only == "-V") {
        output::write_out(version::LINE);
        return output::check_out(Exit::Success, Texts::of_process()).code().into();
    }
    let texts = Texts::of_process();
    let parsed = help::command(texts).try_get_matches_from(route::route(words));
    let args = parsed.and_then(|matches| <Args as clap::FromArgMatches>::from_arg_matches(&matches));
    let exit = match args {
        Ok(args) => dispatch(args, texts),
        Err(error) => usage_error::report(&error, texts),
    };
    let exit = output::check_out(exit, texts);
    // A thread may still be blocked reading the terminal; nothing is left to be written.
    std::process::exit(exit.code().into());
}

fn dispatch(args: Args, texts: Texts) -> Exit {
    logging::start(args.verbose);
    match args.command {
        None => help::help(&[], texts),
        Some(Subcommand::Run(run)) => run::run(run, texts),
        Some(Subcommand::Demo(demo)) => demo::demo(&demo, texts),
        Some(Subcommand::Serve(serve)) => serve::serve(serve, texts),
        Some(Subcommand::Setup(setup)) => setup::setup(setup, texts),
        Some(Subcommand::Sessions(sessions)) => sessions::sessions(sessions.command, texts),
        Some(Subcommand::Jobs(args)) => jobs::jobs(args, texts),
        Some(Subcommand::Config(config)) => config::config(config.command, texts),
        Some(Subcommand::Doctor(doctor)) => doctor::doctor(&doctor, texts),
        Some(Subcommand::Permissions(args)) => permissions::permissions(args, texts),
        Some(Subcommand::Completion(completion)) => completion::completion(completion.shell, texts),
        Some(Subcommand::Version(version)) => version::version(&version),
        Some(Subcommand::Help(help)) => help::help(&help.command, texts),
    }
}
