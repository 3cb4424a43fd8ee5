//! Looks for model servers on this machine.

use reasonix_protocol::command::{LocalServer, LocalServersReply};

pub(crate) async fn find() -> LocalServersReply {
    let found = reasonix_providers::probe_local().await;
    let servers = found.into_iter().map(|server| LocalServer {
        name: server.kind.name().to_owned(),
        base_url: server.base_url,
        models: server.models.into_iter().map(|model| model.id).collect(),
    });
    LocalServersReply { servers: servers.collect() }
}
