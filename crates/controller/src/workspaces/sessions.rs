//! Sessions across workspaces: opening one in the engine it belongs to, and finding the engine that a command about one
//! is for.

use super::Workspaces;
use crate::{Client, OpenParams, Which, blocking::blocking};
use reasonix_protocol::{
    Command, Op, Problem, SessionId,
    command::{SessionChoice, SessionOpenParams, SessionOpenedReply, SessionParams},
};
use std::path::Path;

impl Workspaces {
    pub(super) async fn open_session(
        &self,
        workspace: Option<&str>,
        params: SessionOpenParams,
    ) -> Result<SessionOpenedReply, Problem> {
        let SessionOpenParams { which, model, posture } = params;
        let open = |which| OpenParams { which, model, posture, can_ask: true };
        let (client, opened) = match which {
            SessionChoice::New => {
                let client = self.engine(workspace)?;
                let opened = client.open_aside(open(Which::New)).await?;
                (client, opened.session)
            }
            SessionChoice::Existing { session } => {
                let client = match self.holder(&session) {
                    Some(client) => client,
                    None => self.home_of(workspace, &session).await?,
                };
                let opened = client.open_aside(open(Which::Query(session.0))).await?;
                (client, opened.session)
            }
            SessionChoice::CopyOf { session } => {
                let client = self.home_of(workspace, &session).await?;
                let wired = client.wired();
                let copied = blocking(move || {
                    let copy = wired.store.get(&session).and_then(|files| wired.store.copy(&files));
                    copy.map_err(|error| error.problem())
                });
                let opened = client.open_aside(open(Which::Query(copied.await?.id.0))).await?.session;
                // A turn that was open goes on in the other one alone: nothing may happen twice. Without one this is
                // refused, and nobody listens yet.
                client.submit(&opened, Op::Interrupt)?;
                (client, opened)
            }
        };
        let folder = client.workspace();
        self.note_use(&folder).await;
        Ok(SessionOpenedReply { session: opened, workspace: folder.display().to_string() })
    }

    /// The engine of the workspace that a session belongs to.
    async fn home_of(&self, workspace: Option<&str>, session: &SessionId) -> Result<Client, Problem> {
        let client = self.engine_of_session(workspace, session)?;
        let wired = client.wired();
        let wanted = session.clone();
        let summary = blocking(move || {
            let summary = wired.store.get(&wanted).and_then(|files| wired.store.summarise(&files));
            summary.map_err(|error| error.problem())
        })
        .await?;
        let folder = Path::new(&summary.workspace);
        let has_root = |client: &&Client| client.workspace() == folder;
        let known = std::iter::once(&client).find(has_root).cloned();
        if let Some(known) = known.or_else(|| self.engines().values().find(has_root).cloned()) {
            return Ok(known);
        }
        self.engine(Some(&summary.workspace)).map_err(|problem| {
            let reason = problem.params.get("reason").cloned().unwrap_or_default();
            if folder.is_dir() {
                return problem;
            }
            Problem::new("session_workspace_gone")
                .with("session", session)
                .with("workspace", &summary.workspace)
                .with("reason", reason)
        })
    }

    /// The engine that answers a command: the one with the session open that it is about, if there is one.
    pub(super) fn engine_for(&self, workspace: Option<&str>, command: &Command) -> Result<Client, Problem> {
        match session_of(command) {
            Some(session) => self.engine_of_session(workspace, session),
            None => self.engine(workspace),
        }
    }

    /// An engine that sees a session: all but the tours' see the sessions of every workspace.
    fn engine_of_session(&self, workspace: Option<&str>, session: &SessionId) -> Result<Client, Problem> {
        if let Some(holder) = self.holder(session) {
            return Ok(holder);
        }
        let tours: Vec<Client> = self.tours().values().map(|tour| tour.client().clone()).collect();
        let touring = tours.into_iter().find(|client| client.wired().store.get(session).is_ok());
        touring.map_or_else(|| self.engine(workspace), Ok)
    }
}

/// The session that a command is about.
const fn session_of(command: &Command) -> Option<&SessionId> {
    match command {
        Command::SessionEdit(params) => Some(&params.session),
        Command::SessionDelete(SessionParams { session })
        | Command::SessionRestore(SessionParams { session })
        | Command::SessionContext(SessionParams { session }) => Some(session),
        Command::SessionEvents(params) => Some(&params.session),
        Command::SessionChanges(params) => Some(&params.session),
        Command::OutputRead(params) => Some(&params.session),
        Command::JobsList(params) => params.session.as_ref(),
        Command::JobStop(params) => Some(&params.session),
        Command::JobOutput(params) => Some(&params.session),
        _ => None,
    }
}
