//! What kind of failure a refusal means. Statuses decide where they are clear; codes and wordings decide where vendors
//! disagree about statuses, and inside streams, where there is none.

use reasonix_model::FailureKind;

/// The kind of a refusal with this status, these codes and this message, both in lower case.
pub(crate) fn kind(status: Option<u16>, codes: &str, message: &str) -> FailureKind {
    let said = Said { codes, message };
    match status {
        Some(401) => FailureKind::Unauthorized,
        Some(404) => FailureKind::NotFound,
        Some(403) if !said.anywhere(QUOTA) => FailureKind::Forbidden,
        Some(408) => FailureKind::RateLimited,
        Some(429) if said.in_codes(RATE) || !said.anywhere(QUOTA) => FailureKind::RateLimited,
        Some(402 | 403 | 429) => FailureKind::QuotaExhausted,
        _ if said.anywhere(TOO_LONG) => FailureKind::TooLong,
        Some(500..) => FailureKind::ServerError,
        Some(400..) if said.anywhere(QUOTA) => FailureKind::QuotaExhausted,
        Some(400..) if said.anywhere(KEY) => FailureKind::Unauthorized,
        Some(400..) => FailureKind::Rejected,
        Some(300..) => FailureKind::NotFound,
        _ => said.kind(),
    }
}

/// A vendor's codes and words.
struct Said<'a> {
    codes: &'a str,
    message: &'a str,
}

impl Said<'_> {
    fn in_codes(&self, needles: &[&str]) -> bool {
        needles.iter().any(|needle| self.codes.contains(needle))
    }

    fn anywhere(&self, needles: &[&str]) -> bool {
        self.in_codes(needles) || needles.iter().any(|needle| self.message.contains(needle))
    }

    /// The kind where no status tells. What says nothing known is the vendor's own trouble.
    fn kind(&self) -> FailureKind {
        let tests: [(bool, FailureKind); 7] = [
            (self.in_codes(TROUBLE), FailureKind::ServerError),
            (self.in_codes(RATE), FailureKind::RateLimited),
            (self.anywhere(QUOTA), FailureKind::QuotaExhausted),
            (self.anywhere(KEY) || self.in_codes(&["authentication", "unauthorized"]), FailureKind::Unauthorized),
            (self.in_codes(&["permission", "forbidden"]), FailureKind::Forbidden),
            (self.in_codes(&["not_found"]), FailureKind::NotFound),
            (self.in_codes(REQUEST), FailureKind::Rejected),
        ];
        tests.into_iter().find(|(holds, _)| *holds).map_or(FailureKind::ServerError, |(_, kind)| kind)
    }
}

/// Codes of trouble on the vendor's side.
const TROUBLE: &[&str] = &["overloaded", "server_error", "api_error", "unavailable", "internal"];

/// Codes of a request that is wrong as it stands.
const REQUEST: &[&str] = &["invalid_request", "invalid_argument", "bad_request", "too_large"];

/// Codes of a limit that passes by itself.
const RATE: &[&str] = &["rate_limit", "ratelimit", "too_many_requests", "throttl"];

/// Codes and wordings of a quota or balance that is used up.
const QUOTA: &[&str] = &[
    "insufficient_quota",
    "insufficient quota",
    "insufficient_user_quota",
    "insufficient balance",
    "insufficient_balance",
    "insufficient credit",
    "quota_exceeded",
    "quota exceeded",
    "quotaexceeded",
    "exceeded your current quota",
    "exceeded_current_quota",
    "usage_limit_reached",
    "usage limit reached",
    "billing_hard_limit",
    "billing_not_active",
    "credit balance is too low",
    "out of credits",
    "arrearage",
    "余额不足",
    "欠费",
];

/// Wordings of a wrong key, from vendors that answer it with 400.
const KEY: &[&str] =
    &["invalid_api_key", "incorrect api key", "invalid api key", "api key not valid", "api key is invalid"];

/// Codes and wordings of a conversation that no longer fits, of vendors and of local servers.
const TOO_LONG: &[&str] = &[
    "context_length",
    "context length",
    "context window",
    "context size",
    "context_window",
    "context limit",
    "exceed_context",
    "maximum context",
    "prompt is too long",
    "prompt too long",
    "prompt_too_long",
    "input is too long",
    "input length",
    "input token count",
    "maximum prompt length",
    "prompt token count",
    "prompt exceeds max length",
    "model token limit",
    "reduce the length",
    "request_too_large",
    "max_seq_len",
    "max_model_len",
];
