//! A vendor endpoint as its configuration resolves to: plain values, no connection. The caller builds it; `connect`
//! turns it into a provider.

use crate::{Error, Reasoning};
use reqwest::Url;
use secrecy::SecretString;
use serde_json::{Map, Value};
use std::time::Duration;

/// The wire a vendor speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Chat completions.
    OpenAi,
    /// Messages.
    Anthropic,
}

impl Kind {
    /// The word used in the configuration, and the `wire` of the vendor items this adapter keeps.
    pub const fn word(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
        }
    }
}

/// Everything an adapter needs to know about one vendor endpoint.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The provider's name in the configuration.
    pub name: String,
    pub kind: Kind,
    /// The address without the wire's own path, as in `https://api.deepseek.com`.
    pub base_url: String,
    /// The exact target of requests, instead of one derived from `base_url`.
    pub request_url: Option<String>,
    /// Where the list of models is, instead of an address derived from `base_url`.
    pub models_url: Option<String>,
    /// The key. Sent in one header of its own and nowhere else.
    pub key: Option<SecretString>,
    /// The name of the entry that holds the key, for messages. With a name and without a key every request fails
    /// before it reaches the network; with neither no key is sent, as local servers like it.
    pub key_env: Option<String>,
    /// Messages wire: send the key as `Authorization: Bearer` instead of `x-api-key`.
    pub bearer: bool,
    /// Additional headers, in this order.
    pub headers: Vec<(String, String)>,
    /// Additional fields of the body, in this order. They replace what the adapter would send, except the fields it
    /// must own.
    pub extra_body: Map<String, Value>,
    pub proxy: Proxy,
    pub http1_only: bool,
    /// How thinking is asked for and given back; `None` decides by the host.
    pub reasoning: Option<Reasoning>,
    /// Send thinking back as empty text where the vendor insists on the field.
    pub strip_reasoning: bool,
    pub timing: Timing,
    pub retry: RetryPolicy,
}

/// The way out to the network. Loopback addresses are always reached directly.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Proxy {
    /// What the system and the environment say.
    #[default]
    System,
    Off,
    Url(String),
}

/// How long a request may be silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// For name, connection and TLS handshake together.
    pub connect: Duration,
    /// For the response's head, and between any two pieces of its body.
    pub idle: Duration,
    /// After the model has said why it stopped: how long to wait for usage and the end of the stream.
    pub closing: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self { connect: Duration::from_secs(4), idle: Duration::from_mins(5), closing: Duration::from_secs(5) }
    }
}

/// When a failed attempt is followed by another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Attempts after the first.
    pub max_retries: u32,
    /// The first delay; each later one is twice as long.
    pub base: Duration,
    /// The longest delay.
    pub cap: Duration,
    /// Up to this much is added to each delay.
    pub jitter: Duration,
    /// A vendor that asks to wait longer fails the request at once.
    pub retry_after_cap: Duration,
    /// For how long in total connections are tried while none comes about.
    pub unreachable_window: Duration,
    /// Attempts after one that ended in silence.
    pub idle_retries: u32,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_retries: 10,
            base: Duration::from_millis(500),
            cap: Duration::from_secs(15),
            jitter: Duration::from_millis(250),
            retry_after_cap: Duration::from_mins(1),
            unreachable_window: Duration::from_secs(12),
            idle_retries: 1,
        }
    }
}

impl Endpoint {
    /// An endpoint without a key and with every choice left to its default.
    pub fn new(kind: Kind, name: impl Into<String>, base_url: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            kind,
            base_url: base_url.into(),
            request_url: None,
            models_url: None,
            key: None,
            key_env: None,
            bearer: false,
            headers: Vec::new(),
            extra_body: Map::new(),
            proxy: Proxy::System,
            http1_only: false,
            reasoning: None,
            strip_reasoning: false,
            timing: Timing::default(),
            retry: RetryPolicy::default(),
        }
    }

    /// Where requests go.
    pub(crate) fn target(&self) -> Result<Url, Error> {
        match &self.request_url {
            Some(url) => self.parse(url),
            None => self.parse(&join(&self.base_url, self.request_path())),
        }
    }

    /// Where the list of models is.
    pub(crate) fn catalogue(&self) -> Result<Url, Error> {
        match &self.models_url {
            Some(url) => self.parse(url),
            None => self.parse(&join(self.base_url.trim_end_matches(self.request_path()), self.catalogue_path())),
        }
    }

    /// How thinking is spoken about with this endpoint.
    pub(crate) fn reasoning_for(&self, target: &Url) -> Reasoning {
        self.reasoning.unwrap_or_else(|| Reasoning::of_host(self.kind, target.host_str().unwrap_or_default()))
    }

    const fn request_path(&self) -> &'static str {
        match self.kind {
            Kind::OpenAi => "/chat/completions",
            Kind::Anthropic => "/v1/messages",
        }
    }

    const fn catalogue_path(&self) -> &'static str {
        match self.kind {
            Kind::OpenAi => "/models",
            Kind::Anthropic => "/v1/models",
        }
    }

    fn parse(&self, text: &str) -> Result<Url, Error> {
        let bad = |reason: &str| Error::BadUrl {
            provider: self.name.clone(),
            url: text.to_owned(),
            reason: reason.to_owned(),
        };
        let url = Url::parse(text).map_err(|error| bad(&error.to_string()))?;
        match url.scheme() {
            "http" | "https" => Ok(url),
            other => Err(bad(&format!("its scheme is `{other}`"))),
        }
    }
}

/// `base` with `path` behind it; what both have in common (`/v1`, or the whole path) is not doubled.
fn join(base: &str, path: &str) -> String {
    let base = base.trim().trim_end_matches('/');
    if base.ends_with(path) {
        return base.to_owned();
    }
    match path.strip_prefix("/v1") {
        Some(rest) if base.ends_with("/v1") => format!("{base}{rest}"),
        _ => format!("{base}{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_derived_from_the_base() {
        let check = |kind: Kind, base: &str, target: &str, catalogue: &str| {
            let endpoint = Endpoint::new(kind, "x", base);
            assert_eq!(endpoint.target().unwrap().as_str(), target, "{base}");
            assert_eq!(endpoint.catalogue().unwrap().as_str(), catalogue, "{base}");
        };
        let (chat, messages) = (Kind::OpenAi, Kind::Anthropic);
        check(
            chat,
            "https://api.deepseek.com",
            "https://api.deepseek.com/chat/completions",
            "https://api.deepseek.com/models",
        );
        check(
            chat,
            "http://localhost:1234/v1/",
            "http://localhost:1234/v1/chat/completions",
            "http://localhost:1234/v1/models",
        );
        check(chat, "http://h/v1/chat/completions", "http://h/v1/chat/completions", "http://h/v1/models");
        check(
            messages,
            "https://api.anthropic.com",
            "https://api.anthropic.com/v1/messages",
            "https://api.anthropic.com/v1/models",
        );
        check(messages, "https://h/anthropic/v1", "https://h/anthropic/v1/messages", "https://h/anthropic/v1/models");
    }

    #[test]
    fn an_exact_address_wins() {
        let endpoint = Endpoint {
            request_url: Some("https://p.example/x?y=1".into()),
            ..Endpoint::new(Kind::OpenAi, "x", "nonsense")
        };
        assert_eq!(endpoint.target().unwrap().as_str(), "https://p.example/x?y=1");
    }

    #[test]
    fn other_schemes_are_refused_with_the_address() {
        let error = Endpoint::new(Kind::OpenAi, "mine", "ftp://h").target().unwrap_err().to_string();
        assert!(error.contains("mine") && error.contains("ftp://h/chat/completions"), "{error}");
        assert!(Endpoint::new(Kind::OpenAi, "mine", "api.deepseek.com").target().is_err());
    }
}
