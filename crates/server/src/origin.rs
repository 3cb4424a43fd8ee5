//! Which host a request is meant for and which page it comes from. A name that somebody else points at this machine, and
//! a page of somebody else's, are refused before anything is read.

use crate::{answer::Refusal, routes::App};
use axum::http::{HeaderMap, Method, StatusCode, header};
use reasonix_protocol::Problem;
use std::net::{IpAddr, SocketAddr};

/// What a request says of its way here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Way {
    /// As the browser sees it: name, and port unless it is the scheme's own.
    pub host: String,
    pub is_https: bool,
    /// Where the client is, by what the connection or a trusted proxy says.
    pub client: IpAddr,
}

impl Way {
    pub(crate) fn of(headers: &HeaderMap, peer: SocketAddr, behind_proxy: bool) -> Self {
        // A proxy appends to what it was sent, as a word or as a line, so the last word of the last line is its own.
        let last = |name: &str| headers.get_all(name).iter().next_back();
        let get = |name: &str| last(name).and_then(|value| value.to_str().ok()).map(str::trim);
        let forwarded =
            |name: &str| get(name).filter(|_| behind_proxy).and_then(|value| value.rsplit(',').next()).map(str::trim);
        let host = forwarded("x-forwarded-host").or_else(|| get(header::HOST.as_str())).unwrap_or_default();
        Self {
            host: host.to_ascii_lowercase(),
            is_https: forwarded("x-forwarded-proto").is_some_and(|scheme| scheme.eq_ignore_ascii_case("https")),
            client: forwarded("x-forwarded-for").and_then(|text| text.parse().ok()).unwrap_or_else(|| peer.ip()),
        }
    }

    fn origin(&self) -> String {
        format!("{}://{}", if self.is_https { "https" } else { "http" }, self.host)
    }
}

/// Refuses a host that this server does not answer for.
pub(crate) fn check_host(app: &App, way: &Way) -> Result<(), Refusal> {
    if is_own(&way.host, app.address, &app.settings.hosts) {
        return Ok(());
    }
    let problem = Problem::new("host_refused").with("host", &way.host);
    Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, problem))
}

/// Whether a host is this server's: its address, `localhost`, or a configured name. Only a name can be pointed at
/// somebody else's machine, so a server on all addresses answers to any address.
fn is_own(host: &str, bound: SocketAddr, names: &[String]) -> bool {
    let (name, port) = split_port(host);
    if names.iter().any(|own| own.eq_ignore_ascii_case(name)) {
        return true;
    }
    if port.unwrap_or(80) != bound.port() {
        return false;
    }
    let (ip, reaches_loopback) = (bound.ip(), bound.ip().is_loopback() || bound.ip().is_unspecified());
    match name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
        Ok(named) => named == ip || ip.is_unspecified() || (ip.is_loopback() && named.is_loopback()),
        Err(_) => reaches_loopback && name == "localhost",
    }
}

/// Name and port, as in `localhost:8787` and `[::1]:8787`.
fn split_port(host: &str) -> (&str, Option<u16>) {
    match host.rsplit_once(':') {
        Some((name, port)) if !name.contains(':') || name.ends_with(']') => match port.parse() {
            Ok(port) => (name, Some(port)),
            Err(_) => (host, None),
        },
        _ => (host, None),
    }
}

/// Refuses what a page of another origin sends. Browsers always say where a POST comes from; for a stream they say at
/// least whether it is from the same place. A program that is no browser says nothing, and needs the token anyway.
pub(crate) fn check_origin(method: &Method, headers: &HeaderMap, way: &Way) -> Result<(), Refusal> {
    let get = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let refused = |origin: &str| {
        let problem = Problem::new("origin_refused").with("origin", origin);
        Err(Refusal::new(StatusCode::FORBIDDEN, problem))
    };
    if let Some(origin) = get(header::ORIGIN.as_str())
        && origin != way.origin()
    {
        return refused(origin);
    }
    match get("sec-fetch-site") {
        None | Some("same-origin") => Ok(()),
        // Typed into the address bar, which cannot be a POST.
        Some("none") if method == Method::GET => Ok(()),
        Some(site) => refused(site),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        let check = |bound: &str, host: &str, expected: bool| {
            let names = ["box.example".to_owned()];
            assert_eq!(is_own(host, bound.parse().unwrap(), &names), expected, "{host} at {bound}");
        };
        check("127.0.0.1:8787", "127.0.0.1:8787", true);
        check("127.0.0.1:8787", "localhost:8787", true);
        check("127.0.0.1:8787", "[::1]:8787", true);
        check("127.0.0.1:8787", "localhost:8788", false);
        check("127.0.0.1:8787", "localhost", false);
        check("127.0.0.1:80", "localhost", true);
        check("127.0.0.1:8787", "evil.example:8787", false);
        check("127.0.0.1:8787", "localhost.evil.example:8787", false);
        check("127.0.0.1:8787", "10.0.0.3:8787", false);
        check("127.0.0.1:8787", "", false);
        check("127.0.0.1:8787", "box.example", true);
        check("127.0.0.1:8787", "Box.Example:443", true);
        check("0.0.0.0:8787", "10.0.0.3:8787", true);
        check("0.0.0.0:8787", "localhost:8787", true);
        check("0.0.0.0:8787", "evil.example:8787", false);
        check("10.0.0.3:8787", "10.0.0.3:8787", true);
        check("10.0.0.3:8787", "10.0.0.4:8787", false);
        check("10.0.0.3:8787", "localhost:8787", false);
        check("[::1]:8787", "[::1]:8787", true);
        check("[::1]:8787", "::1", false);
    }

    #[test]
    fn origins() {
        let check = |method: Method, headers: &[(&'static str, &str)], expected: bool| {
            let headers: HeaderMap =
                headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
            let way = Way::of(&headers, "10.0.0.9:1".parse().unwrap(), true);
            let result = check_origin(&method, &headers, &way);
            assert_eq!(result.is_ok(), expected, "{headers:?}: {result:?}");
        };
        let host = ("host", "localhost:8787");
        check(Method::POST, &[host], true);
        check(Method::POST, &[host, ("origin", "http://localhost:8787")], true);
        check(Method::POST, &[host, ("origin", "http://localhost:5173")], false);
        check(Method::POST, &[host, ("origin", "https://localhost:8787")], false);
        check(Method::POST, &[host, ("origin", "null")], false);
        check(Method::POST, &[host, ("sec-fetch-site", "same-origin")], true);
        check(Method::POST, &[host, ("sec-fetch-site", "none")], false);
        check(Method::POST, &[host, ("sec-fetch-site", "same-site")], false);
        check(Method::GET, &[host, ("sec-fetch-site", "none")], true);
        check(Method::GET, &[host, ("sec-fetch-site", "cross-site")], false);
        let proxy = [host, ("x-forwarded-host", "box.example"), ("x-forwarded-proto", "https")];
        check(Method::POST, &[&proxy[..], &[("origin", "https://box.example")]].concat(), true);
        check(Method::POST, &[&proxy[..], &[("origin", "http://localhost:8787")]].concat(), false);
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        let headers = [("host", "a"), ("x-forwarded-host", "b"), ("x-forwarded-for", "9.9.9.9, 8.8.8.8")];
        let headers: HeaderMap =
            headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        let check = |behind_proxy, host: &str, client: &str| {
            let way = Way::of(&headers, "10.0.0.9:1".parse().unwrap(), behind_proxy);
            assert_eq!((way.host.as_str(), way.client.to_string().as_str()), (host, client));
        };
        check(false, "a", "10.0.0.9");
        check(true, "b", "8.8.8.8");
    }
}
