//! How far a client of this server reaches: what it was given, and no folder or session beyond that.

use crate::{answer::Refusal, routes::App};
use axum::http::StatusCode;
use reasonix_controller::Workspaces;
use reasonix_protocol::{
    CallParams, Command, Op, Problem, Reply, SessionId,
    command::{Exposure, SessionChoice, SessionsListParams},
};
use std::path::Path;

/// Refuses a command that was not given to clients of this server.
pub(crate) async fn check_command(app: &App, params: &CallParams) -> Result<(), Refusal> {
    check(app, params.command.needs())?;
    if app.settings.exposed.contains(&Exposure::Workspaces) {
        return Ok(());
    }
    if names_folder(app, params) {
        return check(app, Some(Exposure::Workspaces));
    }
    match session(&params.command) {
        Named::None => Ok(()),
        Named::Id(session) if is_here(&app.workspaces, session).await? => Ok(()),
        // An id or a part of a title, but no file's name: the engine looks for files too.
        Named::Query(query) if !query.contains(['/', '\\']) && Path::new(query).extension().is_none() => Ok(()),
        Named::Id(_) | Named::Query(_) => check(app, Some(Exposure::Workspaces)),
    }
}

/// Whether a command is about more than the folder that the server was started in.
pub(crate) fn names_folder(app: &App, params: &CallParams) -> bool {
    let own = app.workspaces.started_in();
    let elsewhere = |folder: &String| Path::new(folder).canonicalize().ok().as_deref() != Some(own);
    params.workspace.as_ref().is_some_and(elsewhere) || matches!(params.command.needs(), Some(Exposure::Workspaces))
}

/// Makes a reply one for clients of this server: it tells what they may do, and nothing of folders they do not reach.
pub(crate) fn fit_reply(app: &App, reply: &mut Reply) -> Result<(), Refusal> {
    if let Reply::About(about) = reply {
        about.exposed.clone_from(&app.settings.exposed);
    }
    if app.settings.exposed.contains(&Exposure::Workspaces) {
        return Ok(());
    }
    let is_own = |folder: &str| Path::new(folder) == app.workspaces.started_in();
    match reply {
        Reply::SessionsShow(shown) if !is_own(&shown.summary.workspace) => check(app, Some(Exposure::Workspaces)),
        Reply::Workspaces(list) => {
            list.workspaces.retain(|workspace| is_own(&workspace.path));
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Refuses an op that was not given to clients of this server.
pub(crate) fn check_op(app: &App, op: &Op) -> Result<(), Refusal> {
    check(app, op.needs())
}

fn check(app: &App, needed: Option<Exposure>) -> Result<(), Refusal> {
    match needed {
        Some(needed) if !app.settings.exposed.contains(&needed) => {
            let problem = Problem::new("not_exposed").with("what", needed.word());
            Err(Refusal::new(StatusCode::FORBIDDEN, problem))
        }
        _ => Ok(()),
    }
}

/// How a command names a session.
enum Named<'a> {
    None,
    Id(&'a SessionId),
    Query(&'a str),
}

fn session(command: &Command) -> Named<'_> {
    match command {
        Command::SessionOpen(params) => match &params.which {
            SessionChoice::New => Named::None,
            SessionChoice::Existing { session } | SessionChoice::CopyOf { session } => Named::Id(session),
        },
        Command::SessionEdit(params) => Named::Id(&params.session),
        // A deleted session is in no list, so that restoring takes a client that reaches every folder.
        Command::SessionDelete(params) | Command::SessionRestore(params) | Command::SessionContext(params) => {
            Named::Id(&params.session)
        }
        Command::OutputRead(params) => Named::Id(&params.session),
        Command::SessionsShow(params) => Named::Query(&params.query),
        _ => Named::None,
    }
}

/// Whether a session is one of the folder that the server was started in.
async fn is_here(workspaces: &Workspaces, session: &SessionId) -> Result<bool, Problem> {
    let command = Command::SessionsList(SessionsListParams { all_workspaces: false, archived: true });
    match workspaces.call(CallParams { workspace: None, command }).await? {
        Reply::SessionsList(reply) => Ok(reply.sessions.iter().any(|summary| summary.id == *session)),
        _ => Ok(false),
    }
}
