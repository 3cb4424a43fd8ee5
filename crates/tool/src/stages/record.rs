//! Stage 7, `record`: hands the final result to the session, which appends it to the journal and then shows it. The
//! ticket is used up by value; a ticket that is dropped records a cancel, so that a call has exactly one result.

use crate::FinalResult;
use reasonix_protocol::{CallId, CallOutcome};
use tokio::sync::mpsc::UnboundedSender;

/// The end of one call, on its way to the session.
#[derive(Debug)]
pub struct Report {
    pub call: CallId,
    pub result: FinalResult,
}

/// The right and duty to report one call's result.
#[derive(Debug)]
pub struct Ticket {
    call: CallId,
    session: Option<UnboundedSender<Report>>,
}

impl Ticket {
    pub const fn new(call: CallId, session: UnboundedSender<Report>) -> Self {
        Self { call, session: Some(session) }
    }

    /// Runs the stage.
    pub(crate) fn record(mut self, result: FinalResult) {
        self.send(result);
    }

    fn send(&mut self, result: FinalResult) {
        if let Some(session) = self.session.take() {
            // A session that is gone has recorded the call as cancelled itself.
            let _ = session.send(Report { call: self.call, result });
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.send(FinalResult::not_run(CallOutcome::Cancelled, "Stopped before it finished."));
    }
}
