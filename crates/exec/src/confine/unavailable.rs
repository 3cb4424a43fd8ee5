//! Why nothing can be confined here, and what to do about it.

use std::path::PathBuf;

/// Why this machine does not confine processes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// The program that confines is not installed.
    #[error("{program} is not installed")]
    NotInstalled {
        program: &'static str,
        /// What installs it on this system, where that is known.
        install: Option<&'static str>,
    },
    /// It is there, and does not work: user namespaces may be closed, as in many containers.
    #[error("{} cannot confine here: {said}", program.display())]
    Refused { program: PathBuf, said: String },
    /// A folder that is needed for it cannot be made.
    #[error("{} cannot be used: {reason}", path.display())]
    Folder { path: PathBuf, reason: String },
    /// There is no way to confine on this operating system.
    #[error("processes cannot be confined on {system}")]
    NoBackend { system: &'static str },
}

impl Unavailable {
    /// bubblewrap is missing on this Linux.
    pub(super) fn without_bubblewrap() -> Self {
        let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
        Self::NotInstalled { program: "bubblewrap", install: install_command(&release) }
    }
}

/// Families of systems by the words of `ID` and `ID_LIKE`, and how they install it.
const INSTALL: &[(&[&str], &str)] = &[
    (&["debian", "ubuntu"], "sudo apt-get install bubblewrap"),
    (&["fedora", "rhel", "centos"], "sudo dnf install bubblewrap"),
    (&["arch"], "sudo pacman -S bubblewrap"),
    (&["suse", "opensuse"], "sudo zypper install bubblewrap"),
    (&["alpine"], "sudo apk add bubblewrap"),
    (&["nixos"], "nix-env -iA nixos.bubblewrap"),
];

fn install_command(release: &str) -> Option<&'static str> {
    let ids = release.lines().filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")));
    let words: Vec<&str> = ids.flat_map(|value| value.trim_matches(['"', '\'']).split_ascii_whitespace()).collect();
    let known = INSTALL.iter().find(|(names, _)| names.iter().any(|name| words.contains(name)));
    known.map(|(_, command)| *command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_fits_the_system() {
        let check = |release: &str, expected: Option<&str>| assert_eq!(install_command(release), expected, "{release}");
        check("NAME=x\nID=debian\n", Some("sudo apt-get install bubblewrap"));
        check("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", Some("sudo apt-get install bubblewrap"));
        check("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"", Some("sudo dnf install bubblewrap"));
        check("ID=own\nVERSION_ID=debian", None);
        check("", None);
    }
}
