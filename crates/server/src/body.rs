//! Bodies of requests: JSON of a bounded size, read in bounded time.

use crate::answer::Refusal;
use axum::{
    body::Body,
    http::{HeaderMap, StatusCode, header},
};
use futures_util::StreamExt as _;
use reasonix_protocol::Problem;
use serde::de::DeserializeOwned;
use std::time::Duration;

/// How long a body may take.
const TIME: Duration = Duration::from_mins(1);
/// What is read and thrown away of a body that is too large, so that the client gets to see the answer.
const DISCARDED: usize = 32 << 20;

/// Reads a body of at most `limit` bytes.
pub(crate) async fn json<T: DeserializeOwned>(headers: &HeaderMap, body: Body, limit: usize) -> Result<T, Refusal> {
    check_type(headers)?;
    let read = tokio::time::timeout(TIME, read(body, limit)).await;
    let bytes =
        read.map_err(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, Problem::new("body_slow").retryable()))??;
    parse(&bytes)
}

/// A form or plain text could be sent by any page without being asked for it first; JSON could not.
fn check_type(headers: &HeaderMap) -> Result<(), Refusal> {
    let sent = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = sent.split(';').next().unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let problem = Problem::new("content_type_refused").with("type", kind);
    Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, problem))
}

async fn read(body: Body, limit: usize) -> Result<Vec<u8>, Refusal> {
    let mut pieces = body.into_data_stream();
    let (mut bytes, mut total) = (Vec::new(), 0_usize);
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|error| malformed("", &error))?;
        total = total.saturating_add(piece.len());
        if total <= limit {
            bytes.extend_from_slice(&piece);
        } else if total > limit.saturating_add(DISCARDED) {
            break;
        }
    }
    if total <= limit {
        return Ok(bytes);
    }
    let problem = Problem::new("body_too_large").with("limit", limit);
    Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, problem))
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let mut source = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut source)
        .map_err(|error| malformed(&error.path().to_string(), error.inner()))?;
    source.end().map_err(|error| malformed(".", &error))?;
    Ok(value)
}

fn malformed(place: &str, error: &dyn std::fmt::Display) -> Refusal {
    let problem = Problem::new("body_malformed").with("where", place).with("reason", error);
    Refusal::new(StatusCode::BAD_REQUEST, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_malformed_body_is_told_where() {
        #[derive(Debug, serde::Deserialize)]
        #[expect(dead_code, reason = "only read for its shape")]
        struct Outer {
            inner: Vec<u8>,
        }
        let check = |text: &str, expected: &str| {
            let shown = format!("{:?}", parse::<Outer>(text.as_bytes()).unwrap_err());
            assert!(shown.contains(expected), "{text}: {shown}");
        };
        check(r#"{"inner": [1, "x"]}"#, r#""where": "inner[1]""#);
        check(r#"{"inner": [1], }"#, "line 1 column");
        check(r#"{"inner": [1]} more"#, "trailing characters");
        check("", "EOF");
    }
}
