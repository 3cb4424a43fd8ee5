//! One connection: HTTP/1.1 with bounded patience. A client that does not finish its request, or does not take its answer,
//! is let go.

use crate::patience::Patience;
use axum::Router;
use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::{net::SocketAddr, pin::pin, time::Duration};
use tokio::net::TcpStream;
use tokio_util::sync::CancellationToken;

/// How long the head of a request may take, and a connection may rest between two.
const HEAD: Duration = Duration::from_secs(30);
/// Largest head of a request.
const HEAD_BYTES: usize = 64 << 10;

/// What a request knows of its connection.
#[derive(Debug, Clone)]
pub(crate) struct Connection {
    pub peer: SocketAddr,
    /// Ends the connection at once, with what is under way.
    pub cut: CancellationToken,
}

/// Serves one connection to its end.
pub(crate) async fn serve(stream: TcpStream, peer: SocketAddr, routes: Router, stop: CancellationToken) {
    let connection = Connection { peer, cut: CancellationToken::new() };
    let cut = connection.cut.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(connection.clone());
        let mut routes = routes.clone();
        async move { tower_service::Service::call(&mut routes, request).await }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(HEAD_BYTES);
    let mut serving = pin!(http.serve_connection(TokioIo::new(Patience::new(stream)), service));
    tokio::select! {
        _ = serving.as_mut() => return,
        () = cut.cancelled() => return,
        () = stop.cancelled() => {}
    }
    // What is asked already is still answered.
    serving.as_mut().graceful_shutdown();
    tokio::select! {
        _ = serving => {}
        () = cut.cancelled() => {}
    }
}
