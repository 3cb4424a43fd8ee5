//! Who is let in, from the arguments and the configuration.

use super::files;
use crate::{
    args::{AuthMode, ServeArgs},
    setup::{Stop, hidden},
    terminal,
    texts::Texts,
};
use reasonix_config::{AuthMode as Configured, ServeSettings};
use reasonix_protocol::{Problem, Secret};
use reasonix_server::{Auth, PasswordHash, new_token};
use std::{io::stdin, path::Path};

/// Characters that a token of somebody's own must have.
const TOKEN_CHARS: usize = 16;

/// How to let people in.
pub(super) fn auth(args: &ServeArgs, serve: &ServeSettings, texts: Texts) -> Result<Auth, Stop> {
    match mode(args, serve.auth_mode) {
        AuthMode::Token => Ok(Auth::Token(token(args, serve, texts)?)),
        AuthMode::None => Ok(Auth::None { launch_token: token(args, serve, texts)? }),
        AuthMode::Password => match (&args.password, &serve.password_hash) {
            (Some(typed), _) => Ok(Auth::Password(PasswordHash::of(&password(typed.as_deref(), texts)?)?)),
            (None, Some(hash)) => Ok(Auth::Password(PasswordHash::parse(hash.expose())?)),
            (None, None) => Err(Problem::new("serve_password_missing").into()),
        },
    }
}

/// What is asked for, by name or by giving what it needs; else what is configured.
fn mode(args: &ServeArgs, configured: Configured) -> AuthMode {
    match (args.auth, configured) {
        (Some(mode), _) => mode,
        (None, _) if args.password.is_some() => AuthMode::Password,
        (None, Configured::Password) if args.token.is_some() || args.token_file.is_some() => AuthMode::Token,
        (None, Configured::Token) => AuthMode::Token,
        (None, Configured::Password) => AuthMode::Password,
        (None, Configured::Nobody) => AuthMode::None,
    }
}

/// The token of the file or the command line, else the configured one, else a new one. A file that is not there yet gets
/// it.
fn token(args: &ServeArgs, serve: &ServeSettings, texts: Texts) -> Result<Secret, Problem> {
    let given = match (&args.token_file, &args.token) {
        (Some(file), _) => files::read_secret(file, texts)?.map(Secret::new),
        (None, token) => token.clone().map(Secret::new),
    };
    let token = match given {
        Some(given) => return own_token(&given),
        None => serve.token.as_ref().map_or_else(new_token, own_token)?,
    };
    if let Some(file) = &args.token_file {
        write(file, &token)?;
    }
    Ok(token)
}

fn write(file: &Path, token: &Secret) -> Result<(), Problem> {
    files::write(file, &format!("{}\n", token.expose()))
}

fn own_token(token: &Secret) -> Result<Secret, Problem> {
    let text = token.expose().trim();
    if text.chars().count() < TOKEN_CHARS || !text.chars().all(|letter| letter.is_ascii_graphic()) {
        return Err(Problem::new("serve_token_unfit").with("least", TOKEN_CHARS));
    }
    Ok(Secret::new(text))
}

/// The password that was typed: in the command line, without being shown at the terminal, or as a line of the input.
pub(super) fn password(typed: Option<&str>, texts: Texts) -> Result<Secret, Stop> {
    if let Some(typed) = typed {
        return Ok(Secret::new(typed));
    }
    if !terminal::reads_terminal() {
        let mut line = String::new();
        let unreadable = |error| Problem::new("setup_input_unreadable").with("reason", error);
        stdin().read_line(&mut line).map_err(unreadable)?;
        return Ok(Secret::new(line.trim_end_matches(['\r', '\n'])));
    }
    let first = hidden(&texts.get("serving.password", &[]))?;
    let second = hidden(&texts.get("serving.password_again", &[]))?;
    match first {
        Some(password) if Some(&password) == second.as_ref() => Ok(password),
        Some(_) => Err(Problem::new("serve_passwords_differ").into()),
        None => Err(Stop::Quit),
    }
}
