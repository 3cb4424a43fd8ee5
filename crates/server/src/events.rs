//! `GET /api/events`: what happens, as server-sent events. Each message is a batch of updates; its id is the number of the
//! last durable event in it, so that a browser that lost its connection goes on where it was.

use crate::{
    answer::Refusal,
    connection::Connection,
    feed,
    origin::{Way, check_origin},
    reach::Reach,
    routes::App,
};
use axum::{
    extract::{Extension, Query, State, rejection::QueryRejection},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use reasonix_protocol::{Problem, SessionId, SubscribeParams};
use serde::Deserialize;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The streams of a server.
pub(crate) struct Streams {
    free: Arc<Semaphore>,
    limit: usize,
}

impl Streams {
    pub(crate) fn new(limit: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(limit)), limit }
    }

    fn begin(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let problem = || Problem::new("too_many_streams").with("limit", self.limit).retryable();
        let permit = Arc::clone(&self.free).try_acquire_owned();
        permit.map_err(|_| Refusal::new(StatusCode::TOO_MANY_REQUESTS, problem()).after(5))
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    session: Option<String>,
    from_seq: Option<u64>,
    preview_bytes: Option<u32>,
    newest: Option<u32>,
    signals: Option<String>,
}

/// What a stream tells: of a session, of what happens outside of sessions, or both.
struct Wanted {
    session: Option<SubscribeParams>,
    signals: bool,
}

impl Asked {
    fn wanted(self, last: Option<u64>) -> Result<Wanted, Refusal> {
        let session = self.session.map(|session| SubscribeParams::Session {
            session: SessionId(session),
            from_seq: last.map_or(self.from_seq.unwrap_or(1), |last| last.saturating_add(1)),
            preview_bytes: self.preview_bytes,
            newest: self.newest,
        });
        let signals = self.signals.is_some();
        if session.is_none() && !signals {
            return Err(malformed(&"session=ID, signals, or both"));
        }
        Ok(Wanted { session, signals })
    }
}

fn malformed(reason: &dyn std::fmt::Display) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, Problem::new("query_malformed").with("reason", reason))
}

/// The handler.
pub(crate) async fn events(
    State(app): State<Arc<App>>,
    Extension(way): Extension<Way>,
    Extension(connection): Extension<Connection>,
    asked: Result<Query<Asked>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    check_origin(&Method::GET, &headers, &way)?;
    let is_known = app.gate.is_known(&headers, &way)?;
    if !is_known && !app.gate.reads_are_open() {
        return Err(app.gate.refusal());
    }
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok());
    let wanted = asked.map_err(|error| malformed(&error))?.0.wanted(last)?;
    let permit = app.streams.begin()?;
    // Signals first: what happens while the session is looked up is told.
    let signals = if wanted.signals { Some(app.workspaces.subscribe(SubscribeParams::Signals).await?) } else { None };
    let session = match wanted.session {
        Some(params) => {
            if let SubscribeParams::Session { session, .. } = &params {
                Reach::new(&app, is_known).check_session(session).await?;
            }
            Some(app.workspaces.subscribe(params).await?)
        }
        None => None,
    };
    let body = feed::start(session, signals, app.settings.limits, permit, connection.cut, app.stop.clone());
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        // Proxies that gather an answer before they pass it on would keep a stream for ever.
        (header::HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    Ok((headers, body).into_response())
}
