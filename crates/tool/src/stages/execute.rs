//! Stage 3, `execute`: the tool runs, inside wrappers for time, cancellation and panics.

use crate::{ClearedCall, Output, RunContext, ToolError};
use futures_util::FutureExt;
use reasonix_protocol::{CallOutcome, Problem};
use std::{
    panic::AssertUnwindSafe,
    time::{Duration, Instant},
};

/// How long a tool may take to give its partial output after the call was cancelled.
const CANCEL_GRACE: Duration = Duration::from_millis(150);

/// What the tool gave, unbounded.
pub(crate) struct RawResult {
    pub outcome: CallOutcome,
    pub output: Output,
    pub duration: Duration,
    pub fatal: Option<Problem>,
}

/// Runs the stage. Whatever the tool does, there is one result.
pub(crate) async fn execute(cleared: &ClearedCall, cx: &RunContext) -> RawResult {
    let started = Instant::now();
    let run = AssertUnwindSafe(cleared.call().tool().run(cleared, cx)).catch_unwind();
    let result = tokio::select! {
        biased;
        result = run => result,
        () = cancelled_for_good(cx) => Ok(Ok(Output::text("Stopped by the user before it finished."))),
    };
    let duration = started.elapsed();
    let (outcome, output, fatal) = match result {
        Ok(Ok(output)) if cx.cancel.is_cancelled() => (CallOutcome::Cancelled, output, None),
        Ok(Ok(output)) if output.failed => (CallOutcome::Failed, output, None),
        Ok(Ok(output)) => (CallOutcome::Completed, output, None),
        Ok(Err(ToolError::Answer(text))) => (CallOutcome::Failed, Output::text(text), None),
        Ok(Err(ToolError::Fatal(problem))) => (CallOutcome::Failed, Output::text(problem.to_string()), Some(problem)),
        Err(panic) => (CallOutcome::Failed, Output::text(panicked(cleared, panic.as_ref())), None),
    };
    RawResult { outcome, output, duration, fatal }
}

async fn cancelled_for_good(cx: &RunContext) {
    cx.cancel.cancelled().await;
    tokio::time::sleep(CANCEL_GRACE).await;
}

fn panicked(cleared: &ClearedCall, panic: &(dyn std::any::Any + Send)) -> String {
    let reason = panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    tracing::error!(call = %cleared.call().id(), tool = cleared.call().name(), reason, "a tool panicked");
    "The tool failed by a fault of its own (an internal error was logged). Nothing is known about what it changed: \
     check before you go on, and use another way."
        .to_owned()
}
