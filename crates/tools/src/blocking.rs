//! File-system work goes to threads that may block, and stops when its call is cancelled or its time is up.

use reasonix_tool::ToolError;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// Runs `work` where it may block. A panic in it is a panic of the caller.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(ToolError::answer("Stopped before it finished.")),
        },
    }
}

/// When to stop.
#[derive(Debug, Clone)]
pub(crate) struct Stop {
    cancel: CancellationToken,
    deadline: Option<Instant>,
}

/// Why to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StopReason {
    Cancelled,
    TimedOut,
}

impl Stop {
    pub(crate) const fn on_cancel(cancel: CancellationToken) -> Self {
        Self { cancel, deadline: None }
    }

    pub(crate) fn after(cancel: CancellationToken, time: Duration) -> Self {
        Self { cancel, deadline: Some(Instant::now() + time) }
    }

    pub(crate) fn reason(&self) -> Option<StopReason> {
        if self.cancel.is_cancelled() {
            return Some(StopReason::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(StopReason::TimedOut)
    }

    /// For the middle of a piece of work: an error once it is time to stop.
    pub(crate) fn check(&self) -> Result<(), ToolError> {
        match self.reason() {
            Some(_) => Err(ToolError::answer("Stopped before it finished. Nothing was changed.")),
            None => Ok(()),
        }
    }
}
