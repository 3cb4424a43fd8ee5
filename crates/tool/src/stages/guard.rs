//! Stage 2, `guard`: checks at the moment of use. A guard objects or stays silent; it has no way to say allow, so their
//! order does not matter. A guard that errors is a denial.

use crate::{Admitted, Call, RunContext, Workspace, stages::refusal_text::refusal_text, workspace::real_path};
use reasonix_permission::Access;
use reasonix_protocol::{Answer, CallOutcome, Problem};
use std::path::PathBuf;

/// One guard.
pub trait Guard: Send + Sync {
    /// The reason why the call must not run, if there is one.
    fn objection(&self, call: &Call, workspace: &Workspace) -> Result<Option<Problem>, String>;
}

/// A call that stages 1 and 2 let through. Only this file makes one, from an [`Admitted`].
#[derive(Debug)]
pub struct ClearedCall(Admitted);

impl ClearedCall {
    pub const fn call(&self) -> &Call {
        self.0.call()
    }

    pub const fn args(&self) -> &crate::Args {
        self.0.call().args()
    }

    /// The user's answer to the tool's questions.
    pub const fn answer(&self) -> Option<&Answer> {
        self.0.answer()
    }
}

/// Runs the stage. The error is the finished refusal.
pub(crate) fn guard(
    guards: &[Box<dyn Guard>],
    admitted: Admitted,
    cx: &RunContext,
) -> Result<ClearedCall, crate::Refusal> {
    for guard in guards {
        let objection = match guard.objection(admitted.call(), &cx.workspace) {
            Ok(None) => continue,
            Ok(Some(reason)) => reason,
            Err(error) => Problem::new("denied_guard_error").with("error", error),
        };
        let text = refusal_text(&objection);
        return Err(crate::Refusal { outcome: CallOutcome::Denied, reason: objection, text });
    }
    Ok(ClearedCall(admitted))
}

/// Follows links again right before the call: a link that was swapped in since the decision gains nothing.
pub struct RealPathGuard {
    pub forbid_read: Vec<PathBuf>,
}

impl Guard for RealPathGuard {
    fn objection(&self, call: &Call, workspace: &Workspace) -> Result<Option<Problem>, String> {
        for touch in &call.description().touches.paths {
            let real = real_path(&touch.written);
            let about = |code: &str| Some(Problem::new(code).with("path", touch.written.display()));
            // What holds a forbidden path must not move away with it: it could be read at the new place.
            let holds = |forbidden: &PathBuf| touch.access == Access::Write && forbidden.starts_with(&real);
            if self.forbid_read.iter().any(|forbidden| real.starts_with(forbidden) || holds(forbidden)) {
                return Ok(about("denied_forbidden_path"));
            }
            let inside = workspace.roots().iter().any(|root| real.starts_with(root));
            if touch.access == Access::Write && !inside {
                return Ok(about("denied_outside_roots"));
            }
        }
        Ok(None)
    }
}
