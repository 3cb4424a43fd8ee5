//! Passwords, kept as Argon2id hashes in the PHC form.

use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _, password_hash::phc::PasswordHash as Parsed};
use reasonix_protocol::{Problem, Secret};
use std::sync::LazyLock;
use tokio::sync::Semaphore;

/// Fewest characters of a password.
const CHARS: usize = 8;
/// Hashes that are made at a time: each takes a processor and 19 MiB, and anybody may ask for one.
static HASHING: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));

/// What a password is checked against. `Debug` shows nothing of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasswordHash(Secret);

impl PasswordHash {
    /// Makes the hash of a password. Takes a noticeable time.
    pub fn of(password: &Secret) -> Result<Self, Problem> {
        if password.expose().chars().count() < CHARS {
            return Err(Problem::new("serve_password_short").with("least", CHARS));
        }
        let hash = Argon2::default().hash_password(password.expose().as_bytes());
        let hash = hash.map_err(|error| Problem::new("random_unavailable").with("reason", error))?;
        Ok(Self(Secret::new(hash.to_string())))
    }

    /// Takes a hash from the configuration.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let text = text.trim();
        if ["$2a$", "$2b$", "$2x$", "$2y$"].iter().any(|bcrypt| text.starts_with(bcrypt)) {
            return Err(Problem::new("serve_password_hash_old"));
        }
        match Parsed::new(text) {
            Ok(parsed) if parsed.algorithm.as_str() == "argon2id" && parsed.hash.is_some() => {
                Ok(Self(Secret::new(text)))
            }
            _ => Err(Problem::new("serve_password_hash_invalid")),
        }
    }

    /// The PHC string, for who writes it down.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }

    /// Whether this is the password.
    pub(crate) async fn fits(&self, given: &Secret) -> bool {
        let _permit = HASHING.acquire().await;
        let (hash, given) = (self.0.clone(), given.clone());
        let check = move || {
            let parsed = Parsed::new(hash.expose());
            parsed.is_ok_and(|parsed| Argon2::default().verify_password(given.expose().as_bytes(), &parsed).is_ok())
        };
        tokio::task::spawn_blocking(check).await.unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hash_fits_its_password_alone() {
        let hash = PasswordHash::of(&Secret::new("correct horse")).unwrap();
        assert!(hash.expose().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash.expose());
        let hash = PasswordHash::parse(&format!("{}\n", hash.expose())).unwrap();
        assert!(hash.fits(&Secret::new("correct horse")).await);
        assert!(!hash.fits(&Secret::new("correct horsf")).await);
        assert!(!hash.fits(&Secret::new("")).await);
        assert!(!format!("{hash:?}").contains("argon2"));
    }

    #[test]
    fn what_is_no_hash_of_ours_is_refused() {
        let check = |text: &str, code: &str| assert_eq!(PasswordHash::parse(text).unwrap_err().code, code, "{text}");
        check("$2b$12$abcdefghijklmnopqrstuvabcdefghijklmnopqrstuvabcdefghijklmno", "serve_password_hash_old");
        check("correct horse", "serve_password_hash_invalid");
        check("$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0", "serve_password_hash_invalid");
        check("", "serve_password_hash_invalid");
        assert_eq!(PasswordHash::of(&Secret::new("short")).unwrap_err().code, "serve_password_short");
    }
}
