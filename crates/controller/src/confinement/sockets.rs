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

/// The sockets of the machine and of this user.
pub(super) fn of(environment: &Environment) -> Sockets {
    let mut closed: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    let mut open = Vec::new();
    if let Some(folder) = environment.variable("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|path| path.is_absolute()) {
        open.push(folder.join("gnupg"));
        closed.push(folder);
    }
    if let Some(home) = &environment.home {
        closed.push(home.join(".docker/run"));
    }
    open.extend(environment.variable("SSH_AUTH_SOCK").map(PathBuf::from));
    Sockets { closed, open }
}
