//! The bodies of the commands, one file a subject. What is about the whole program and not one workspace is answered by
//! [`crate::Workspaces`].

pub(crate) mod config;
mod config_file;
mod context;
mod doctor;
mod jobs;
mod local;
mod models;
mod older;
mod output;
mod page;
mod permissions;
mod providers;
mod search;
mod sessions;

use crate::{Client, blocking::blocking};
use reasonix_protocol::{Command, Problem, Reply};

/// Answers one command.
pub(crate) async fn answer(client: &Client, command: Command) -> Result<Reply, Problem> {
    let wired = client.wired();
    let may_change_files = may_change_files(&command);
    let reply = match command {
        Command::SessionsList(params) => {
            let client = client.clone();
            blocking(move || Ok(Reply::SessionsList(sessions::list(&client, &params)))).await
        }
        Command::SessionsShow(params) => {
            sessions::show(&wired, &params).map(|reply| Reply::SessionsShow(Box::new(reply)))
        }
        Command::SessionEdit(params) => sessions::edit(client, params).await.map(Reply::SessionEdited),
        Command::SessionDelete(params) => sessions::delete(client, params.session).await.map(|()| Reply::Done),
        Command::SessionRestore(params) => sessions::restore(client, params.session).await.map(Reply::SessionEdited),
        Command::SessionsSearch(params) => {
            let client = client.clone();
            blocking(move || Ok(Reply::SessionsSearch(search::search(&client, &params)))).await
        }
        Command::SessionContext(params) => {
            blocking(move || context::context(&wired, &params.session)).await.map(Reply::SessionContext)
        }
        Command::SessionEvents(params) => {
            blocking(move || older::events(&wired, &params)).await.map(Reply::SessionEvents)
        }
        Command::SessionChanges(params) => {
            blocking(move || older::changes(&wired, &params)).await.map(Reply::SessionChanges)
        }
        Command::OutputRead(params) => blocking(move || output::read(&wired, &params)).await.map(Reply::OutputRead),
        Command::JobsList(params) => blocking(move || jobs::list(&wired, &params)).await.map(Reply::JobsList),
        Command::JobOutput(params) => blocking(move || jobs::output(&wired, &params)).await.map(Reply::JobOutput),
        Command::JobStop(params) => jobs::stop(client, params).await.map(|()| Reply::Done),
        Command::FilesFind(params) => client.files().find(wired, params).await.map(Reply::FilesFind),
        Command::FileRead(params) => blocking(move || crate::files::read(&wired, &params)).await.map(Reply::FileRead),
        Command::Models => Ok(Reply::Models(models::choices(&wired))),
        Command::ConfigFile(params) => config_file::file(&wired, params.layer).map(Reply::ConfigFile),
        Command::ConfigCheck(params) => Ok(Reply::ConfigFile(config_file::check(&wired, params))),
        Command::ConfigSave(params) => config_file::save(&wired, &params).map(Reply::ConfigFile),
        Command::ConfigSchema => Ok(Reply::ConfigSchema(config_file::schema())),
        Command::Doctor(params) => Ok(Reply::Doctor(doctor::examine(&wired, &client.config().found(), &params).await)),
        Command::ConfigShow => Ok(Reply::ConfigShow(config::show(&wired, client.config().found()))),
        Command::ConfigLocations => Ok(Reply::ConfigLocations(config::locations(&wired))),
        Command::ConfigSet(params) => config::set(&wired, &params).map(|reply| Reply::ConfigChanged(Box::new(reply))),
        Command::ConfigUnset(params) => {
            config::unset(&wired, &params).map(|reply| Reply::ConfigChanged(Box::new(reply)))
        }
        Command::LocalServers => Ok(Reply::LocalServers(local::find().await)),
        Command::ProviderPresets => Ok(Reply::ProviderPresets(providers::presets())),
        Command::Providers => Ok(Reply::Providers(providers::configured(&wired))),
        Command::ProviderModels(params) => providers::models(&wired, params).await.map(Reply::ProviderModels),
        Command::ProviderSave(params) => providers::save(&wired, params).map(Reply::ProviderSaved),
        Command::ProviderRemove(params) => providers::remove(&wired, &params.name).map(|()| Reply::Done),
        Command::PermissionsExplain(params) => Ok(Reply::PermissionsExplain(permissions::explain(&wired, &params))),
        Command::PermissionsList => permissions::list(&wired).map(Reply::PermissionsList),
        Command::PermissionsForget(params) => permissions::forget(&wired, &params).map(Reply::PermissionsForgotten),
        Command::PermissionsCheck => Ok(Reply::PermissionsCheck(permissions::check(&wired, client.config().found()))),
        Command::About
        | Command::Workspaces
        | Command::WorkspaceOpen(_)
        | Command::WorkspaceForget(_)
        | Command::FolderList(_)
        | Command::SessionOpen(_)
        | Command::TourStart => Err(Problem::new("command_of_program")),
    };
    if may_change_files && client.board().is_some() {
        let client = client.clone();
        blocking(move || {
            client.look_for_changes();
            Ok(())
        })
        .await?;
    }
    reply
}

/// Whether a command changes files that the engine works by.
pub(crate) const fn may_change_files(command: &Command) -> bool {
    matches!(
        command,
        Command::ConfigSet(_)
            | Command::ConfigUnset(_)
            | Command::ConfigSave(_)
            | Command::ProviderSave(_)
            | Command::ProviderRemove(_)
            | Command::PermissionsForget(_)
    )
}
