//! The provider keys of `<home>/.env`, in the format of dotenvy. Keys come from nowhere else: not from the process
//! environment, not from a project's `.env`, and nothing here is ever put into the environment.

mod line;
mod write;

pub use write::{set_secret, unset_secret};

use crate::{
    Code, ConfigError, Diagnostic,
    file::{self, LIMIT_BYTES, ReadFailure},
    secrets::line::{Broken, lines, parse},
};
use reasonix_stdx::text::format_bytes;
use secrecy::{ExposeSecret, SecretString, zeroize::Zeroizing};
use std::{fmt, path::Path};

/// Named secrets. `Debug` shows names only.
#[derive(Clone, Default)]
pub struct Secrets(Vec<(String, SecretString)>);

/// The secrets of a file, with warnings about it.
#[derive(Debug, Default)]
pub struct LoadedSecrets {
    pub secrets: Secrets,
    pub warnings: Vec<Diagnostic>,
}

impl Secrets {
    /// Reads the file; a missing one holds no secrets. Every broken line is reported by its number, never by its
    /// content.
    pub fn load(file: &Path) -> Result<LoadedSecrets, ConfigError> {
        let Some(text) = read(file)? else { return Ok(LoadedSecrets::default()) };
        let secrets = parse_all(&Zeroizing::new(text), file)?;
        Ok(LoadedSecrets { secrets, warnings: warn_of_mode(file).into_iter().collect() })
    }

    /// The secret of this name. An empty one counts as absent; of several lines the last one holds.
    pub fn get(&self, name: &str) -> Option<SecretString> {
        let found = self.0.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, secret)| secret.clone()).filter(|secret| !secret.expose_secret().is_empty())
    }

    /// The names there are, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// All secrets, for redacting them where they must not appear.
    pub fn values(&self) -> impl Iterator<Item = &SecretString> {
        self.0.iter().map(|(_, secret)| secret)
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_map().entries(self.names().map(|name| (name, "***"))).finish()
    }
}

fn read(file: &Path) -> Result<Option<String>, ConfigError> {
    file::read(file).map_err(|failure| {
        let diagnostic = match failure {
            ReadFailure::Unreadable(reason) => Diagnostic::error(Code::EnvUnreadable).with("reason", reason),
            ReadFailure::TooLarge => Diagnostic::error(Code::EnvTooLarge).with("limit", format_bytes(LIMIT_BYTES)),
            ReadFailure::NotUtf8 { offset, line, column } => {
                Diagnostic::error(Code::EnvNotUtf8).with("offset", offset).at(line, column)
            }
        };
        diagnostic.in_file(file).into()
    })
}

fn parse_all(text: &str, file: &Path) -> Result<Secrets, ConfigError> {
    let mut secrets = Secrets::default();
    let mut broken = Vec::new();
    for line in lines(text) {
        match parse(&line, &secrets) {
            Ok(Some((name, secret))) => secrets.0.push((name, secret)),
            Ok(None) => {}
            Err(problem) => broken.push(diagnostic(problem).in_file(file).at(line.number, 1)),
        }
    }
    if broken.is_empty() { Ok(secrets) } else { Err(ConfigError::Invalid(broken)) }
}

fn diagnostic(problem: Broken) -> Diagnostic {
    match problem {
        Broken::Syntax => Diagnostic::error(Code::EnvSyntax),
        // The name may be a piece of the secret, so it is not shown.
        Broken::Undefined { variable } => Diagnostic::error(Code::EnvUndefined).with("variable", variable),
    }
}

#[cfg(unix)]
fn warn_of_mode(file: &Path) -> Option<Diagnostic> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(file).ok()?.permissions().mode() & 0o777;
    let warning = || Diagnostic::warning(Code::EnvMode).with("mode", format!("{mode:03o}")).in_file(file);
    (mode & 0o077 != 0).then(warning)
}

#[cfg(not(unix))]
fn warn_of_mode(_file: &Path) -> Option<Diagnostic> {
    None
}
