//! Errors as the vendors report them: status, headers and body. How an error travels inside a stream is in `wire`.

use std::time::Duration;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::wire::WireFormat;

/// What the vendor says went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ApiError {
    /// 400, a malformed request.
    BadRequest,
    /// 400, the prompt does not fit the context window.
    ContextTooLong,
    /// 401, the key is rejected.
    Unauthorized,
    /// 402, the prepaid balance is used up.
    NoBalance,
    /// 403.
    Forbidden,
    /// 404, no such model.
    ModelNotFound,
    /// 429, try again later.
    RateLimited,
    /// 429, the quota is used up: trying again is of no use.
    QuotaExhausted,
    /// 500.
    Internal,
    /// 502 with an HTML page, as a gateway in front of the vendor sends it.
    BadGateway,
    /// 503.
    Unavailable,
    /// 529.
    Overloaded,
    /// Any other.
    Other {
        /// The HTTP status.
        status: u16,
        /// The vendor's type and code.
        code: String,
        /// The text.
        message: String,
    },
}

/// The `Retry-After` header of an error.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetryAfter {
    /// Whole seconds.
    Seconds(u64),
    /// An HTTP date this many seconds from the moment of the answer.
    DateIn(u64),
    /// These bytes, whatever they say.
    Raw(String),
}

impl RetryAfter {
    pub(crate) fn header_value(&self) -> String {
        match self {
            Self::Seconds(seconds) => seconds.to_string(),
            Self::DateIn(seconds) => http_date(Timestamp::now() + Duration::from_secs(*seconds)),
            Self::Raw(text) => text.clone(),
        }
    }
}

fn http_date(at: Timestamp) -> String {
    at.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

/// One row of the table of errors: what both vendors call it.
struct Report<'a> {
    status: u16,
    openai_type: &'a str,
    openai_code: Option<&'a str>,
    anthropic_type: &'a str,
    message: &'a str,
}

impl ApiError {
    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.report().status
    }

    /// Content type and body of the HTTP answer. `number` makes the request id.
    pub(crate) fn body(&self, wire: WireFormat, number: usize) -> (&'static str, Vec<u8>) {
        if matches!(self, Self::BadGateway) {
            return ("text/html", GATEWAY_PAGE.as_bytes().to_vec());
        }
        ("application/json", self.object(wire, number).to_string().into_bytes())
    }

    /// The JSON object that reports the error, in a body of its own or as an event.
    pub(crate) fn object(&self, wire: WireFormat, number: usize) -> Value {
        let report = self.report();
        match wire {
            WireFormat::Anthropic => json!({
                "type": "error",
                "error": {"type": report.anthropic_type, "message": self.anthropic_message()},
                "request_id": format!("req_011{number:021}"),
            }),
            WireFormat::OpenAi | WireFormat::Responses => json!({
                "error": {
                    "message": report.message,
                    "type": report.openai_type,
                    "param": null,
                    "code": report.openai_code,
                }
            }),
        }
    }

    pub(crate) fn message(&self) -> &str {
        self.report().message
    }

    /// Anthropic tells two cases by their wording alone.
    fn anthropic_message(&self) -> &str {
        match self {
            Self::ContextTooLong => "prompt is too long: 208310 tokens > 200000 maximum",
            Self::NoBalance => "Your credit balance is too low to access the API.",
            _ => self.message(),
        }
    }

    /// The code of the Responses format, which has no field for a type.
    pub(crate) fn code(&self) -> &str {
        let report = self.report();
        report.openai_code.unwrap_or(report.openai_type)
    }

    fn report(&self) -> Report<'_> {
        let row = |status, openai_type, openai_code, anthropic_type, message| Report {
            status,
            openai_type,
            openai_code,
            anthropic_type,
            message,
        };
        let invalid = "invalid_request_error";
        match self {
            Self::BadRequest => row(400, invalid, None, invalid, "messages: at least one message is required"),
            Self::ContextTooLong => row(400, invalid, Some("context_length_exceeded"), invalid, CONTEXT_MESSAGE),
            Self::Unauthorized => {
                row(401, invalid, Some("invalid_api_key"), "authentication_error", "Incorrect API key provided.")
            }
            Self::NoBalance => row(402, "unknown_error", Some(invalid), "billing_error", "Insufficient Balance"),
            Self::Forbidden => {
                row(403, "request_forbidden", None, "permission_error", "Your API key may not use this resource.")
            }
            Self::ModelNotFound => {
                row(404, invalid, Some("model_not_found"), "not_found_error", "The model does not exist.")
            }
            Self::RateLimited => row(
                429,
                "requests",
                Some("rate_limit_exceeded"),
                "rate_limit_error",
                "Rate limit reached for requests.",
            ),
            Self::QuotaExhausted => {
                row(429, QUOTA, Some(QUOTA), QUOTA, "You exceeded your current quota, please check your plan.")
            }
            Self::Internal => row(500, "server_error", None, "api_error", "The server had an error."),
            Self::BadGateway => row(502, "server_error", None, "api_error", "Bad Gateway"),
            Self::Unavailable => row(503, "server_error", None, "api_error", "The engine is currently unavailable."),
            Self::Overloaded => row(529, "server_error", Some("overloaded"), "overloaded_error", "Overloaded"),
            Self::Other { status, code, message } => row(*status, code, Some(code), code, message),
        }
    }
}

const QUOTA: &str = "insufficient_quota";
const CONTEXT_MESSAGE: &str = "This model's maximum context length is 128000 tokens, your messages have 190000 tokens.";
const GATEWAY_PAGE: &str = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n\
    <center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_in_the_fixed_length_form_of_http() {
        let at = Timestamp::from_second(784_111_777).unwrap();
        assert_eq!(http_date(at), "Sun, 06 Nov 1994 08:49:37 GMT");
    }
}
