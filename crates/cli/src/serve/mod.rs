//! `reasonix serve`: the browser page, served until somebody ends it. What is served, and to whom, is the business of
//! `server`.

mod auth;
mod configured;
mod files;

use crate::{
    args::ServeArgs,
    exit::Exit,
    launch::{complain, enter, warn},
    output::write_out,
    run::in_runtime,
    setup::Stop,
    signals::Signals,
    texts::Texts,
};
use configured::Configured;
use reasonix_config::{Environment, Overrides};
use reasonix_controller::{Workspaces, open_in_browser};
use reasonix_protocol::{Problem, Secret, command::Exposure};
use reasonix_server::{Auth, Limits, Page, PasswordHash, Server, Settings, new_token};
use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::Path,
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// A second signal this soon is part of the first: a terminal that is closed sends two at once.
const ONE_SIGNAL: Duration = Duration::from_millis(300);

/// Runs the command.
pub(crate) fn serve(args: ServeArgs, texts: Texts) -> Exit {
    in_runtime(texts, async {
        let stop = stop_at_signal();
        let done = if args.hash_password { hash_password(&args, texts) } else { run(&args, texts, stop).await };
        match done {
            Ok(()) => Exit::Success,
            Err(Failed::Told(exit)) => exit,
            Err(Failed::Untold(problem)) => {
                complain(&problem, texts);
                Exit::Failure
            }
        }
    })
}

/// Why the command ended.
enum Failed {
    /// The user knows it already.
    Told(Exit),
    Untold(Problem),
}

impl From<Problem> for Failed {
    fn from(problem: Problem) -> Self {
        Self::Untold(problem)
    }
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Quit => Self::Told(Exit::Failure),
            Stop::Problem(problem) | Stop::Usage(problem) => Self::Untold(problem),
        }
    }
}

fn hash_password(args: &ServeArgs, texts: Texts) -> Result<(), Failed> {
    let hash = PasswordHash::of(&auth::password(args.password.as_ref().and_then(Option::as_deref), texts)?)?;
    write_out(&format!("{}\n", hash.expose()));
    Ok(())
}

async fn run(args: &ServeArgs, texts: Texts, stop: CancellationToken) -> Result<(), Failed> {
    let mut environment = Environment::of_process();
    let typed = args.dir.clone().unwrap_or_else(|| environment.current_folder.clone());
    environment.current_folder = enter(&typed, texts).map_err(Failed::Told)?;
    let address = address(&args.addr).map_err(|problem| {
        complain(&problem, texts);
        Failed::Told(Exit::Usage)
    })?;
    let overrides = args
        .model
        .as_ref()
        .map_or_else(Overrides::default, |model| Overrides::default().with("default_model", model.as_str()));
    let configured = Configured::read(&environment, &overrides, texts).map_err(Failed::Told)?;
    let texts = texts.or_configured(configured.language);
    let auth = auth::auth(args, &configured.serve, texts)?;
    let behind_proxy = args.behind_proxy || configured.serve.behind_proxy;
    let is_local = address.ip().is_loopback() && !behind_proxy && configured.serve.hosts.is_empty();
    if matches!(auth, Auth::None { .. }) && !is_local {
        return Err(Problem::new("serve_none_needs_loopback").with("address", address).into());
    }
    let once = (args.open && !args.no_open).then(new_token).transpose()?;
    let server = Server::bind(address).await?;
    let address = server.address();
    let settings = Settings {
        auth,
        once,
        exposed: exposed(configured.serve.expose, is_local),
        hosts: configured.serve.hosts,
        behind_proxy,
        page: Page::BuiltIn,
        limits: Limits::default(),
    };
    tell(args, address, &settings, texts)?;
    let folder = environment.current_folder.clone();
    let served = server.run(Workspaces::with_overrides(environment, folder, overrides), settings, stop).await;
    if let Some(file) = &args.port_file {
        // It would name a server that is gone. If it cannot be removed, whoever reads it finds nobody there.
        let _ = std::fs::remove_file(file);
    }
    Ok(served?)
}

/// What `--addr` names: an address with a port. `localhost` is the one name that needs nobody to be asked.
fn address(typed: &str) -> Result<SocketAddr, Problem> {
    let numeric = typed.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    let parsed = numeric.as_deref().unwrap_or(typed).parse();
    parsed.map_err(|_| Problem::new("serve_address_invalid").with("address", typed))
}

/// What is configured; else what somebody at this machine could change anyway.
fn exposed(configured: Option<Vec<Exposure>>, is_local: bool) -> Vec<Exposure> {
    let usual = if is_local { vec![Exposure::Providers, Exposure::Workspaces] } else { Vec::new() };
    configured.unwrap_or(usual)
}

/// Says where the page is: to programs in a file, to a person on stdout, to the browser if that is wanted.
fn tell(args: &ServeArgs, address: SocketAddr, settings: &Settings, texts: Texts) -> Result<(), Problem> {
    if let Some(file) = &args.port_file {
        files::write(file, &format!("{address}\n"))?;
    }
    if !address.ip().is_loopback() {
        warn(&Problem::new("serve_open_to_others").with("address", address), texts);
    }
    let token = settings.auth.token().filter(|_| args.token_file.is_none());
    let link = link(address, token.map(Secret::expose));
    write_out(&format!("{}\n", texts.get("serving.link", &[("link", &link)])));
    if let (Some(file), Some(_)) = (&args.token_file, settings.auth.token()) {
        write_out(&format!("{}\n", texts.get("serving.token_file", &[("path", &shown(file))])));
    }
    if let Some(once) = &settings.once
        && let Err(problem) = open_in_browser(&self::link(address, Some(once.expose())))
    {
        warn(&problem, texts);
    }
    Ok(())
}

fn shown(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// Where the page is. The token stands behind the `#`: browsers keep that to themselves.
fn link(address: SocketAddr, token: Option<&str>) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let address = SocketAddr::new(ip, address.port());
    format!("http://{address}/{}", token.map(|token| format!("#token={token}")).unwrap_or_default())
}

/// Cancelled at the first signal. The second ends the program at once.
fn stop_at_signal() -> CancellationToken {
    let stop = CancellationToken::new();
    let mut signals = Signals::new();
    let told = stop.clone();
    tokio::spawn(async move {
        signals.next().await;
        told.cancel();
        let soon = async {
            loop {
                signals.next().await;
            }
        };
        let _: Result<(), _> = tokio::time::timeout(ONE_SIGNAL, soon).await;
        signals.next().await;
        std::process::exit(Exit::Failure.code().into());
    });
    stop
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_links() {
        let check = |typed: &str, expected: Option<&str>| {
            let shown = address(typed).ok().map(|address| link(address, Some("t")));
            assert_eq!(shown.as_deref(), expected, "{typed}");
        };
        check("127.0.0.1:8787", Some("http://127.0.0.1:8787/#token=t"));
        check("localhost:1", Some("http://127.0.0.1:1/#token=t"));
        check("0.0.0.0:8787", Some("http://127.0.0.1:8787/#token=t"));
        check("[::]:8787", Some("http://[::1]:8787/#token=t"));
        check("10.0.0.3:80", Some("http://10.0.0.3:80/#token=t"));
        for wrong in ["8787", "box.example:80", "127.0.0.1", "127.0.0.1:99999", ""] {
            check(wrong, None);
        }
    }
}
