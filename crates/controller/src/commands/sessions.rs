//! `sessions list` and `sessions show`.

use crate::wire::Wired;
use reasonix_agent::SessionState;
use reasonix_protocol::{
    Problem,
    command::{SessionsListParams, SessionsListReply, SessionsShowParams, SessionsShowReply, UnreadableSession},
};
use reasonix_store::read_events;

pub(crate) fn list(wired: &Wired, params: &SessionsListParams) -> SessionsListReply {
    let workspace = (!params.all_workspaces).then(|| wired.parts.workspace.root());
    let (sessions, unreadable) = wired.store.list(workspace);
    let unreadable = unreadable
        .into_iter()
        .map(|(path, error)| UnreadableSession { path: path.display().to_string(), problem: error.problem() })
        .collect();
    SessionsListReply { sessions, unreadable }
}

pub(crate) fn show(wired: &Wired, params: &SessionsShowParams) -> Result<SessionsShowReply, Problem> {
    let files = wired.store.find(&params.query, wired.parts.workspace.root()).map_err(|error| error.problem())?;
    let summary = reasonix_store::summarise(&files).map_err(|error| error.problem())?;
    let events = read_events(&files.journal).map_err(|error| error.problem())?.events;
    let mut state = SessionState::new(files.id.clone());
    for event in &events {
        state.apply(event);
    }
    Ok(SessionsShowReply {
        summary,
        settings: state.settings,
        usage: state.usage,
        journal: files.journal.display().to_string(),
        events,
    })
}
