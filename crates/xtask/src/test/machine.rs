//! What the tests need of the machine: one table. Installed where that can be done without asking; else the command is
//! told, and the tests that miss something fail by themselves.

use crate::process::{is_installed, program, shown, succeeds};
use anyhow::Result;
use std::path::Path;

/// A Debian package, and how to see that what it brings is there, wherever it came from.
struct Package {
    name: &'static str,
    evidence: Evidence,
}

enum Evidence {
    Program(&'static str),
    File(&'static str),
}

const PACKAGES: &[Package] = &[
    // The shell that commands of the model run in.
    Package { name: "bash", evidence: Evidence::Program("bash") },
    // Workspaces under version control; xtask itself lists files with it.
    Package { name: "git", evidence: Evidence::Program("git") },
    // Tests look for processes that were left behind.
    Package { name: "procps", evidence: Evidence::Program("ps") },
    // Roots for TLS, loaded at the first connection that needs them.
    Package { name: "ca-certificates", evidence: Evidence::File("/etc/ssl/certs/ca-certificates.crt") },
];

/// Installs what is missing, or says how.
pub(crate) fn prepare() -> Result<()> {
    let missing: Vec<&str> =
        PACKAGES.iter().filter(|package| !is_there(&package.evidence)).map(|package| package.name).collect();
    if missing.is_empty() || !cfg!(unix) {
        return Ok(());
    }
    let mut update = program("apt-get");
    update.args(["update", "--quiet"]);
    let mut install = program("apt-get");
    install.args(["install", "--quiet", "--yes", "--no-install-recommends"]).args(&missing);
    install.env("DEBIAN_FRONTEND", "noninteractive");
    if !can_install() {
        let names = missing.join(", ");
        eprintln!(
            "the tests need {names}, and this user cannot install that here; on Debian: sudo {}",
            shown(&install)
        );
        return Ok(());
    }
    eprintln!("installing {}", missing.join(", "));
    if !(succeeds(&mut update)? && succeeds(&mut install)?) {
        eprintln!("installing failed; tests that miss something will fail");
    }
    Ok(())
}

fn is_there(evidence: &Evidence) -> bool {
    match evidence {
        Evidence::Program(name) => is_installed(name),
        Evidence::File(path) => Path::new(path).exists(),
    }
}

/// Whether this is Debian and the user is its administrator.
fn can_install() -> bool {
    Path::new("/etc/debian_version").exists() && is_installed("apt-get") && is_root()
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_is_looked_for() {
        assert!(is_there(&Evidence::Program("cargo")));
        assert!(!is_there(&Evidence::Program("no-such-program")));
        assert!(!is_there(&Evidence::File("/no/such/file")));
    }
}
