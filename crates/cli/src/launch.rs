//! Starting the engine for a command, and saying what is wrong with the configuration.

use crate::{exit::Exit, output::fail, terminal::Style, texts::Texts};
use reasonix_config::Environment;
use reasonix_controller::{BrokenConfig, Client, LaunchOptions};
use reasonix_protocol::Problem;
use std::path::PathBuf;

/// Starts an engine in `dir` or the current folder. Warnings and errors are shown; on errors the exit is given.
pub(crate) fn launch(dir: Option<PathBuf>, add_dirs: Vec<PathBuf>, texts: Texts) -> Result<(Client, Texts), Exit> {
    let mut environment = Environment::of_process();
    if let Some(dir) = dir {
        environment.current_folder = enter(&dir, texts)?;
    }
    let workspace = environment.current_folder.clone();
    let mut options = LaunchOptions::new(environment, workspace);
    for dir in add_dirs {
        options.add_dirs.push(enter(&dir, texts)?);
    }
    start(options, texts)
}

/// As [`launch`] in the current folder. A program that reads JSON gets the first problem in that.
pub(crate) fn launch_here(as_json: bool, texts: Texts) -> Result<(Client, Texts), Exit> {
    if !as_json {
        return launch(None, Vec::new(), texts);
    }
    let environment = Environment::of_process();
    let workspace = environment.current_folder.clone();
    match Client::launch(LaunchOptions::new(environment, workspace)) {
        Ok(launched) => Ok((launched.client, texts)),
        Err(problems) => {
            let problem = problems.into_iter().next().unwrap_or_else(|| Problem::new("reply_unexpected"));
            Err(fail(&problem, true, texts))
        }
    }
}

/// Starts an engine in the current folder even over a broken configuration, for commands that look at it or mend it.
/// What is wrong with it stands in their replies, so nothing is shown here. Fails where there is no home folder.
pub(crate) fn launch_anyway(texts: Texts) -> Result<(Client, Texts), Vec<Problem>> {
    let environment = Environment::of_process();
    let workspace = environment.current_folder.clone();
    let options = LaunchOptions { broken: BrokenConfig::Report, ..LaunchOptions::new(environment, workspace) };
    let client = Client::launch(options)?.client;
    let texts = texts.or_configured(client.configured_language());
    Ok((client, texts))
}

/// Starts an engine with these options.
pub(crate) fn start(options: LaunchOptions, texts: Texts) -> Result<(Client, Texts), Exit> {
    match Client::launch(options) {
        Ok(launched) => {
            let texts = texts.or_configured(launched.client.configured_language());
            for warning in &launched.warnings {
                warn(warning, texts);
            }
            Ok((launched.client, texts))
        }
        Err(problems) => {
            for problem in &problems {
                complain(problem, texts);
            }
            Err(Exit::Failure)
        }
    }
}

/// The real path of a folder named on the command line.
pub(crate) fn enter(dir: &std::path::Path, texts: Texts) -> Result<PathBuf, Exit> {
    let entered = dir.canonicalize().and_then(|real| std::fs::read_dir(&real).map(|_| real));
    entered.map_err(|error| {
        let problem = Problem::new("folder_unusable").with("path", dir.display()).with("reason", error);
        complain(&problem, texts);
        Exit::Usage
    })
}

/// Shows an error on stderr.
pub(crate) fn complain(problem: &Problem, texts: Texts) {
    let Style { red, bold, reset, .. } = Style::of_stderr();
    let label = texts.get("cli.error", &[]);
    eprintln!("{red}{bold}{label}{reset} {}", texts.problem(problem));
}

/// Shows a warning on stderr.
pub(crate) fn warn(problem: &Problem, texts: Texts) {
    let Style { yellow, bold, reset, .. } = Style::of_stderr();
    let label = texts.get("cli.warning", &[]);
    eprintln!("{yellow}{bold}{label}{reset} {}", texts.problem(problem));
}
