//! What to do when no model is configured: three ways out, with the model servers that were found on this machine.

use crate::{terminal::Style, texts::Texts};
use reasonix_controller::Client;
use reasonix_protocol::{Command, Reply};

/// Shows the ways out on stderr.
pub(crate) async fn show(client: &Client, texts: Texts) {
    let Style { bold, reset, .. } = Style::of_stderr();
    let servers = match client.call(Command::LocalServers).await {
        Ok(Reply::LocalServers(reply)) => reply.servers,
        _ => Vec::new(),
    };
    eprintln!("{}", texts.get("ways_out.intro", &[]));
    eprintln!("  1. {bold}reasonix setup{reset}  {}", texts.get("ways_out.setup", &[]));
    if servers.is_empty() {
        eprintln!("  2. {}", texts.get("ways_out.no_local_server", &[]));
    }
    for server in servers {
        let models = server.models.join(", ");
        let params = [("name", server.name.as_str()), ("address", &server.base_url), ("models", &models)];
        eprintln!("  2. {}", texts.get("ways_out.local_server", &params));
        let model = server.models.first().map_or("MODEL", String::as_str);
        eprintln!("     {bold}reasonix setup --base-url {} --model {model}{reset}", server.base_url);
    }
    eprintln!("  3. {bold}reasonix demo{reset}  {}", texts.get("ways_out.demo", &[]));
}
