//! Tokens and keys: made from the system's generator or not at all.

use reasonix_protocol::{Problem, Secret};
use reasonix_stdx::random::to_hex;

/// Bytes of a token: 256 bit.
const TOKEN_BYTES: usize = 32;

/// A token that nobody can guess, in hexadecimal.
pub fn new_token() -> Result<Secret, Problem> {
    random().map(|bytes| Secret::new(to_hex(&bytes)))
}

/// Bytes for a token or a key.
pub(crate) fn random() -> Result<[u8; TOKEN_BYTES], Problem> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| Problem::new("random_unavailable").with("reason", error))?;
    Ok(bytes)
}
