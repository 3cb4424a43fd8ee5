//! Puts a journal in order after a process that died: a call that had started is unknown, is never run again by itself,
//! and the model is told so.

use crate::{CallStage, session::SessionLog};
use reasonix_protocol::{Body, CallId, CallOutcome, Display, Problem};

/// What the model reads for a call of unknown effect.
const UNKNOWN: &str = "Outcome unknown: the program was killed while this call was running, so nobody knows whether it \
    took effect. It was not run again. Check the state of things before you repeat it.";

/// Records what is known of calls that have no result. After another boot of the machine this holds for calls that
/// were allowed too: their start may have been lost with the power.
pub(crate) fn recover(log: &mut SessionLog, boot_changed: bool) -> Result<(), Problem> {
    let unknown: Vec<CallId> = log
        .state
        .batch()
        .map(|batch| {
            let started = |stage: &CallStage| match stage {
                CallStage::Started => true,
                CallStage::Allowed(_) => boot_changed,
                _ => false,
            };
            batch.calls.iter().filter(|call| started(&call.stage)).map(|call| call.id).collect()
        })
        .unwrap_or_default();
    for call in unknown {
        log.record(Body::CallFinished {
            call,
            outcome: CallOutcome::Unknown,
            content: UNKNOWN.to_owned(),
            display: Display::Plain,
            full: None,
            seen: Vec::new(),
            jobs: Vec::new(),
            denied_command: None,
            whole_bytes: None,
            duration_ms: 0,
        })?;
    }
    Ok(())
}
