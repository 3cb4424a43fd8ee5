//! What a server is started with. Where it comes from (arguments, configuration) is the business of its caller.

use crate::{Page, PasswordHash};
use reasonix_protocol::{Secret, command::Exposure};

/// How a server behaves.
#[derive(Debug, Clone)]
pub struct Settings {
    pub auth: Auth,
    /// A token that is good once and for two minutes, for a link that others may see on its way to the browser.
    pub once: Option<Secret>,
    /// What may be changed from here besides working in sessions.
    pub exposed: Vec<Exposure>,
    /// Names that the page is reached by, besides the bound address and `localhost`; without a port.
    pub hosts: Vec<String>,
    /// Whether a proxy in front tells host, scheme and address of the client in `X-Forwarded-…`.
    pub behind_proxy: bool,
    pub page: Page,
    pub limits: Limits,
}

/// What one server bears.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most connections at a time; more wait.
    pub connections: usize,
    /// Most streams of events at a time; more are refused.
    pub streams: usize,
    /// Bytes of what happens now that a client may leave unread for a moment.
    pub unread: usize,
    /// Bytes that it may not leave unread at all: several times the longest single input.
    pub most_unread: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 256, streams: 32, unread: 4 << 20, most_unread: 32 << 20 }
    }
}

/// Who is let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Auth {
    /// Whoever has the token.
    Token(Secret),
    /// Whoever knows the password.
    Password(PasswordHash),
    /// Everybody may read; to change something takes the token.
    None { launch_token: Secret },
}

impl Auth {
    /// The token that a link carries, if there is one.
    pub const fn token(&self) -> Option<&Secret> {
        match self {
            Self::Token(token) | Self::None { launch_token: token } => Some(token),
            Self::Password(_) => None,
        }
    }
}
