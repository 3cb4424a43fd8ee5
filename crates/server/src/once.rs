//! A token that is good once, for two minutes: it goes to the browser on a command line, which others can read.

use reasonix_protocol::Secret;
use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};
use subtle::ConstantTimeEq as _;
use tokio::time::Instant;

const GOOD_FOR: Duration = Duration::from_mins(2);

pub(crate) struct Once(Mutex<Option<Token>>);

struct Token {
    secret: Secret,
    until: Instant,
}

impl Once {
    /// It is good from now on.
    pub(crate) fn new(secret: Option<Secret>) -> Self {
        let until = Instant::now() + GOOD_FOR;
        Self(Mutex::new(secret.map(|secret| Token { secret, until })))
    }

    /// Whether this is the token; if it is, never again.
    pub(crate) fn take(&self, given: &str) -> bool {
        let mut token = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_right = token.as_ref().is_some_and(|token| {
            Instant::now() < token.until && token.secret.expose().as_bytes().ct_eq(given.as_bytes()).into()
        });
        if is_right {
            *token = None;
        }
        is_right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_is_good_once_and_not_for_long() {
        let once = Once::new(Some(Secret::new("abc")));
        assert!(!once.take("abd") && !once.take(""));
        assert!(once.take("abc"));
        assert!(!once.take("abc"));
        let late = Once::new(Some(Secret::new("abc")));
        tokio::time::advance(GOOD_FOR).await;
        assert!(!late.take("abc"));
        assert!(!Once::new(None).take(""));
    }
}
