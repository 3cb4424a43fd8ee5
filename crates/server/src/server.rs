//! The server itself: a bound port, connections up to a bound, and an end.

use crate::{
    Settings, connection,
    events::Streams,
    gate::Gate,
    routes::{App, routes},
};
use reasonix_controller::Workspaces;
use reasonix_protocol::Problem;
use std::{io, net::SocketAddr, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::Semaphore};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How long requests may go on after the server was told to stop.
const LAST_REQUESTS: Duration = Duration::from_secs(3);

/// A bound port that nobody is served on yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes the port. Must be called inside a tokio runtime.
    pub async fn bind(address: SocketAddr) -> Result<Self, Problem> {
        let problem = |error: io::Error| {
            let code = match error.kind() {
                io::ErrorKind::AddrInUse => "port_busy",
                _ => "port_unusable",
            };
            Problem::new(code).with("address", address).with("port", address.port()).with("reason", error)
        };
        let listener = TcpListener::bind(address).await.map_err(problem)?;
        let address = listener.local_addr().map_err(problem)?;
        Ok(Self { listener, address })
    }

    /// Where it listens, with the port that the system chose if that was left to it.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is cancelled and what was asked by then is answered; then closes all sessions.
    pub async fn run(self, workspaces: Workspaces, settings: Settings, stop: CancellationToken) -> Result<(), Problem> {
        let gate = Gate::new(&settings, self.address.port())?;
        let (address, limits) = (self.address, settings.limits);
        let app = App {
            workspaces: workspaces.clone(),
            settings,
            address,
            gate,
            streams: Streams::new(limits.streams),
            stop: stop.clone(),
        };
        let routes = routes(Arc::new(app));
        let free = Arc::new(Semaphore::new(limits.connections));
        let connections = TaskTracker::new();
        while let Some((stream, peer)) = self.next(&stop).await {
            let permit = Arc::clone(&free).acquire_owned().await;
            let (routes, stop) = (routes.clone(), stop.clone());
            connections.spawn(async move {
                connection::serve(stream, peer, routes, stop).await;
                drop(permit);
            });
        }
        drop(self.listener);
        connections.close();
        let _ = tokio::time::timeout(LAST_REQUESTS, connections.wait()).await;
        workspaces.close().await;
        Ok(())
    }

    /// The next connection; `None` once the server is to stop.
    async fn next(&self, stop: &CancellationToken) -> Option<(tokio::net::TcpStream, SocketAddr)> {
        loop {
            tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        let _ = stream.set_nodelay(true);
                        return Some((stream, peer));
                    }
                    // Out of file descriptors, or a client that was gone at once: others may be served soon.
                    Err(error) => {
                        tracing::warn!(%error, "a connection could not be taken");
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                },
                () = stop.cancelled() => return None,
            }
        }
    }
}
