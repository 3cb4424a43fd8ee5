//! Who is let in, from the arguments.

use super::files;
use crate::{
    args::{AuthMode, ServeArgs},
    texts::Texts,
};
use reasonix_protocol::{Problem, Secret};
use reasonix_server::{Auth, new_token};
use std::net::SocketAddr;

/// Characters that a token of somebody's own must have.
const TOKEN_CHARS: usize = 16;

/// How to let people in.
pub(super) fn auth(args: &ServeArgs, address: SocketAddr, texts: Texts) -> Result<Auth, Problem> {
    match args.auth.unwrap_or(AuthMode::Token) {
        AuthMode::Token => Ok(Auth::Token(token(args, texts)?)),
        AuthMode::None if address.ip().is_loopback() => Ok(Auth::None { launch_token: token(args, texts)? }),
        AuthMode::None => Err(Problem::new("serve_none_needs_loopback").with("address", address)),
    }
}

/// The token of the file, else that of the command line, else a new one, which goes into the file that is named.
fn token(args: &ServeArgs, texts: Texts) -> Result<Secret, Problem> {
    let Some(file) = &args.token_file else {
        return args.token.as_deref().map_or_else(new_token, own_token);
    };
    if let Some(text) = files::read_secret(file, texts)? {
        return own_token(&text);
    }
    let token = new_token()?;
    files::write(file, &format!("{}\n", token.expose()))?;
    Ok(token)
}

fn own_token(text: &str) -> Result<Secret, Problem> {
    let text = text.trim();
    if text.chars().count() < TOKEN_CHARS {
        return Err(Problem::new("serve_token_short").with("least", TOKEN_CHARS));
    }
    Ok(Secret::new(text))
}
