//! The routes, and what they share.

use crate::{
    Settings,
    answer::Refusal,
    calls,
    connection::Connection,
    events::{self, Streams},
    gate::Gate,
    guard::guard,
};
use axum::{
    Router,
    extract::{Request, State},
    http::{Method, StatusCode},
    middleware,
    response::{IntoResponse as _, Response},
    routing::{any, get, post},
};
use reasonix_controller::Workspaces;
use reasonix_protocol::Problem;
use std::{net::SocketAddr, sync::Arc};
use tokio_util::sync::CancellationToken;

/// What the routes share.
pub(crate) struct App {
    pub workspaces: Workspaces,
    pub settings: Settings,
    /// Where the server listens.
    pub address: SocketAddr,
    pub gate: Gate,
    pub streams: Streams,
    /// Cancelled when the server stops.
    pub stop: CancellationToken,
}

impl App {
    /// Where a request comes from, by its connection.
    pub(crate) fn peer(&self, request: &Request) -> SocketAddr {
        request.extensions().get::<Connection>().map_or(self.address, |connection| connection.peer)
    }
}

/// All routes.
pub(crate) fn routes(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/login", post(calls::login))
        .route("/api/call", post(calls::call))
        .route("/api/submit", post(calls::submit))
        .route("/api/events", get(events::events))
        .route("/api/{*rest}", any(unknown))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}

async fn page(State(app): State<Arc<App>>, request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return wrong_method(request).await;
    }
    match app.settings.page.file(request.uri().path(), request.headers()) {
        Some(response) => response,
        None => unknown(request).await,
    }
}

async fn unknown(request: Request) -> Response {
    let problem = Problem::new("route_unknown").with("path", request.uri().path());
    Refusal::new(StatusCode::NOT_FOUND, problem).into_response()
}

async fn wrong_method(request: Request) -> Response {
    let problem = Problem::new("method_refused").with("method", request.method()).with("path", request.uri().path());
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, problem).into_response()
}
