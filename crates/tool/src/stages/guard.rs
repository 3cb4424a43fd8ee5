//! Stage 2, `guard`: checks at the moment of use. A guard objects or stays silent; it has no way to say allow, so their
//! order does not matter. A guard that errors is a denial.

use crate::{Admitted, Call, RunContext, Workspace, stages::refusal_text::refusal_text};
use reasonix_permission::{Access, PathTouch, Touches};
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
    if let Some(objection) = cx.denials.objection(&admitted.call().description().touches) {
        return Err(refuse(objection));
    }
    for guard in guards {
        match guard.objection(admitted.call(), &cx.workspace) {
            Ok(None) => {}
            Ok(Some(objection)) => return Err(refuse(objection)),
            Err(error) => return Err(refuse(Problem::new("denied_guard_error").with("error", error))),
        }
    }
    Ok(ClearedCall(admitted))
}

fn refuse(reason: Problem) -> crate::Refusal {
    let text = refusal_text(&reason);
    crate::Refusal { outcome: CallOutcome::Denied, reason, text }
}

/// Follows links again right before the call: a link that was swapped in since the decision gains nothing.
pub struct RealPathGuard {
    pub forbid_read: Vec<PathBuf>,
}

impl Guard for RealPathGuard {
    fn objection(&self, call: &Call, workspace: &Workspace) -> Result<Option<Problem>, String> {
        let decided: Vec<&PathTouch> = all_paths(&call.description().touches).collect();
        if decided.is_empty() {
            return Ok(None);
        }
        let now = call.tool().describe(call.args(), workspace).map_err(|error| error.to_string())?.touches;
        let now: Vec<&PathTouch> = all_paths(&now).collect();
        for (touch, now) in decided.iter().copied().zip(now.iter().copied()) {
            let real = &now.real;
            let about = |code: &str| Some(Problem::new(code).with("path", touch.written.display()));
            // What holds a forbidden path must not move away with it: it could be read at the new place.
            let is_wanted = !call.description().touches.paths.contains(touch);
            let holds =
                |forbidden: &PathBuf| touch.access == Access::Write && !is_wanted && forbidden.starts_with(real);
            if self.forbid_read.iter().any(|forbidden| real.starts_with(forbidden) || holds(forbidden)) {
                return Ok(about("denied_forbidden_path"));
            }
            if *real != touch.real || now.written != touch.written {
                return Ok(about("denied_path_changed"));
            }
        }
        if now.len() == decided.len() { Ok(None) } else { Err("the call no longer touches the same paths".to_owned()) }
    }
}

/// What a call touches and what it wants to have opened.
fn all_paths(touches: &Touches) -> impl Iterator<Item = &PathTouch> {
    touches.paths.iter().chain(touches.write_access.iter().flat_map(|access| &access.folders))
}
