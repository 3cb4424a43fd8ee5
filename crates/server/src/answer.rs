//! Problems as HTTP answers. Their texts are made where they are shown.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use reasonix_protocol::Problem;

/// A request that is not granted: the status that tells programs why, and the problem for people.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    problem: Problem,
    /// Seconds after which another try makes sense.
    retry_after: Option<u64>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, problem: Problem) -> Self {
        Self { status, problem, retry_after: None }
    }

    /// Another try makes sense after so many seconds, not before.
    pub(crate) fn after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }
}

/// What the engine refused.
impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        let status = match problem.code.as_str() {
            "session_closed" | "session_not_found" => StatusCode::NOT_FOUND,
            "session_in_use" => StatusCode::CONFLICT,
            "command_not_here" => StatusCode::NOT_IMPLEMENTED,
            _ if problem.retryable => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, problem)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.problem)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
