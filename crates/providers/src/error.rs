//! What can be wrong with an endpoint or a script before any request is made.

use reasonix_protocol::Problem;
use std::path::PathBuf;

/// A provider that cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("provider {provider}: `{url}` is not an http or https address: {reason}")]
    BadUrl { provider: String, url: String, reason: String },
    /// The header is not one HTTP can carry.
    #[error("provider {provider}: header `{header}` has a name or value that HTTP cannot carry")]
    BadHeader { provider: String, header: String },
    /// The adapter sets this header itself.
    #[error("provider {provider}: header `{header}` is set by Reasonix and cannot be replaced")]
    ReservedHeader { provider: String, header: String },
    /// The adapter sets this field of the body itself.
    #[error("provider {provider}: extra_body cannot set `{key}`")]
    ReservedField { provider: String, key: String },
    #[error("provider {provider}: extra_body sets `{key}` to null; leave it out instead")]
    NullField { provider: String, key: String },
    /// The key has characters that no header can carry, a line break for instance.
    #[error("provider {provider}: the key in {key_env} has characters that cannot be sent")]
    BadKey { provider: String, key_env: String },
    #[error("cannot read the script {}: {source}", path.display())]
    ReadScript { path: PathBuf, source: std::io::Error },
    /// Line and column count from 1.
    #[error("{}:{line}:{column}: {message}", path.display())]
    BadScript { path: PathBuf, line: usize, column: usize, message: String },
}

impl Error {
    /// The error as a front end shows it. The configuration has checked addresses and headers before, with their lines;
    /// what is left over for this is rare.
    pub fn problem(&self) -> Problem {
        Problem::new("provider_invalid").with("reason", self)
    }
}
