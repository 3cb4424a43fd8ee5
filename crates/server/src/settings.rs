//! What a server is started with. Where it comes from (arguments, configuration) is the business of its caller.

use crate::Page;
use reasonix_protocol::{Secret, command::Exposure};

/// How a server behaves.
#[derive(Debug, Clone)]
pub struct Settings {
    pub auth: Auth,
    /// What may be changed from here besides working in sessions.
    pub exposed: Vec<Exposure>,
    /// Names that the page is reached by, besides the bound address and `localhost`; without a port.
    pub hosts: Vec<String>,
    /// Whether a proxy in front tells host, scheme and address of the client in `X-Forwarded-…`.
    pub behind_proxy: bool,
    pub page: Page,
}

/// Who is let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Auth {
    /// Whoever has the token.
    Token(Secret),
    /// Everybody may read; to change something takes the token.
    None { launch_token: Secret },
}

impl Auth {
    /// The token that a link carries, if there is one.
    pub const fn token(&self) -> Option<&Secret> {
        match self {
            Self::Token(token) | Self::None { launch_token: token } => Some(token),
        }
    }
}
