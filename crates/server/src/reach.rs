//! How far a client of this server reaches: what it was given, and no folder or session beyond that.

use crate::{answer::Refusal, routes::App};
use axum::http::StatusCode;
use reasonix_controller::Workspaces;
use reasonix_protocol::{
    CallParams, Command, Op, Problem, Reply, SessionId,
    command::{Exposure, SessionChoice, SessionsListParams},
};
use std::path::Path;

/// How far a request reaches.
pub(crate) struct Reach<'a> {
    app: &'a App,
    /// Whether folders beyond the own one are reached. Whoever was not let in looks at the own one, whatever is exposed.
    is_wide: bool,
}

impl<'a> Reach<'a> {
    /// Of somebody who was let in, or was not.
    pub(crate) fn new(app: &'a App, is_known: bool) -> Self {
        Self { app, is_wide: is_known && app.settings.exposed.contains(&Exposure::Workspaces) }
    }

    /// Refuses a command that was not given to clients of this server.
    pub(crate) async fn check_command(&self, params: &CallParams) -> Result<(), Refusal> {
        check(self.app, params.command.needs())?;
        if self.is_wide {
            return Ok(());
        }
        if names_folder(self.app, params) {
            return Err(not_exposed(Exposure::Workspaces));
        }
        match session(&params.command) {
            Named::None => Ok(()),
            Named::Id(session) => self.check_session(session).await,
            // An id or a part of a title, but no file's name: the engine looks for files too.
            Named::Query(query) if !query.contains(['/', '\\']) && Path::new(query).extension().is_none() => Ok(()),
            Named::Query(_) => Err(not_exposed(Exposure::Workspaces)),
        }
    }

    /// Refuses a session of another folder.
    pub(crate) async fn check_session(&self, session: &SessionId) -> Result<(), Refusal> {
        if self.is_wide || is_here(&self.app.workspaces, session).await? {
            return Ok(());
        }
        Err(not_exposed(Exposure::Workspaces))
    }

    /// Makes a reply one for clients of this server: it tells what they may do, and nothing of folders they do not reach.
    pub(crate) fn fit_reply(&self, reply: &mut Reply) -> Result<(), Refusal> {
        if let Reply::About(about) = reply {
            about.exposed.clone_from(&self.app.settings.exposed);
        }
        if self.is_wide {
            return Ok(());
        }
        match reply {
            Reply::SessionsShow(shown) if !is_own(self.app, Path::new(&shown.summary.workspace)) => {
                Err(not_exposed(Exposure::Workspaces))
            }
            Reply::Workspaces(list) => {
                list.workspaces.retain(|workspace| is_own(self.app, Path::new(&workspace.path)));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Whether a command is about more than the folder that the server was started in.
pub(crate) fn names_folder(app: &App, params: &CallParams) -> bool {
    let is_elsewhere = |folder: &String| !Path::new(folder).canonicalize().is_ok_and(|folder| is_own(app, &folder));
    params.workspace.as_ref().is_some_and(is_elsewhere) || matches!(params.command.needs(), Some(Exposure::Workspaces))
}

/// Whether it is the folder that the server was started in, or the root that this folder's configuration names.
fn is_own(app: &App, folder: &Path) -> bool {
    folder == app.workspaces.started_in() || app.workspaces.own_root().is_ok_and(|root| folder == root)
}

/// Refuses an op that was not given to clients of this server.
pub(crate) fn check_op(app: &App, op: &Op) -> Result<(), Refusal> {
    check(app, op.needs())
}

fn check(app: &App, needed: Option<Exposure>) -> Result<(), Refusal> {
    match needed {
        Some(needed) if !app.settings.exposed.contains(&needed) => Err(not_exposed(needed)),
        _ => Ok(()),
    }
}

fn not_exposed(what: Exposure) -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, Problem::new("not_exposed").with("what", what.word()))
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
        Command::SessionEvents(params) => Named::Id(&params.session),
        Command::SessionChanges(params) => Named::Id(&params.session),
        Command::OutputRead(params) => Named::Id(&params.session),
        Command::JobOutput(params) => Named::Id(&params.session),
        Command::JobStop(params) => Named::Id(&params.session),
        Command::JobsList(params) => params.session.as_ref().map_or(Named::None, Named::Id),
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
