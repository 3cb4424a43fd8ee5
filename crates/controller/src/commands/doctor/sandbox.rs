//! What the sandbox holds, told by a confined command that tries to get out. Where it gets out, that is an error.

use super::{error, info, nothing, ok};
use crate::wire::Wired;
use reasonix_exec::{Confinement, Further, Job, Otherwise, Sandbox, Strength, Unavailable, Within, run};
use reasonix_protocol::{Problem, command::Check, command::CheckLevel};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// How long the attempts may take together.
const PATIENCE: Duration = Duration::from_secs(10);

/// Tries each thing and tells for which of them it succeeded.
const ATTEMPTS: &str = r#"
try() { if eval "$2" >/dev/null 2>&1; then echo "$1 open"; else echo "$1 held"; fi; }
try write ': >"$PROBE_OUTSIDE"'
try protected ': >>"$PROBE_PROTECTED"'
try keys 'if [ -d "$PROBE_KEYS" ]; then ls "$PROBE_KEYS/"* ; else head -c 1 "$PROBE_KEYS" | grep -q .; fi'
try processes '[ "$(readlink /proc/self/ns/pid)" = "$PROBE_NAMESPACE" ] && kill -0 "$PROBE_ENGINE"'
try network 'exec 3<>"/dev/tcp/127.0.0.1/$PROBE_PORT"'
"#;

/// Whether commands are confined, by what, and what came of trying to get out.
pub(super) async fn examine(wired: &Wired) -> Vec<Check> {
    let Some(confining) = &wired.confining else {
        let problem = if cfg!(windows) { "sandbox_absent" } else { "sandbox_off" };
        return vec![nothing("sandbox", CheckLevel::Info, Problem::new(problem))];
    };
    // Looking makes nothing: before the first command of all, what confining needs for itself is put elsewhere.
    let elsewhere = tempfile::tempdir();
    let mut sandbox = Arc::clone(&confining.sandbox);
    if let (false, Ok(folder)) = (sandbox.confinement().folder.exists(), &elsewhere) {
        let confinement = Confinement { folder: folder.path().to_path_buf(), ..sandbox.confinement().clone() };
        sandbox = Arc::new(Sandbox::new(confinement));
    }
    let strength = match sandbox.ready().await {
        Ok(strength) => strength,
        Err(reason) => return vec![unavailable(&reason, confining.otherwise)],
    };
    let mut checks = vec![ok("sandbox", backend(strength))];
    checks.extend(attempts(wired, &sandbox).await);
    checks
}

fn backend(strength: Strength) -> String {
    match strength.landlock {
        Some(version) => format!("bubblewrap, Landlock {version}"),
        None if cfg!(target_os = "macos") => "Seatbelt".to_owned(),
        None => "bubblewrap".to_owned(),
    }
}

fn unavailable(reason: &Unavailable, otherwise: Otherwise) -> Check {
    let problem = match reason {
        Unavailable::NotInstalled { program, install } => {
            Problem::new("sandbox_not_installed").with("program", program).with("command", install.unwrap_or(program))
        }
        Unavailable::Refused { program, said } => {
            Problem::new("sandbox_refused").with("program", program.display()).with("reason", said)
        }
        reason => Problem::new("sandbox_unusable").with("reason", reason),
    };
    let level = match otherwise {
        Otherwise::Refuse => CheckLevel::Error,
        Otherwise::Run => CheckLevel::Warning,
    };
    nothing("sandbox", level, problem)
}

/// Runs the attempts. What they would have left outside is looked for, and removed.
async fn attempts(wired: &Wired, sandbox: &Arc<Sandbox>) -> Vec<Check> {
    let Some(shell) = &wired.shell else { return Vec::new() };
    let root = wired.parts.workspace.root();
    let outside = outside(wired).join(format!(".reasonix-probe-{}", std::process::id()));
    let protected = root.join(reasonix_config::PROJECT_FILE);
    let locations = &wired.source.locations;
    let keys = Some(locations.env_file()).filter(|file| file.is_file()).unwrap_or_else(|| locations.home.clone());
    let said = async {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let temp = tempfile::tempdir()?;
        let mut job: Job = shell.job(ATTEMPTS, root);
        job.env.set("PROBE_OUTSIDE", &outside).set("PROBE_PROTECTED", &protected).set("PROBE_KEYS", &keys);
        // In namespaces of their own, two processes may have one number.
        let namespace = std::fs::read_link("/proc/self/ns/pid").unwrap_or_default();
        job.env.set("PROBE_ENGINE", std::process::id().to_string()).set("PROBE_NAMESPACE", namespace);
        job.env.set("PROBE_PORT", listener.local_addr()?.port().to_string());
        job.deadline = Some(PATIENCE);
        let temp = temp.path().canonicalize()?;
        job.within = Some(Within { sandbox: Arc::clone(sandbox), temp, further: Further::default() });
        let finished = run(job, &CancellationToken::new(), &mut |_| ()).await.map_err(std::io::Error::other)?;
        std::io::Result::Ok(finished.output.text())
    };
    let said = match said.await {
        Ok(said) => said,
        Err(reason) => {
            let problem = Problem::new("sandbox_unusable").with("reason", reason);
            return vec![nothing("sandbox", CheckLevel::Error, problem)];
        }
    };
    let has_left_something = std::fs::remove_file(&outside).is_ok();
    let held = |name: &str| said.lines().any(|line| line == format!("{name} held"));
    let result = |name: &str, found: &dyn std::fmt::Display, is_held: bool| {
        if is_held {
            Check { problem: Some(Problem::new("sandbox_held")), ..ok(name, found) }
        } else {
            error(name, found, Problem::new("sandbox_leaks"))
        }
    };
    let network = held("network");
    vec![
        result("sandbox_write", &outside.display(), held("write") && !has_left_something),
        result("sandbox_protected", &protected.display(), held("protected")),
        result("sandbox_keys", &keys.display(), held("keys")),
        result("sandbox_processes", &std::process::id(), held("processes")),
        if !network && sandbox.confinement().network {
            info("sandbox_network", "127.0.0.1", Problem::new("sandbox_network_open"))
        } else {
            result("sandbox_network", &"127.0.0.1", network)
        },
    ]
}

/// A folder of the user's that commands must not write to, and that is not among the temporary files.
fn outside(wired: &Wired) -> PathBuf {
    let workspace = &wired.parts.workspace;
    let is_outside = |folder: &&Path| {
        !workspace.roots().iter().any(|root| folder.starts_with(root)) && !folder.starts_with("/tmp") && folder.is_dir()
    };
    let candidates = workspace.home().into_iter().chain(workspace.root().ancestors().skip(1));
    candidates.into_iter().find(is_outside).unwrap_or(Path::new("/")).to_path_buf()
}
