//! `reasonix setup`: adds a provider or changes one. A person is asked for whatever the flags leave open; without a
//! terminal the flags must say enough. A key is never shown, and nothing is written before the end.

mod endpoint;
mod known;
mod models;
mod plan;
mod prompt;
mod questions;
mod summary;
mod unattended;

use crate::{
    args::SetupArgs,
    exit::Exit,
    launch::{complain, launch},
    run::in_runtime,
    terminal,
    texts::Texts,
};
pub(crate) use prompt::hidden;

use known::Known;
use plan::Plan;
use reasonix_controller::Client;
use reasonix_protocol::{
    Command, Problem, Reply,
    command::{ProviderSaveParams, ValueOrigin},
};

/// Why a set-up ends before anything is written.
#[derive(Debug)]
pub(crate) enum Stop {
    Problem(Problem),
    /// The flags do not say enough, or contradict what there is.
    Usage(Problem),
    /// The person said no, or closed the input.
    Quit,
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

/// Runs the command.
pub(crate) fn setup(args: SetupArgs, texts: Texts) -> Exit {
    let (client, texts) = match launch(None, Vec::new(), texts) {
        Ok(launched) => launched,
        Err(exit) => return exit,
    };
    in_runtime(texts, async {
        match set_up(&client, args, texts).await {
            Ok(()) => Exit::Success,
            Err(Stop::Problem(problem)) => {
                complain(&problem, texts);
                Exit::Failure
            }
            Err(Stop::Usage(problem)) => {
                complain(&problem, texts);
                Exit::Usage
            }
            Err(Stop::Quit) => {
                eprintln!("{}", texts.get("setup.nothing_written", &[]));
                Exit::Failure
            }
        }
    })
}

async fn set_up(client: &Client, args: SetupArgs, texts: Texts) -> Result<(), Stop> {
    let known = Known::ask(client).await?;
    let attended = terminal::can_ask() && !args.yes && !args.api_key_stdin;
    let plan = if attended {
        questions::plan(client, &args, &known, texts).await?
    } else {
        unattended::plan(client, &args, &known, texts).await?
    };
    if attended && !summary::confirm(&plan, &known, texts)? {
        return Err(Stop::Quit);
    }
    save(client, plan, &known, texts).await
}

async fn save(client: &Client, plan: Plan, known: &Known, texts: Texts) -> Result<(), Stop> {
    let Plan { entry, key, make_default, .. } = plan;
    // Of the first provider the first model is the default without a word in the file.
    let is_first = known.configured.providers.first().is_none_or(|first| first.entry.name == entry.name);
    let is_unsaid = matches!(known.configured.default_origin, ValueOrigin::Default);
    let is_default = make_default || (is_first && is_unsaid);
    let command = Command::ProviderSave(ProviderSaveParams { entry: entry.clone(), key, make_default });
    match client.call(command).await? {
        Reply::ProviderSaved(reply) => summary::saved(&reply, &entry, is_default, texts),
        _ => return Err(Problem::new("reply_unexpected").into()),
    }
    Ok(())
}
