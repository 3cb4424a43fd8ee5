//! The HTTP client of one endpoint: built at the first request, then kept, so that a step never connects anew.

use crate::{Endpoint, Error, Kind, Proxy, fault::Fault};
use reasonix_model::FailureKind;
use reqwest::{
    Client, ClientBuilder, Url,
    header::{
        AUTHORIZATION, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue,
        TRANSFER_ENCODING,
    },
    redirect,
};
use secrecy::ExposeSecret;
use std::{
    sync::{Once, OnceLock},
    time::Duration,
};

const USER_AGENT: &str = concat!("reasonix/", env!("CARGO_PKG_VERSION"));
/// How long a connection may be silent before it is asked whether it lives.
const ALIVE: Duration = Duration::from_secs(20);
const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// A client that is built when it is first needed.
#[derive(Default)]
pub(crate) struct LazyClient(OnceLock<Client>);

impl LazyClient {
    /// The client for requests to `target`.
    pub(crate) fn get(&self, endpoint: &Endpoint, target: &Url) -> Result<&Client, Fault> {
        if let Some(client) = self.0.get() {
            return Ok(client);
        }
        let client = build(endpoint, target)?;
        Ok(self.0.get_or_init(|| client))
    }
}

fn build(endpoint: &Endpoint, target: &Url) -> Result<Client, Fault> {
    let mut builder = plain_builder(target.scheme() == "https" || has_tls_proxy(endpoint))
        .connect_timeout(endpoint.timing.connect)
        // A connection that died unnoticed, with a machine that slept, is found out before a request waits on it.
        .tcp_keepalive(ALIVE)
        .http2_keep_alive_interval(ALIVE)
        .http2_keep_alive_timeout(ALIVE);
    if endpoint.http1_only {
        builder = builder.http1_only();
    }
    builder = match &endpoint.proxy {
        _ if is_loopback(target) => builder.no_proxy(),
        Proxy::System => builder,
        Proxy::Off => builder.no_proxy(),
        Proxy::Url(url) => builder.proxy(reqwest::Proxy::all(url).map_err(unusable)?),
    };
    builder.build().map_err(unusable)
}

/// A client builder with our name that follows no redirect, because a redirect would carry the key along. Without `tls`
/// the system's root certificates are not read.
pub(crate) fn plain_builder(tls: bool) -> ClientBuilder {
    static CRYPTO: Once = Once::new();
    CRYPTO.call_once(|| {
        // Fails only if the program has chosen a provider already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    let builder = Client::builder().user_agent(USER_AGENT).redirect(redirect::Policy::none());
    if tls { builder } else { builder.tls_certs_only([]) }
}

fn unusable(error: reqwest::Error) -> Fault {
    Fault::lasting(FailureKind::Unreachable, Fault::of_sending(error).message)
}

fn has_tls_proxy(endpoint: &Endpoint) -> bool {
    let is_tls = |url: &str| url.trim_start().starts_with("https:");
    match &endpoint.proxy {
        Proxy::Off => false,
        Proxy::Url(url) => is_tls(url),
        Proxy::System => ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"]
            .iter()
            .any(|name| std::env::var(name).is_ok_and(|url| is_tls(&url))),
    }
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// All headers of a request: the endpoint's own, those of the wire, the body's type and the key.
pub(crate) fn headers(endpoint: &Endpoint, of_wire: fn(&mut HeaderMap)) -> Result<HeaderMap, Error> {
    let mut headers = HeaderMap::new();
    of_wire(&mut headers);
    for (name, value) in &endpoint.headers {
        let bad = || Error::BadHeader { provider: endpoint.name.clone(), header: name.clone() };
        let header = HeaderName::try_from(name.as_str()).map_err(|_| bad())?;
        if is_reserved(endpoint, &header) {
            return Err(Error::ReservedHeader { provider: endpoint.name.clone(), header: name.clone() });
        }
        headers.insert(header, HeaderValue::try_from(value.as_str()).map_err(|_| bad())?);
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some((name, value)) = key_header(endpoint)? {
        headers.insert(name, value);
    }
    Ok(headers)
}

fn is_reserved(endpoint: &Endpoint, header: &HeaderName) -> bool {
    let has_key = endpoint.key.is_some() || endpoint.key_env.is_some();
    [CONTENT_TYPE, CONTENT_LENGTH, TRANSFER_ENCODING, CONNECTION, HOST].contains(header)
        || (has_key && [AUTHORIZATION, API_KEY].contains(header))
}

fn key_header(endpoint: &Endpoint) -> Result<Option<(HeaderName, HeaderValue)>, Error> {
    let Some(key) = &endpoint.key else { return Ok(None) };
    let key = key.expose_secret().trim();
    let (name, text) = match endpoint.kind {
        Kind::Anthropic if !endpoint.bearer => (API_KEY, key.to_owned()),
        _ => (AUTHORIZATION, format!("Bearer {key}")),
    };
    let mut value = HeaderValue::try_from(text).map_err(|_| Error::BadKey {
        provider: endpoint.name.clone(),
        key_env: endpoint.key_env.clone().unwrap_or_default(),
    })?;
    value.set_sensitive(true);
    Ok(Some((name, value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyed(kind: Kind, key: &str) -> Endpoint {
        Endpoint { key: Some(key.into()), key_env: Some("THE_KEY".into()), ..Endpoint::new(kind, "mine", "http://h") }
    }

    #[test]
    fn the_key_goes_into_one_header() {
        let check = |endpoint: &Endpoint, name: &str, value: &str| {
            let headers = headers(endpoint, |_| {}).unwrap();
            assert_eq!(headers.get(name).unwrap(), value);
            assert_eq!(headers.len(), 2, "{headers:?}");
            assert!(!format!("{headers:?}{endpoint:?}").contains("sk-1"));
        };
        check(&keyed(Kind::OpenAi, "sk-1\n"), "authorization", "Bearer sk-1");
        check(&keyed(Kind::Anthropic, "sk-1"), "x-api-key", "sk-1");
        check(&Endpoint { bearer: true, ..keyed(Kind::Anthropic, "sk-1") }, "authorization", "Bearer sk-1");
    }

    #[test]
    fn headers_that_are_ours_are_refused() {
        let check = |endpoint: Endpoint, header: &str, expected: &str| {
            let endpoint = Endpoint { headers: vec![(header.into(), "x".into())], ..endpoint };
            let error = headers(&endpoint, |_| {}).map_or_else(|error| error.to_string(), |_| String::new());
            assert!(error.contains(expected) && error.is_empty() == expected.is_empty(), "{header}: {error}");
        };
        check(keyed(Kind::OpenAi, "k"), "Content-Type", "`Content-Type` is set by Reasonix");
        check(keyed(Kind::OpenAi, "k"), "authorization", "`authorization` is set by Reasonix");
        check(Endpoint::new(Kind::OpenAi, "mine", "http://h"), "authorization", "");
        check(keyed(Kind::OpenAi, "k"), "bad name", "that HTTP cannot carry");
        check(keyed(Kind::OpenAi, "a\nb"), "x-team", "the key in THE_KEY");
    }

    #[test]
    fn loopback_is_reached_directly() {
        let check = |url: &str, expected| assert_eq!(is_loopback(&Url::parse(url).unwrap()), expected, "{url}");
        check("http://localhost:1/", true);
        check("http://127.0.0.9/", true);
        check("http://[::1]:8080/", true);
        check("http://localhost.example/", false);
        check("http://10.0.0.1/", false);
    }
}
