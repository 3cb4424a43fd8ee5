//! How a request can fail for good, in words that need no vendor knowledge.

use reasonix_protocol::Problem;
use std::time::Duration;

/// The kinds of failure a front end can explain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// No connection: refused, no route, unknown host, TLS trouble.
    Unreachable,
    /// Connected, then silence past the limit.
    TimedOut,
    /// 401: no key, or a wrong one.
    Unauthorized,
    /// 403.
    Forbidden,
    /// 404: wrong address or unknown model.
    NotFound,
    /// 402, or 429 that means the quota is used up.
    QuotaExhausted,
    /// 408, 429.
    RateLimited,
    /// 400, 413, 422: the vendor refused the request as it stands.
    Rejected,
    /// The conversation no longer fits the model's window.
    TooLong,
    /// 5xx, or an error event in the stream.
    ServerError,
    /// The stream ended in the middle.
    Cut,
    /// The answer is not in the format the endpoint should speak.
    Malformed,
    /// The caller cancelled.
    Cancelled,
    /// No key is configured for the provider.
    MissingKey,
    /// A script has no turn for this request, or its expectation does not hold.
    Script,
}

/// A failed request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind:?} from {provider}: {message}")]
pub struct ModelFailure {
    pub kind: FailureKind,
    /// The provider's name in the configuration.
    pub provider: String,
    /// HTTP status, where there was one.
    pub status: Option<u16>,
    /// The vendor's or the system's own words, at most 2,000 bytes; may be empty.
    pub message: String,
    /// How long the vendor asks to wait.
    pub retry_after: Option<Duration>,
}

impl ModelFailure {
    pub fn new(kind: FailureKind, provider: &str, message: impl Into<String>) -> Self {
        Self { kind, provider: provider.to_owned(), status: None, message: message.into(), retry_after: None }
    }

    /// The failure as a front end shows it.
    pub fn problem(&self) -> Problem {
        let problem = Problem::new(self.kind.code())
            .with("provider", &self.provider)
            .with("message", &self.message)
            .with("status", self.status.map_or_else(String::new, |status| status.to_string()));
        if self.kind.may_retry() { problem.retryable() } else { problem }
    }
}

impl FailureKind {
    /// The problem code, whose text the catalogue holds.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Unreachable => "model_unreachable",
            Self::TimedOut => "model_timed_out",
            Self::Unauthorized => "model_unauthorized",
            Self::Forbidden => "model_forbidden",
            Self::NotFound => "model_not_found",
            Self::QuotaExhausted => "model_quota_exhausted",
            Self::RateLimited => "model_rate_limited",
            Self::Rejected => "model_rejected",
            Self::TooLong => "model_too_long",
            Self::ServerError => "model_server_error",
            Self::Cut => "model_stream_cut",
            Self::Malformed => "model_malformed",
            Self::Cancelled => "model_cancelled",
            Self::MissingKey => "model_missing_key",
            Self::Script => "model_script",
        }
    }

    /// Whether the same request may succeed a little later.
    pub const fn may_retry(self) -> bool {
        matches!(self, Self::Unreachable | Self::TimedOut | Self::RateLimited | Self::ServerError | Self::Cut)
    }
}
