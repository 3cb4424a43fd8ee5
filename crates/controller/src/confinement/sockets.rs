//! Sockets behind which a program does what it is asked, outside of any sandbox. Who may connect to one of these can do
//! everything that the program can.

use reasonix_config::Environment;
use std::path::PathBuf;

/// What commands may and may not connect to.
pub(super) struct Sockets {
    pub closed: Vec<PathBuf>,
    /// Within what is closed: programs that hold keys and only sign with them.
    pub open: Vec<PathBuf>,
}

/// Sockets of the machine.
const SYSTEM: &[&str] = &[
    "/run/docker.sock",
    "/run/podman",
    "/run/containerd",
    "/run/crio",
    "/run/dbus",
    "/run/systemd/private",
    "/run/snapd.socket",
    "/run/libvirt",
    "/run/incus",
    "/run/screen",
    "/var/lib/incus/unix.socket",
    "/var/lib/lxd/unix.socket",
    "/var/snap/lxd/common/lxd/unix.socket",
];

/// Sockets below the home folder.
const HOME: &[&str] = &[".docker/run", ".docker/desktop", ".colima", ".rd", ".lima"];

/// Variables that name a socket, as a path or as an address that holds one.
const NAMED: &[&str] =
    &["DOCKER_HOST", "CONTAINER_HOST", "DBUS_SESSION_BUS_ADDRESS", "TMUX", "KITTY_LISTEN_ON", "NVIM", "WATCHMAN_SOCK"];

/// The sockets of the machine and of this user.
pub(super) fn of(environment: &Environment) -> Sockets {
    let mut closed: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    let mut open = Vec::new();
    let named = environment.variable("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|path| path.is_absolute());
    for folder in named.into_iter().chain(usual_runtime_folder()) {
        open.push(folder.join("gnupg"));
        closed.push(folder);
    }
    if let Some(home) = &environment.home {
        closed.extend(HOME.iter().map(|name| home.join(name)));
    }
    closed.extend(NAMED.iter().filter_map(|name| socket(environment.variable(name)?.to_str()?)));
    open.extend(environment.variable("SSH_AUTH_SOCK").map(PathBuf::from));
    Sockets { closed, open }
}

/// The user's own, also where nothing names it.
fn usual_runtime_folder() -> Option<PathBuf> {
    #[cfg(unix)]
    {
        let user = std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").ok()?);
        Some(PathBuf::from(format!("/run/user/{user}")))
    }
    #[cfg(not(unix))]
    None
}

/// The path in `unix:///run/x.sock`, `unix:path=/run/x,guid=1`, `/tmp/tmux-0/default,1,0` and the like.
fn socket(named: &str) -> Option<PathBuf> {
    let path = named.find('/').and_then(|at| named.get(at..))?;
    let path = if named.contains("://") { path.strip_prefix("//")? } else { path };
    let path = path.split([',', ';']).next().filter(|path| path.starts_with('/'))?;
    Some(PathBuf::from(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_in_what_names_a_socket() {
        for (named, expected) in [
            ("unix:///run/x.sock", Some("/run/x.sock")),
            ("unix:path=/run/user/0/bus,guid=1", Some("/run/user/0/bus")),
            ("/tmp/tmux-0/default,12,0", Some("/tmp/tmux-0/default")),
            ("/run/nvim.0", Some("/run/nvim.0")),
            ("unix:/tmp/kitty", Some("/tmp/kitty")),
            ("tcp://10.0.0.1:2375", None),
            ("ssh://host/run/x", None),
            ("", None),
        ] {
            assert_eq!(socket(named), expected.map(PathBuf::from), "{named}");
        }
    }
}
