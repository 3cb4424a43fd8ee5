//! The texts that rules about an address are held against: the address itself, and its host as `domain:host`.

use std::borrow::Cow;

/// What an allow must name: a host is that host alone.
pub(crate) fn narrow_texts(url: &str) -> Vec<Cow<'_, str>> {
    let domain = host(url).map(|host| Cow::Owned(domain_text(host)));
    std::iter::once(Cow::Borrowed(url)).chain(domain).collect()
}

/// What a denial or question may name: a host stands for all below it too.
pub(crate) fn wide_texts(url: &str) -> Vec<Cow<'_, str>> {
    let mut texts = narrow_texts(url);
    let mut rest = host(url).unwrap_or_default();
    while let Some((_, above)) = rest.split_once('.') {
        texts.push(Cow::Owned(domain_text(above)));
        rest = above;
    }
    texts
}

/// As a rule names a host.
pub(crate) fn domain_text(host: &str) -> String {
    format!("domain:{host}")
}

/// The host of an address in its one form.
pub(crate) fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let without_port = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    Some(without_port.map_or(host, |(host, _)| host)).filter(|host| !host.is_empty())
}

/// A rule's text about a host as hosts are written; `None` if the text is about something else.
pub(crate) fn folded_domain(text: &str) -> Option<String> {
    let host = text.trim().strip_prefix("domain:")?;
    Some(domain_text(host.trim().trim_end_matches('.')).to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        let check = |url: &str, expected: Option<&str>| assert_eq!(host(url), expected, "{url}");
        check("https://docs.rs/serde", Some("docs.rs"));
        check("http://docs.rs:8080/?q=a:1", Some("docs.rs"));
        check("https://docs.rs?x", Some("docs.rs"));
        check("https://[2606:4700::1111]/", Some("[2606:4700::1111]"));
        check("https://[2606:4700::1111]:8443/", Some("[2606:4700::1111]"));
        check("nothing", None);
        check("https:///", None);
    }
}
