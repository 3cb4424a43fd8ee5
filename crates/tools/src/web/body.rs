//! What a body is by its type, and its text.

use super::{
    fetch::{Cut, Fetched, MOST_BYTES, MOST_TIME},
    html,
    markdown::Reduced,
};
use encoding_rs::{Encoding, UTF_8};
use reasonix_stdx::text::format_bytes;
use std::{borrow::Cow, time::Duration};

/// Where a page of HTML names its encoding (bytes).
const HEAD: usize = 2048;
/// Reducing a page that was made to be slow ends here.
const MOST_WORK: Duration = Duration::from_secs(3);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Html,
    /// Shown as it is.
    Text,
    Other,
}

impl Fetched {
    /// What the model reads: what came from where, then the text.
    pub(crate) fn text(&self) -> String {
        let mut notes = Vec::new();
        let content = match form(&self.content_type, &self.body) {
            Form::Html => {
                let Reduced { title, text, only_main, is_cut } = html::reduce(&self.decoded(), &self.url, MOST_WORK);
                if only_main {
                    notes.push("Only the main part of the page is shown.".to_owned());
                }
                if is_cut {
                    notes.push("The page is too involved to be read to its end.".to_owned());
                }
                if title.is_empty() { text } else { format!("Title: {title}\n\n{text}") }
            }
            Form::Text => self.decoded().into_owned(),
            Form::Other => {
                notes.push("This is no text, and its content is not shown.".to_owned());
                String::new()
            }
        };
        notes.extend(self.cut.map(|cut| match cut {
            Cut::Size => format!("Cut after {}, the most that is fetched.", format_bytes(MOST_BYTES as u64)),
            Cut::Time => format!("Cut after {} s: the server was too slow.", MOST_TIME.as_secs()),
            Cut::Broken => "Cut: the connection broke.".to_owned(),
        }));
        if content.trim().is_empty() && notes.is_empty() {
            notes.push("There is nothing to read.".to_owned());
        }
        let notes = if notes.is_empty() { String::new() } else { format!("\n[{}]", notes.join(" ")) };
        let kind = self.content_type.split(';').next().unwrap_or_default().trim();
        let kind = if kind.is_empty() { "of no stated type" } else { kind };
        let size = format_bytes(self.body.len() as u64);
        format!("HTTP {}\n{} ({kind}, {size}){notes}\n\n{}", self.status, self.url, content.trim())
    }

    /// By the mark at the beginning, the server's word, the page's own, or as UTF-8.
    fn decoded(&self) -> Cow<'_, str> {
        let named = || Encoding::for_label(charset(self.content_type.as_bytes())?);
        let in_page = || Encoding::for_label(charset(self.body.get(..HEAD).unwrap_or(&self.body))?);
        named().or_else(in_page).unwrap_or(UTF_8).decode(&self.body).0
    }
}

/// What stands behind `charset=`.
fn charset(bytes: &[u8]) -> Option<&[u8]> {
    let lower = bytes.to_ascii_lowercase();
    let at = memchr::memmem::find(&lower, b"charset=")? + b"charset=".len();
    let rest = bytes.get(at..)?;
    let start = rest.iter().take_while(|byte| matches!(byte, b'"' | b'\'' | b' ')).count();
    let rest = rest.get(start..)?;
    let end = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':')).count();
    rest.get(..end)
}

fn form(content_type: &str, body: &[u8]) -> Form {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let (family, name) = kind.split_once('/').unwrap_or_default();
    let is_text = matches!(
        name,
        "json"
            | "xml"
            | "javascript"
            | "ecmascript"
            | "yaml"
            | "x-yaml"
            | "toml"
            | "x-ndjson"
            | "sql"
            | "graphql"
            | "x-sh"
    ) || ["+json", "+xml", "+yaml"].iter().any(|ending| name.ends_with(ending));
    match (family, name) {
        ("text", "html") | ("application", "xhtml+xml") => Form::Html,
        ("text", _) => Form::Text,
        ("application", _) if is_text => Form::Text,
        // Nothing was said; servers of raw files say the other.
        ("", _) | ("application", "octet-stream") if is_readable(body) => {
            if looks_like_html(body) {
                Form::Html
            } else {
                Form::Text
            }
        }
        _ => Form::Other,
    }
}

fn is_readable(body: &[u8]) -> bool {
    !body.is_empty()
        && memchr::memchr(0, body).is_none()
        && std::str::from_utf8(body).map_or_else(|error| error.error_len().is_none(), |_| true)
}

fn looks_like_html(body: &[u8]) -> bool {
    let start = body.get(..HEAD).unwrap_or(body).to_ascii_lowercase();
    let start = start.trim_ascii_start();
    start.starts_with(b"<!doctype html") || start.starts_with(b"<html")
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::StatusCode;

    fn fetched(content_type: &str, body: &[u8]) -> Fetched {
        Fetched {
            url: "https://example.com/a".parse().unwrap(),
            status: StatusCode::OK,
            content_type: content_type.to_owned(),
            body: body.to_vec(),
            cut: None,
        }
    }

    #[test]
    fn what_the_model_reads() {
        let check = |content_type: &str, body: &[u8], expected: &str| {
            assert_eq!(fetched(content_type, body).text(), format!("HTTP 200 OK\nhttps://example.com/a {expected}"));
        };
        let page = b"<title>T</title><p>Hi <a href=/b>there</a>";
        let read = "(text/html, 42 bytes)\n\nTitle: T\n\nHi [there](https://example.com/b)";
        check("text/html; charset=utf-8", page, read);
        check("application/json", b"{\"a\": 1}\n", "(application/json, 9 bytes)\n\n{\"a\": 1}");
        check("text/markdown", b"# <b>", "(text/markdown, 5 bytes)\n\n# <b>");
        check("application/atom+xml", b"<a/>", "(application/atom+xml, 4 bytes)\n\n<a/>");
        check("", b"plain", "(of no stated type, 5 bytes)\n\nplain");
        check("application/octet-stream", b"<!DOCTYPE html><p>x", "(application/octet-stream, 19 bytes)\n\nx");
        let nothing = "\n[This is no text, and its content is not shown.]\n\n";
        check("image/png", b"\x89PNG", &format!("(image/png, 4 bytes){nothing}"));
        check("application/octet-stream", b"a\0b", &format!("(application/octet-stream, 3 bytes){nothing}"));
        check("text/plain", b" ", "(text/plain, 1 bytes)\n[There is nothing to read.]\n\n");
        let slow = Fetched { cut: Some(Cut::Time), ..fetched("text/plain", b"begin") };
        assert!(slow.text().ends_with("\n[Cut after 15 s: the server was too slow.]\n\nbegin"), "{}", slow.text());
    }

    #[test]
    fn encodings() {
        let check = |content_type: &str, body: &[u8], expected: &str| {
            assert!(fetched(content_type, body).text().ends_with(expected), "{content_type}");
        };
        check("text/plain; charset=ISO-8859-1", b"caf\xe9", "café");
        check("text/plain; charset=\"gbk\"", b"\xc4\xe3", "你");
        check("text/html", b"<meta http-equiv=Content-Type content='text/html; charset=gb2312'><p>\xc4\xe3", "你");
        check("text/html", b"<meta charset = utf-8><p>\xe4\xbd\xa0", "你");
        check("text/plain", b"\xef\xbb\xbf\xe4\xbd\xa0", "你");
        check("text/plain; charset=nonsense", b"\xe4\xbd\xa0", "你");
        check("text/plain", b"\xff\xfea\0", "a");
    }
}
