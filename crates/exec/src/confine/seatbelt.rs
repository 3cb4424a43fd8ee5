//! Confinement by Seatbelt, macOS's own: the profile as text. In a profile the last rule that matches decides.

use super::Confinement;
#[cfg(target_os = "macos")]
use super::{Unavailable, sandbox::Confined, sandbox::Strength};
use std::{fmt::Write, path::Path};

/// The rules that a confined process is held to, with `temp` as its temporary folder.
#[cfg_attr(not(any(test, target_os = "macos")), expect(dead_code, reason = "only macOS has Seatbelt"))]
pub(super) fn profile(confinement: &Confinement, temp: &Path) -> String {
    let mut text = "(version 1)\n(allow default)\n(deny file-write*)\n".to_owned();
    let mut rule = |what: &str, kind: &str, path: &Path| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "({what} ({kind} {}))", quoted(path));
    };
    for device in ["/dev/null", "/dev/zero", "/dev/tty", "/dev/dtracehelper"] {
        rule("allow file-write*", "literal", Path::new(device));
    }
    rule("allow file-write*", "subpath", Path::new("/dev/fd"));
    for path in confinement.writable.iter().map(std::path::PathBuf::as_path).chain([temp]) {
        rule("allow file-write*", "subpath", path);
    }
    let stand_ins = confinement.stand_ins.iter().map(|stand_in| &stand_in.path);
    for path in confinement.protected.iter().chain(stand_ins) {
        rule("deny file-write*", "subpath", path);
        // Moving a folder above it away would take it along.
        for folder in path.ancestors().skip(1) {
            if confinement.writable.iter().any(|top| folder != top && folder.starts_with(top)) {
                rule("deny file-write-unlink", "literal", folder);
            }
        }
    }
    for path in &confinement.unreadable {
        rule("deny file-read* file-write*", "subpath", path);
        rule("deny network-outbound", "subpath", path);
    }
    for path in &confinement.reachable {
        rule("allow file-read*", "subpath", path);
        rule("allow network-outbound", "subpath", path);
    }
    if !confinement.network {
        text.push_str("(deny network*)\n(allow network* (local ip \"localhost:*\"))\n");
        text.push_str("(allow network-outbound (remote ip \"localhost:*\"))\n");
    }
    text.push_str("(deny mach-lookup (global-name \"com.apple.securityd.xpc\"))\n");
    text.push_str("(deny appleevent-send)\n");
    text
}

/// A path as a string of the profile's language.
fn quoted(path: &Path) -> String {
    let mut text = String::from("\"");
    for character in path.to_string_lossy().chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push('"');
    text
}

/// A way to start confined processes that was tried. Not tried on a real machine yet.
#[cfg(target_os = "macos")]
#[derive(Debug)]
pub(crate) struct Seatbelt {
    confinement: Confinement,
}

#[cfg(target_os = "macos")]
impl Seatbelt {
    const PROGRAM: &str = "/usr/bin/sandbox-exec";

    /// Has it start something.
    pub(super) async fn prepare(
        confinement: &Confinement,
        _warden: Option<std::path::PathBuf>,
    ) -> Result<Self, Unavailable> {
        let program = std::path::PathBuf::from(Self::PROGRAM);
        if !program.is_file() {
            return Err(Unavailable::NotInstalled { program: "sandbox-exec", install: None });
        }
        let profile = profile(confinement, &confinement.folder);
        let job = crate::Job::new(Self::PROGRAM, ["-p", &profile, "/usr/bin/true"], "/");
        let finished = Box::pin(crate::run(job, &tokio_util::sync::CancellationToken::new(), &mut |_| ())).await;
        match finished {
            Ok(finished) if finished.end == crate::End::Exited(0) => Ok(Self { confinement: confinement.clone() }),
            Ok(finished) => Err(Unavailable::Refused { program, said: finished.output.text() }),
            Err(error) => Err(Unavailable::Refused { program, said: error.to_string() }),
        }
    }

    pub(super) const fn strength(&self) -> Strength {
        Strength { landlock: None }
    }

    pub(super) fn confine(
        &self,
        program: &Path,
        args: &[std::ffi::OsString],
        _cwd: &Path,
        temp: &Path,
        wider: Option<&Confinement>,
    ) -> std::io::Result<Confined> {
        let head = ["-p".into(), profile(wider.unwrap_or(&self.confinement), temp).into(), program.into()];
        Ok(Confined {
            program: Self::PROGRAM.into(),
            args: head.into_iter().chain(args.iter().cloned()).collect(),
            temp: temp.to_path_buf(),
            reports: false,
            _placeholders: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_says_the_same_as_the_value() {
        let confinement = Confinement {
            writable: vec!["/ws".into(), "/cache".into()],
            protected: vec!["/ws/.git/config".into(), "/ws/reasonix.toml".into()],
            stand_ins: Vec::new(),
            unreadable: vec!["/home/\"odd\\name".into()],
            reachable: vec!["/home/agent".into()],
            network: false,
            process_limit: 9,
            folder: "/own".into(),
        };
        let expected = r#"(version 1)
(allow default)
(deny file-write*)
(allow file-write* (literal "/dev/null"))
(allow file-write* (literal "/dev/zero"))
(allow file-write* (literal "/dev/tty"))
(allow file-write* (literal "/dev/dtracehelper"))
(allow file-write* (subpath "/dev/fd"))
(allow file-write* (subpath "/ws"))
(allow file-write* (subpath "/cache"))
(allow file-write* (subpath "/temp"))
(deny file-write* (subpath "/ws/.git/config"))
(deny file-write-unlink (literal "/ws/.git"))
(deny file-write* (subpath "/ws/reasonix.toml"))
(deny file-read* file-write* (subpath "/home/\"odd\\name"))
(deny network-outbound (subpath "/home/\"odd\\name"))
(allow file-read* (subpath "/home/agent"))
(allow network-outbound (subpath "/home/agent"))
(deny network*)
(allow network* (local ip "localhost:*"))
(allow network-outbound (remote ip "localhost:*"))
(deny mach-lookup (global-name "com.apple.securityd.xpc"))
(deny appleevent-send)
"#;
        assert_eq!(profile(&confinement, Path::new("/temp")), expected);
        let open = Confinement { network: true, ..confinement };
        assert!(!profile(&open, Path::new("/temp")).contains("(deny network*)"));
    }
}
