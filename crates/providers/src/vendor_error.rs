//! What a vendor says when it refuses: its own words out of a dozen shapes of JSON, or out of a page. What kind of failure
//! they mean is decided next door.

use crate::{fault::Fault, meaning};
use reasonix_model::FailureKind;
use reasonix_stdx::text;
use serde_json::Value;

/// An error as a vendor told it. Everything may be empty.
#[derive(Debug, Default, PartialEq, Eq)]
struct VendorError {
    message: String,
    /// Code and type, in lower case.
    codes: String,
    /// A status inside the body.
    status: Option<u16>,
}

/// The fault that a refused request means. `status` is the response's, `body` its first bytes.
pub(crate) fn of_response(status: u16, body: &str) -> Fault {
    let error = serde_json::from_str(body).ok().and_then(|json| VendorError::find(&json));
    let error = error.unwrap_or_else(|| VendorError { message: readable(body), ..VendorError::default() });
    error.into_fault(Some(status))
}

/// The fault inside an answer that began well: an error event, or an error object with a good status. `None` if `json`
/// holds no error.
pub(crate) fn of_json(json: &str) -> Option<Fault> {
    let error = VendorError::find(&serde_json::from_str(json).ok()?)?;
    let status = error.status;
    Some(error.into_fault(status))
}

/// The fault of an answer that is no JSON and no stream of events.
pub(crate) fn of_other(body: &str) -> Fault {
    Fault::new(FailureKind::Malformed, format!("the answer is not a model's: {}", readable(body)))
}

impl VendorError {
    /// Looks through the shapes that vendors and gateways use.
    fn find(json: &Value) -> Option<Self> {
        if let Value::Array(list) = json {
            return list.first().and_then(Self::find);
        }
        let fields = json.as_object()?;
        let found = match fields.get("error").or_else(|| fields.get("errors")) {
            Some(Value::String(message)) => Self::new(message, [fields.get("code"), fields.get("type")]),
            Some(Value::Object(error)) => {
                let mut found = Self::new(&message_of(error), [error.get("code"), error.get("type")]);
                found.status = found.status.or_else(|| error.get("status").and_then(as_status));
                found
            }
            _ => Self::bare(fields)?,
        };
        Some(found)
    }

    /// An error that is not under a key of its own.
    fn bare(fields: &serde_json::Map<String, Value>) -> Option<Self> {
        if let Some(reply) = fields.get("base_resp").and_then(Value::as_object) {
            let failed = reply.get("status_code").and_then(Value::as_i64).is_some_and(|code| code != 0);
            let message = reply.get("status_msg").and_then(Value::as_str).unwrap_or_default();
            return failed.then(|| Self::new(message, [reply.get("status_code"), None]));
        }
        let message = message_of(fields);
        let is_answer = fields.contains_key("choices") || fields.contains_key("content");
        (!message.is_empty() && !is_answer).then(|| Self::new(&message, [fields.get("code"), fields.get("type")]))
    }

    fn new(message: &str, codes: [Option<&Value>; 2]) -> Self {
        let words: Vec<String> =
            codes.iter().filter_map(|code| code.map(plain)).filter(|word| !word.is_empty()).collect();
        let shown = words.first().filter(|word| !message.contains(word.as_str()));
        Self {
            message: shown.map_or_else(|| message.to_owned(), |code| format!("{message} ({code})").trim().to_owned()),
            codes: words.join(" ").to_lowercase(),
            status: codes.iter().find_map(|code| code.and_then(as_status)),
        }
    }

    fn into_fault(self, status: Option<u16>) -> Fault {
        let kind = meaning::kind(status, &self.codes, &self.message.to_lowercase());
        let message = if self.message.is_empty() {
            status.map_or_else(String::new, |status| format!("HTTP status {status}"))
        } else {
            self.message
        };
        Fault { status, ..Fault::new(kind, message) }
    }
}

/// The message of an error object, with what a router's upstream said behind it.
fn message_of(fields: &serde_json::Map<String, Value>) -> String {
    let message = ["message", "msg", "detail", "error_msg"].iter().find_map(|key| match fields.get(*key)? {
        Value::String(text) => Some(text.clone()),
        // A list of complaints about fields.
        Value::Array(list) => list.first()?.get("msg")?.as_str().map(str::to_owned),
        _ => None,
    });
    let upstream = fields.get("metadata").and_then(|metadata| metadata.get("raw")).and_then(Value::as_str);
    match (message, upstream) {
        (Some(message), Some(upstream)) => format!("{message}: {upstream}"),
        (message, upstream) => message.or_else(|| upstream.map(str::to_owned)).unwrap_or_default(),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

fn as_status(value: &Value) -> Option<u16> {
    let number = value.as_u64().or_else(|| value.as_str()?.parse().ok())?;
    u16::try_from(number).ok().filter(|status| (400..600).contains(status))
}

/// The first words of a body that is no JSON. Of HTML only what a reader would see.
fn readable(body: &str) -> String {
    let body = body.trim_start_matches('\u{feff}').trim();
    let words = if body.starts_with('<') { without_tags(body) } else { body.to_owned() };
    let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = text::prefix(&line, 300);
    if shown.len() < line.len() { format!("{shown}…") } else { line }
}

/// The text between the tags, without scripts and styles.
fn without_tags(html: &str) -> String {
    let mut words = String::new();
    for piece in html.split('<') {
        let Some((tag, text)) = piece.split_once('>') else { continue };
        if !tag.starts_with("script") && !tag.starts_with("style") {
            words.push_str(text);
            words.push(' ');
        }
    }
    if words.trim().is_empty() { html.to_owned() } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FailureKind::{
        Forbidden, Malformed, NotFound, QuotaExhausted, RateLimited, Rejected, ServerError, TooLong, Unauthorized,
    };

    #[test]
    fn statuses_and_codes_give_a_kind() {
        let check = |status: u16, body: &str, kind: FailureKind, message: &str| {
            let fault = of_response(status, body);
            assert_eq!((fault.kind, fault.message.as_str()), (kind, message), "{status} {body}");
            assert_eq!(fault.status, Some(status));
        };
        check(
            401,
            r#"{"error":{"message":"bad key","code":"invalid_api_key"}}"#,
            Unauthorized,
            "bad key (invalid_api_key)",
        );
        check(402, r#"{"error":{"message":"Insufficient Balance"}}"#, QuotaExhausted, "Insufficient Balance");
        check(403, r#"{"message":"no"}"#, Forbidden, "no");
        check(404, r#"{"error":"model \"x\" not found"}"#, NotFound, "model \"x\" not found");
        check(429, r#"{"error":{"message":"slow","type":"rate_limit_error"}}"#, RateLimited, "slow (rate_limit_error)");
        check(
            429,
            r#"{"error":{"message":"x","code":"insufficient_quota"}}"#,
            QuotaExhausted,
            "x (insufficient_quota)",
        );
        check(
            429,
            r#"{"error":{"message":"quota exceeded","code":"rate_limit_exceeded"}}"#,
            RateLimited,
            "quota exceeded (rate_limit_exceeded)",
        );
        check(429, r#"{"error":{"message":"账户余额不足","code":"1113"}}"#, QuotaExhausted, "账户余额不足 (1113)");
        check(400, r#"{"detail":[{"msg":"field required"}]}"#, Rejected, "field required");
        check(
            400,
            r#"[{"error":{"code":400,"message":"API key not valid."}}]"#,
            Unauthorized,
            "API key not valid. (400)",
        );
        check(
            400,
            r#"{"error":{"message":"Your credit balance is too low"}}"#,
            QuotaExhausted,
            "Your credit balance is too low",
        );
        check(
            529,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            ServerError,
            "Overloaded (overloaded_error)",
        );
        check(
            502,
            "<html><head><title>502 Bad Gateway</title></head><body>nginx</body>",
            ServerError,
            "502 Bad Gateway nginx",
        );
        check(307, "", NotFound, "HTTP status 307");
        check(
            413,
            r#"{"error":{"type":"request_too_large","message":"too big"}}"#,
            TooLong,
            "too big (request_too_large)",
        );
    }

    #[test]
    fn every_vendors_wording_of_too_long_is_known() {
        for message in [
            "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens",
            "prompt is too long: 210000 tokens > 200000 maximum",
            "input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000",
            "Your request exceeded model token limit: 262144 (requested: 566084)",
            "The input token count (1300000) exceeds the maximum number of tokens allowed (1048576).",
            "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
            "the request exceeds the available context size, try increasing it",
            "Range of input length should be [1, 129024]",
            "Prompt exceeds max length",
        ] {
            let body = serde_json::json!({ "error": { "message": message } }).to_string();
            assert_eq!(of_response(400, &body).kind, TooLong, "{message}");
        }
        let throttled = r#"{"message":"Too many tokens in the context window, please wait"}"#;
        assert_eq!(of_response(429, throttled).kind, RateLimited);
    }

    #[test]
    fn errors_inside_a_stream_are_told_by_their_codes() {
        let check = |json: &str, kind: Option<FailureKind>| {
            assert_eq!(of_json(json).map(|fault| fault.kind), kind, "{json}");
        };
        check(r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, Some(ServerError));
        check(r#"{"type":"error","error":{"type":"rate_limit_error","message":"x"}}"#, Some(RateLimited));
        check(r#"{"error":{"message":"x","code":429}}"#, Some(RateLimited));
        check(r#"{"error":{"message":"x","code":"502"}}"#, Some(ServerError));
        check(r#"{"error":{"message":"no such model","type":"not_found_error"}}"#, Some(NotFound));
        check(r#"{"error":{"message":"bad","type":"invalid_request_error"}}"#, Some(Rejected));
        check(r#"{"error":"something broke"}"#, Some(ServerError));
        check(r#"{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}"#, Some(QuotaExhausted));
        check(r#"{"choices":[],"message":"x"}"#, None);
        check(r#"{"error":null,"choices":[]}"#, None);
    }

    #[test]
    fn pages_are_quoted_by_their_first_words() {
        let fault = of_other("<!doctype html><script>let x;</script><h1>Sign in</h1><p>to the  portal");
        assert_eq!((fault.kind, fault.passing), (Malformed, false));
        assert_eq!(fault.message, "the answer is not a model's: Sign in to the portal");
    }
}
