//! The address of a page as the model or a redirect wrote it, brought into one form and judged by its text. What a name
//! stands for is judged when it is dialled.

use super::address::refusal;
use reqwest::Url;
use url::Host;

/// Longer ones carry data, not a place (bytes).
const LONGEST: usize = 2048;
/// Names that a network of one's own gives out.
const OWN_NAMES: &[&str] = &["localhost", "local", "internal", "localdomain", "home.arpa"];

/// The address in its one form: host in small letters and without a dot at its end, numbers of a host as an address, no
/// fragment. The error says what is wrong with it.
pub(crate) fn read_link(text: &str) -> Result<Url, String> {
    let text = text.trim();
    if text.len() > LONGEST {
        return Err(format!("it is longer than {LONGEST} bytes"));
    }
    let mut url = Url::parse(text).map_err(|error| match error {
        url::ParseError::RelativeUrlWithoutBase => "it does not begin with https:// or http://".to_owned(),
        error => error.to_string(),
    })?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(format!("only http and https are fetched, not {}", url.scheme()));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err("it holds a name or password, which would be sent along".to_owned());
    }
    if let Some(port) = url.port().filter(|port| *port < 1024 && !matches!(port, 80 | 443)) {
        return Err(format!("port {port} belongs to another service than the web"));
    }
    url.set_fragment(None);
    let host = url.host_str().unwrap_or_default();
    let name = host.trim_end_matches('.').to_owned();
    if name != host {
        // As a denial of the name means it.
        url.set_host(Some(&name)).map_err(|error| error.to_string())?;
    }
    match own_network(&url) {
        Some(reason) => Err(reason),
        None => Ok(url),
    }
}

/// Why the host cannot be on the public internet, as far as its text tells.
fn own_network(url: &Url) -> Option<String> {
    let name = match url.host()? {
        Host::Ipv4(address) => return refusal(address.into()).map(|range| format!("{address} is {range}")),
        Host::Ipv6(address) => return refusal(address.into()).map(|range| format!("{address} is {range}")),
        Host::Domain(name) => name,
    };
    let is_own = |own: &&str| name == *own || name.strip_suffix(own).is_some_and(|rest| rest.ends_with('.'));
    let is_local = !name.contains('.') || OWN_NAMES.iter().any(is_own);
    is_local.then(|| format!("{name} is a name of this machine or of its own network"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_brought_into_one_form() {
        let check = |text: &str, expected: &str| assert_eq!(read_link(text).unwrap().as_str(), expected, "{text}");
        check("https://Docs.RS/serde/", "https://docs.rs/serde/");
        check(" http://example.com", "http://example.com/");
        check("https://example.com./a#part", "https://example.com/a");
        check("https://example.com:443/a/../b?q=1", "https://example.com/b?q=1");
        check("https://example.com:8443/", "https://example.com:8443/");
        check("https://bücher.example/", "https://xn--bcher-kva.example/");
        check("http://0x08080808/", "http://8.8.8.8/");
        check("https://[2606:4700::1111]/", "https://[2606:4700::1111]/");
    }

    #[test]
    fn what_is_refused_by_its_text() {
        let check = |texts: &str, part: &str| {
            for text in texts.split_whitespace() {
                let error = read_link(text).expect_err(text);
                assert!(error.contains(part), "{text}: {error}");
            }
        };
        check("example.com /docs docs.rs/serde", "does not begin with https://");
        check("ftp://example.com file:///etc/passwd data:text/html,x javascript:1 gopher://example.com", "only http");
        check("https://user@example.com https://user:pass@example.com https://:pass@example.com", "name or password");
        check("http://example.com:22 http://example.com:25/ https://example.com:853", "another service");
        check("http://", "empty host");
        check("http://127.0.0.1/ http://127.1 http://2130706433 http://0x7f000001/ http://0177.0.0.1", "this machine");
        check("http://0x7f.1/ http://017700000001 http://[::1]/ http://127.0.0.1./", "this machine");
        check("http://10.1.2.3/ http://0xa.0.0.1 http://192.168.0.1:8080 http://[fd00::1]", "private network");
        check("http://169.254.169.254/latest/meta-data/ http://2852039166/ http://[fe80::1]/", "link-local");
        check("http://0/ http://0.0.0.0:8000 http://[::]/", "unspecified");
        check("http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1] http://[::10.0.0.1]/", "IPv4 address in the form");
        check(
            "http://localhost/ http://LOCALHOST:3000 http://a.localhost http://localhost./ http://intranet/",
            "own network",
        );
        check("http://printer.local http://metadata.google.internal/ http://nas.home.arpa", "own network");
        assert!(read_link(&format!("https://example.com/{}", "a".repeat(3000))).unwrap_err().contains("longer"));
    }
}
