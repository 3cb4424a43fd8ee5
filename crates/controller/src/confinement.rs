//! What commands may do on this machine, out of configuration, folders and what is known of programs: the value that
//! `exec` holds them to. Users read about it in docs/sandbox.md.

mod caches;
mod git;
mod sockets;

use crate::LaunchOptions;
use reasonix_config::{Confine, Locations, Settings};
use reasonix_exec::{Confinement, Confining, Further, Otherwise, Sandbox, StandIn};
use reasonix_tool::Workspace;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Processes and threads that one command may have at once, besides those for each processor: more than any build, and few
/// enough to be ended soon. The more there are, the longer everything waits for its turn.
const PROCESSES: u32 = 256;
const PROCESSES_EACH: u32 = 128;

fn process_limit() -> u32 {
    let processors = std::thread::available_parallelism().map_or(1, |count| u32::try_from(count.get()).unwrap_or(1));
    PROCESSES + PROCESSES_EACH.saturating_mul(processors)
}

/// What becomes of commands on a machine that cannot confine them, although they are to be confined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unconfined {
    #[default]
    Refuse,
    /// They run all the same, and say so: for a throw-away workspace with commands that are known beforehand.
    Run,
}

/// Whether commands are confined here at all.
pub(crate) fn is_wanted(settings: &Settings) -> bool {
    settings.sandbox.bash == Confine::Enforce && !cfg!(windows)
}

/// How commands are confined; `None` if they are not to be. Looks at the disk.
pub(crate) fn confining(
    settings: &Settings,
    locations: &Locations,
    workspace: &Workspace,
    forbid_read: &[PathBuf],
    options: &LaunchOptions,
) -> Option<Confining> {
    is_wanted(settings).then(|| Confining {
        sandbox: Arc::new(Sandbox::new(confinement(settings, locations, workspace, forbid_read, options))),
        otherwise: match options.unconfined {
            Unconfined::Refuse => Otherwise::Refuse,
            Unconfined::Run => Otherwise::Run,
        },
    })
}

fn confinement(
    settings: &Settings,
    locations: &Locations,
    workspace: &Workspace,
    forbid_read: &[PathBuf],
    options: &LaunchOptions,
) -> Confinement {
    let mut writable = workspace.roots().to_vec();
    let (mut protected, mut stand_ins) = (Vec::new(), Vec::new());
    for root in workspace.roots() {
        protected.extend([reasonix_config::PROJECT_FILE, ".reasonix"].map(|name| root.join(name)));
        let git = git::places(root);
        writable.extend(git.writable);
        protected.extend(git.protected);
        stand_ins.extend(git.repositories.into_iter().map(stand_in));
    }
    // In a root a command could put a link in the place of one, and the next sandbox would open what that leads to.
    let is_in_root = |cache: &PathBuf| {
        let real = cache.parent().and_then(|folder| folder.canonicalize().ok());
        workspace.roots().iter().any(|root| real.as_ref().is_none_or(|real| real.starts_with(root)))
    };
    writable.extend(caches::folders(&options.environment).into_iter().filter(|cache| !is_in_root(cache)));
    let mut unreadable = forbid_read.to_vec();
    unreadable.extend([&locations.home, &locations.state, &locations.cache].into_iter().cloned());
    let sockets = sockets::of(&options.environment);
    // What the user names is meant, also where it leads out.
    unreadable.extend(sockets.closed.into_iter().filter(|path| !writable.contains(path)));
    let mut reachable = sockets.open;
    reachable.push(locations.home.join("skills"));
    Confinement {
        writable: real(writable),
        protected,
        stand_ins,
        unreadable: real(unreadable),
        reachable: real(reachable),
        network: settings.sandbox.network,
        process_limit: process_limit(),
        folder: locations.state.join("sandbox"),
    }
}

/// What opening a folder for writing means to commands: what git and Reasonix obey in it stays as it is.
pub(crate) fn opening(folder: &Path) -> Further {
    let mut protected: Vec<PathBuf> = [reasonix_config::PROJECT_FILE, ".reasonix"].map(|name| folder.join(name)).into();
    // The rest of a repository that it is in was not opened.
    let git = git::places(folder);
    protected.extend(git.protected.into_iter().filter(|path| path.starts_with(folder)));
    let repositories = git.repositories.into_iter().filter(|path| path.starts_with(folder));
    Further { writable: Vec::new(), protected, stand_ins: repositories.map(stand_in).collect() }
}

/// What keeps git from being led to another repository's configuration.
fn stand_in(repository: PathBuf) -> StandIn {
    StandIn { path: repository.join("commondir"), content: git::SAME_FOLDER }
}

/// Where links lead; what does not exist is left out.
fn real(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut real: Vec<PathBuf> = paths.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let mut seen = std::collections::HashSet::new();
    real.retain(|path| seen.insert(path.clone()));
    real
}

/// Names of variables that look as if they held a credential.
pub(crate) fn credential_names(environment: &reasonix_config::Environment) -> Vec<String> {
    let names = environment.variables.keys().filter_map(|name| name.to_str());
    names.filter(|name| looks_like_credential(name)).map(str::to_owned).collect()
}

/// Words of a name that make it one of a credential.
const CREDENTIAL_WORDS: &[&str] = &[
    "KEY",
    "APIKEY",
    "TOKEN",
    "SECRET",
    "SECRETS",
    "PASSWORD",
    "PASSWD",
    "PASS",
    "PASSPHRASE",
    "CREDENTIAL",
    "CREDENTIALS",
    "PAT",
    "AUTH",
    "COOKIE",
];

fn looks_like_credential(name: &str) -> bool {
    // The way to a program that holds keys and gives none away.
    if matches!(name, "SSH_AUTH_SOCK") {
        return false;
    }
    let name = name.to_ascii_uppercase();
    name.split(['_', '-', '.']).any(|word| CREDENTIAL_WORDS.contains(&word))
        || ["APIKEY", "TOKEN", "SECRET", "PASSWORD"].iter().any(|end| name.ends_with(end))
}

/// Whether `path` is a folder and no link.
fn is_folder(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_known_by_their_names() {
        for name in ["GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "npm_config__auth", "PGPASSWORD", "DB_PASS", "my.api.key"]
        {
            assert!(looks_like_credential(name), "{name}");
        }
        for name in ["PATH", "HOME", "KEYBOARD", "SSH_AUTH_SOCK", "PASSENGER_ROOT", "AUTHOR", "TOKENIZERS_PARALLELISM"]
        {
            assert!(!looks_like_credential(name), "{name}");
        }
    }
}
