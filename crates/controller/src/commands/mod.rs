//! The bodies of the commands, one file a subject.

mod config;
mod doctor;
mod local;
mod sessions;

use crate::wire::Wired;
use reasonix_protocol::{Command, Problem, Reply};

/// Answers one command.
pub(crate) async fn answer(wired: &Wired, command: Command) -> Result<Reply, Problem> {
    match command {
        Command::SessionsList(params) => Ok(Reply::SessionsList(sessions::list(wired, &params))),
        Command::SessionsShow(params) => {
            sessions::show(wired, &params).map(|reply| Reply::SessionsShow(Box::new(reply)))
        }
        Command::Doctor(params) => Ok(Reply::Doctor(doctor::examine(wired, &params).await)),
        Command::ConfigShow => Ok(Reply::ConfigShow(config::show(wired))),
        Command::LocalServers => Ok(Reply::LocalServers(local::find().await)),
    }
}
