//! Sessions on disk: listing, showing, naming, deleting and bringing back.

use crate::{Client, blocking::blocking, wire::Wired};
use reasonix_agent::SessionState;
use reasonix_protocol::{
    Problem, SessionId, Signal,
    command::{
        SessionEditParams, SessionSummary, SessionsListParams, SessionsListReply, SessionsShowParams,
        SessionsShowReply, UnreadableSession,
    },
};
use reasonix_stdx::text;
use reasonix_store::{SessionMeta, read_events};

/// Longest title, in characters.
const TITLE_CHARS: usize = 200;

/// Waits for the disk.
pub(crate) fn list(client: &Client, params: &SessionsListParams) -> SessionsListReply {
    let wired = client.wired();
    let workspace = (!params.all_workspaces).then(|| wired.parts.workspace.root());
    let (mut sessions, unreadable) = wired.store.list(workspace);
    sessions.retain(|session| params.archived || !session.archived);
    if let Some(board) = client.board() {
        for session in &mut sessions {
            board.complete(session);
        }
    }
    let unreadable = unreadable
        .into_iter()
        .map(|(path, error)| UnreadableSession { path: path.display().to_string(), problem: error.problem() })
        .collect();
    SessionsListReply { sessions, unreadable }
}

pub(crate) fn show(wired: &Wired, params: &SessionsShowParams) -> Result<SessionsShowReply, Problem> {
    let files = wired.store.find(&params.query, wired.parts.workspace.root()).map_err(|error| error.problem())?;
    let summary = wired.store.summarise(&files).map_err(|error| error.problem())?;
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

/// Changes what a list shows of a session. Its journal stays as it is, so that this works also while another process has
/// it open.
pub(crate) async fn edit(client: &Client, params: SessionEditParams) -> Result<Box<SessionSummary>, Problem> {
    let client = client.clone();
    blocking(move || {
        let files = client.wired().store.get(&params.session).map_err(|error| error.problem())?;
        let title = params.title.map(|title| text::one_line(&title, TITLE_CHARS));
        let change = |meta: &mut SessionMeta| {
            if let Some(title) = title {
                meta.title = Some(title).filter(|title| !title.is_empty());
            }
            meta.pinned = params.pinned.unwrap_or(meta.pinned);
            meta.archived = params.archived.unwrap_or(meta.archived);
            meta.unseen &= !params.seen;
        };
        SessionMeta::change(&files.meta(), change).map_err(|error| error.problem())?;
        if let Some(board) = client.board().filter(|_| params.seen) {
            board.seen(&params.session);
        }
        summary_told(&client, &params.session)
    })
    .await
}

/// Puts a session away, closing it first if it is open here.
pub(crate) async fn delete(client: &Client, session: SessionId) -> Result<(), Problem> {
    let wired = client.wired();
    let files = wired.store.get(&session).map_err(|error| error.problem())?;
    client.close(&session).await;
    blocking(move || wired.store.delete(&files).map_err(|error| error.problem())).await?;
    if let Some(board) = client.board() {
        board.tell(Signal::SessionGone { session });
    }
    Ok(())
}

pub(crate) async fn restore(client: &Client, session: SessionId) -> Result<Box<SessionSummary>, Problem> {
    let client = client.clone();
    blocking(move || {
        client.wired().store.restore(&session).map_err(|error| error.problem())?;
        summary_told(&client, &session)
    })
    .await
}

/// What a list shows of a session now, which is told to all.
fn summary_told(client: &Client, session: &SessionId) -> Result<Box<SessionSummary>, Problem> {
    let store = &client.wired().store;
    let summary = store.get(session).and_then(|files| store.summarise(&files));
    let mut summary = Box::new(summary.map_err(|error| error.problem())?);
    if let Some(board) = client.board() {
        board.complete(&mut summary);
        board.tell(Signal::SessionChanged { summary: summary.clone() });
    }
    Ok(summary)
}
