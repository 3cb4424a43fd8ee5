//! What chores need of the machine: one table. Installed where that can be done without asking; else the command is told,
//! in the words of the machine's own system where they are known.

use crate::process::{is_installed, program, shown, succeeds};
use anyhow::Result;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A chore, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// To run the engine and its tests.
    Engine,
    /// To compile the desktop app.
    Desktop,
    /// To drive windows and pages in tests, and to look at them.
    Screen,
}

/// Something that a system's package brings, and how to see that it is there, wherever it came from.
struct Package {
    debian: &'static str,
    fedora: &'static str,
    arch: &'static str,
    evidence: Evidence,
    need: Need,
}

enum Evidence {
    Program(&'static str),
    File(&'static str),
    /// A library with what is needed to compile against it, by the name that pkg-config knows.
    Development(&'static str),
    /// A library that is loaded at run time.
    Library(&'static str),
}

use Evidence::{Development, File, Library, Program};
use Need::{Desktop, Engine, Screen};

const fn package(
    need: Need,
    debian: &'static str,
    fedora: &'static str,
    arch: &'static str,
    evidence: Evidence,
) -> Package {
    Package { debian, fedora, arch, evidence, need }
}

const PACKAGES: &[Package] = &[
    // The shell that commands of the model run in.
    package(Engine, "bash", "bash", "bash", Program("bash")),
    // Confines those commands.
    package(Engine, "bubblewrap", "bubblewrap", "bubblewrap", Program("bwrap")),
    // Workspaces under version control; xtask itself lists files with it.
    package(Engine, "git", "git", "git", Program("git")),
    // Tests look for processes that were left behind.
    package(Engine, "procps", "procps-ng", "procps-ng", Program("ps")),
    // Roots for TLS, loaded at the first connection that needs them.
    package(
        Engine,
        "ca-certificates",
        "ca-certificates",
        "ca-certificates",
        File("/etc/ssl/certs/ca-certificates.crt"),
    ),
    package(Desktop, "pkg-config", "pkgconf-pkg-config", "pkgconf", Program("pkg-config")),
    // What draws the page, and the window around it.
    package(Desktop, "libwebkit2gtk-4.1-dev", "webkit2gtk4.1-devel", "webkit2gtk-4.1", Development("webkit2gtk-4.1")),
    package(Desktop, "libgtk-3-dev", "gtk3-devel", "gtk3", Development("gtk+-3.0")),
    package(Desktop, "librsvg2-dev", "librsvg2-devel", "librsvg", Development("librsvg-2.0")),
    // The icon among those of the system. The app does without where it is missing.
    package(
        Desktop,
        "libayatana-appindicator3-1",
        "libayatana-appindicator-gtk3",
        "libayatana-appindicator",
        Library("libayatana-appindicator3.so.1"),
    ),
    // A display without a screen, keys and clicks on it, and a driver for the window.
    package(Screen, "xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb", Program("Xvfb")),
    package(Screen, "xdotool", "xdotool", "xdotool", Program("xdotool")),
    package(Screen, "webkit2gtk-driver", "webkit2gtk-driver", "webkit2gtk-4.1", Program("WebKitWebDriver")),
    // Tells whether a window asks for attention.
    package(Screen, "x11-utils", "xprop", "xorg-xprop", Program("xprop")),
    // A session bus of a test's own, for what the app shows outside its window.
    package(Screen, "dbus", "dbus-daemon", "dbus", Program("dbus-daemon")),
    // The browser that the page is tested in.
    package(Screen, "chromium", "chromium", "chromium", Program("chromium")),
    // Pictures with Chinese texts show boxes without it.
    package(
        Screen,
        "fonts-noto-cjk",
        "google-noto-sans-cjk-fonts",
        "noto-fonts-cjk",
        File("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"),
    ),
];

/// The families of systems whose packages are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    Debian,
    Fedora,
    Arch,
}

/// Installs what is missing, all at once, or says how.
pub(crate) fn prepare(needs: &[Need]) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let missing: Vec<&Package> =
        PACKAGES.iter().filter(|package| needs.contains(&package.need) && !is_there(&package.evidence)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let family = family(&fs::read_to_string("/etc/os-release").unwrap_or_default());
    if family == Some(Family::Debian) && is_root() && is_installed("apt-get") {
        return install(&missing);
    }
    eprintln!("{}", advice(&missing, family));
    Ok(())
}

fn install(missing: &[&Package]) -> Result<()> {
    let names: Vec<&str> = missing.iter().map(|package| package.debian).collect();
    eprintln!("installing {}", names.join(", "));
    let mut update = program("apt-get");
    update.args(["update", "--quiet"]);
    let mut install = program("apt-get");
    install.args(["install", "--quiet", "--yes", "--no-install-recommends"]).args(&names);
    install.env("DEBIAN_FRONTEND", "noninteractive");
    if !(succeeds(&mut update)? && succeeds(&mut install)?) {
        eprintln!("{} failed; what misses something will fail", shown(&install));
    }
    Ok(())
}

/// What a person has to do.
fn advice(missing: &[&Package], family: Option<Family>) -> String {
    let names =
        |name: fn(&Package) -> &'static str| missing.iter().map(|package| name(package)).collect::<Vec<_>>().join(" ");
    match family {
        Some(Family::Debian) => {
            let names = names(|package| package.debian);
            format!("something is missing here; install it with: sudo apt-get install --no-install-recommends {names}")
        }
        Some(Family::Fedora) => {
            format!("something is missing here; install it with: sudo dnf install {}", names(|package| package.fedora))
        }
        Some(Family::Arch) => {
            format!(
                "something is missing here; install it with: sudo pacman -S --needed {}",
                names(|package| package.arch)
            )
        }
        None => format!(
            "something is missing here, and how this system calls it is not known. On Debian it is: {}",
            names(|package| package.debian)
        ),
    }
}

/// By the lines `ID` and `ID_LIKE` of a system's own description.
fn family(os_release: &str) -> Option<Family> {
    let lines = os_release.lines().filter_map(|line| line.split_once('='));
    let ids = lines.filter(|(name, _)| matches!(*name, "ID" | "ID_LIKE"));
    let mut words = ids.flat_map(|(_, value)| value.trim_matches('"').split_whitespace());
    words.find_map(|word| match word {
        "debian" | "ubuntu" => Some(Family::Debian),
        "fedora" | "rhel" => Some(Family::Fedora),
        "arch" => Some(Family::Arch),
        _ => None,
    })
}

fn is_there(evidence: &Evidence) -> bool {
    match evidence {
        Program(name) => is_installed(name),
        File(path) => Path::new(path).exists(),
        Development(name) => {
            let places = libraries().into_iter().map(|folder| folder.join("pkgconfig"));
            places.chain(["/usr/share/pkgconfig".into()]).any(|folder| folder.join(format!("{name}.pc")).exists())
        }
        Library(name) => libraries().iter().any(|folder| folder.join(name).exists()),
    }
}

/// The folders of libraries: the usual ones, and those of the machine's kind inside them.
fn libraries() -> Vec<PathBuf> {
    let usual = ["/usr/lib", "/usr/lib64", "/usr/local/lib"].map(PathBuf::from);
    let of_kind = usual.each_ref().map(|folder| folder.join(format!("{}-linux-gnu", std::env::consts::ARCH)));
    usual.into_iter().chain(of_kind).collect()
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
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
        assert!(is_there(&Program("cargo")));
        assert!(!is_there(&Program("no-such-program")));
        assert!(!is_there(&File("/no/such/file")));
        assert!(!is_there(&Development("no-such-library")));
        assert!(!is_there(&Library("libnosuch.so.1")));
    }

    #[test]
    fn systems_are_known_by_their_description() {
        let check = |text: &str, expected: Option<Family>| assert_eq!(family(text), expected, "{text}");
        check("NAME=x\nID=debian\n", Some(Family::Debian));
        check("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", Some(Family::Debian));
        check("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", Some(Family::Fedora));
        check("ID=manjaro\nID_LIKE=arch\n", Some(Family::Arch));
        check("ID=nixos\n", None);
        check("", None);
    }

    #[test]
    fn advice_is_in_the_words_of_the_system() {
        let missing: Vec<&Package> = PACKAGES.iter().filter(|package| package.debian == "libgtk-3-dev").collect();
        let check = |family: Option<Family>, expected: &str| {
            let text = advice(&missing, family);
            assert!(text.ends_with(expected), "{text}");
        };
        check(Some(Family::Debian), "apt-get install --no-install-recommends libgtk-3-dev");
        check(Some(Family::Fedora), "dnf install gtk3-devel");
        check(Some(Family::Arch), "pacman -S --needed gtk3");
        check(None, "On Debian it is: libgtk-3-dev");
    }
}
