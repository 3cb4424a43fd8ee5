//! Who is let in: a token or a password is exchanged for a cookie, which is good for a month and says nothing but that.
//! It is signed with a key that comes from the token, so that a server that is started again with the same one knows its
//! cookies, and one with another does not. With a password the key is new at each start: a hash that leaks from the
//! configuration makes no cookies.

use crate::{Settings, answer::Refusal, once::Once, origin::Way, settings::Auth, token, tries::Tries};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use hmac::{
    Hmac, Mac as _,
    digest::{Key, KeyInit},
};
use reasonix_protocol::{Problem, Secret};
use reasonix_stdx::{clock, random::to_hex};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// How long a cookie is good for, in seconds.
const GOOD_FOR: u64 = 30 * 24 * 60 * 60;

/// What a login sends: one of both.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub(crate) enum LoginParams {
    Token(Secret),
    Password(Secret),
}

/// The gate of one server.
pub(crate) struct Gate {
    auth: Auth,
    once: Once,
    key: [u8; 32],
    /// With the port, so that two servers on one host do not overwrite each other's.
    cookie: String,
    tries: Tries,
}

impl Gate {
    pub(crate) fn new(settings: &Settings, port: u16) -> Result<Self, Problem> {
        let key = match settings.auth.token() {
            Some(token) => mac(&Sha256::digest(token.expose()).into(), "reasonix cookie"),
            None => token::random()?,
        };
        let (auth, once) = (settings.auth.clone(), Once::new(settings.once.clone()));
        Ok(Self { auth, once, key, cookie: format!("reasonix_{port}"), tries: Tries::default() })
    }

    /// Whether a request comes from somebody who was let in.
    pub(crate) fn is_known(&self, headers: &HeaderMap, way: &Way) -> Result<bool, Refusal> {
        if cookies(headers).any(|(name, value)| name == self.cookie && self.is_good(value)) {
            return Ok(true);
        }
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let Some(token) = bearer.and_then(|value| value.strip_prefix("Bearer ")) else { return Ok(false) };
        self.begin_try(way)?;
        let right = self.is_token(token);
        if right {
            self.tries.succeeded(way.client);
        }
        Ok(right)
    }

    /// Whether who is not known may read.
    pub(crate) const fn reads_are_open(&self) -> bool {
        matches!(self.auth, Auth::None { .. })
    }

    /// What is said to somebody who is not known.
    pub(crate) fn refusal(&self) -> Refusal {
        let by = match self.auth {
            Auth::None { .. } => return Refusal::new(StatusCode::FORBIDDEN, Problem::new("launch_token_required")),
            Auth::Token(_) => "token",
            Auth::Password(_) => "password",
        };
        Refusal::new(StatusCode::UNAUTHORIZED, Problem::new("not_signed_in").with("by", by))
    }

    /// The cookie for a right token or password.
    pub(crate) async fn login(&self, params: LoginParams, way: &Way) -> Result<HeaderValue, Refusal> {
        self.begin_try(way)?;
        let right = match (&params, &self.auth) {
            (LoginParams::Password(password), Auth::Password(hash)) => hash.fits(password).await,
            // Whoever types a token into the page's one field does not say what it is.
            (LoginParams::Token(token) | LoginParams::Password(token), _) => {
                self.is_token(token.expose()) || self.once.take(token.expose())
            }
        };
        if !right {
            return Err(Refusal::new(StatusCode::UNAUTHORIZED, Problem::new("login_wrong")));
        }
        self.tries.succeeded(way.client);
        self.new_cookie(way).map_err(Refusal::from)
    }

    fn begin_try(&self, way: &Way) -> Result<(), Refusal> {
        self.tries.begin(way.client).map_err(|seconds| {
            let problem = Problem::new("login_too_often").with("seconds", seconds).retryable();
            Refusal::new(StatusCode::TOO_MANY_REQUESTS, problem).after(seconds)
        })
    }

    fn is_token(&self, given: &str) -> bool {
        // Digests of equal length are compared: the time tells nothing, not even the length.
        let digest = |text: &str| mac(&self.key, text);
        self.auth.token().is_some_and(|token| digest(token.expose()).ct_eq(&digest(given)).into())
    }

    fn new_cookie(&self, way: &Way) -> Result<HeaderValue, Problem> {
        let until = clock::now_ms() / 1000 + GOOD_FOR;
        let value = format!("{until}.{}", self.signature(until));
        let secure = if way.is_https { "; Secure" } else { "" };
        let text = format!("{}={value}; Path=/; Max-Age={GOOD_FOR}; HttpOnly; SameSite=Strict{secure}", self.cookie);
        HeaderValue::try_from(text).map_err(|error| Problem::new("reply_unexpected").with("reason", error))
    }

    fn is_good(&self, value: &str) -> bool {
        let Some((until, signature)) = value.split_once('.') else { return false };
        let Ok(until) = until.parse::<u64>() else { return false };
        let right: bool = self.signature(until).as_bytes().ct_eq(signature.as_bytes()).into();
        right && clock::now_ms() / 1000 < until
    }

    fn signature(&self, until: u64) -> String {
        to_hex(&mac(&self.key, &format!("until {until}")))
    }
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='))
}

fn mac(key: &[u8; 32], text: &str) -> [u8; 32] {
    // A key of one block, as which HMAC takes a shorter one too: there is no length that could be refused.
    let mut block = Key::<Hmac<Sha256>>::default();
    block.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
    let mut mac = <Hmac<Sha256> as KeyInit>::new(&block);
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().into()
}
