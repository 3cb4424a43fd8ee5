//! The bodies of the commands, one file a subject.

mod config;
mod doctor;
mod local;
mod permissions;
mod providers;
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
        Command::ConfigLocations => Ok(Reply::ConfigLocations(config::locations(wired))),
        Command::ConfigSet(params) => config::set(wired, &params).map(|reply| Reply::ConfigChanged(Box::new(reply))),
        Command::ConfigUnset(params) => {
            config::unset(wired, &params).map(|reply| Reply::ConfigChanged(Box::new(reply)))
        }
        Command::LocalServers => Ok(Reply::LocalServers(local::find().await)),
        Command::ProviderPresets => Ok(Reply::ProviderPresets(providers::presets())),
        Command::Providers => Ok(Reply::Providers(providers::configured(wired))),
        Command::ProviderModels(params) => providers::models(wired, params).await.map(Reply::ProviderModels),
        Command::ProviderSave(params) => providers::save(wired, params).map(Reply::ProviderSaved),
        Command::PermissionsExplain(params) => Ok(Reply::PermissionsExplain(permissions::explain(wired, &params))),
        Command::PermissionsList => permissions::list(wired).map(Reply::PermissionsList),
        Command::PermissionsForget(params) => permissions::forget(wired, &params).map(Reply::PermissionsForgotten),
        Command::PermissionsCheck => Ok(Reply::PermissionsCheck(permissions::check(wired))),
        _ => Err(Problem::new("command_not_here")),
    }
}
