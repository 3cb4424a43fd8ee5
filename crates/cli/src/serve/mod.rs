//! `reasonix serve`: the browser page, served until somebody ends it. What is served is the business of `server`.

mod auth;
mod files;

use crate::{
    args::ServeArgs,
    exit::Exit,
    launch::{complain, enter, warn},
    output::write_out,
    run::in_runtime,
    signals::Signals,
    texts::Texts,
};
use reasonix_config::Environment;
use reasonix_controller::Workspaces;
use reasonix_protocol::{Problem, command::Exposure};
use reasonix_server::{Auth, Page, Server, Settings};
use std::{net::SocketAddr, time::Duration};
use tokio_util::sync::CancellationToken;

/// A second signal this soon is part of the first: a terminal that is closed sends two at once.
const ONE_SIGNAL: Duration = Duration::from_millis(300);

/// Runs the command.
pub(crate) fn serve(args: ServeArgs, texts: Texts) -> Exit {
    let mut environment = Environment::of_process();
    if let Some(dir) = &args.dir {
        match enter(dir, texts) {
            Ok(dir) => environment.current_folder = dir,
            Err(exit) => return exit,
        }
    }
    let address = match address(&args.addr) {
        Ok(address) => address,
        Err(problem) => {
            complain(&problem, texts);
            return Exit::Usage;
        }
    };
    let folder = environment.current_folder.clone();
    let workspaces = Workspaces::new(environment, folder);
    in_runtime(texts, async {
        match run(&args, address, workspaces, texts).await {
            Ok(()) => Exit::Success,
            Err(problem) => {
                complain(&problem, texts);
                Exit::Failure
            }
        }
    })
}

/// What `--addr` names: an address with a port. `localhost` is the one name that needs nobody to be asked.
fn address(typed: &str) -> Result<SocketAddr, Problem> {
    let numeric = typed.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    let parsed = numeric.as_deref().unwrap_or(typed).parse();
    parsed.map_err(|_| Problem::new("serve_address_invalid").with("address", typed))
}

async fn run(args: &ServeArgs, address: SocketAddr, workspaces: Workspaces, texts: Texts) -> Result<(), Problem> {
    let stop = stop_at_signal();
    let auth = auth::auth(args, address, texts)?;
    let server = Server::bind(address).await?;
    let address = server.address();
    if let Some(file) = &args.port_file {
        files::write(file, &format!("{address}\n"))?;
    }
    if !address.ip().is_loopback() {
        warn(&Problem::new("serve_open_to_others").with("address", address), texts);
    }
    write_out(&format!("{}\n", texts.get("serve.link", &[("link", &link(address, &auth))])));
    let local = [Exposure::Providers, Exposure::Workspaces];
    let exposed = if address.ip().is_loopback() { local.to_vec() } else { Vec::new() };
    let behind_proxy = args.behind_proxy;
    let settings = Settings { auth, exposed, hosts: Vec::new(), behind_proxy, page: Page::BuiltIn };
    server.run(workspaces, settings, stop).await
}

/// Where the page is. The token stands behind the `#`: browsers keep that to themselves.
fn link(address: SocketAddr, auth: &Auth) -> String {
    let token = auth.token().map(|token| format!("#token={}", token.expose())).unwrap_or_default();
    format!("http://{address}/{token}")
}

/// Cancelled at the first signal. The second ends the program at once.
fn stop_at_signal() -> CancellationToken {
    let stop = CancellationToken::new();
    let mut signals = Signals::new();
    let told = stop.clone();
    tokio::spawn(async move {
        signals.next().await;
        told.cancel();
        tokio::time::sleep(ONE_SIGNAL).await;
        signals.next().await;
        std::process::exit(Exit::Failure.code().into());
    });
    stop
}
