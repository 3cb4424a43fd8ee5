//! A command that wants to run without the sandbox. That is a matter of its own: no rule, grant or posture allows it, and a
//! yes is for the one call.

use crate::{PlanGate, Policy, Request, Situation, cell};
use reasonix_protocol::{Decision, Mode, Problem};

/// Decides about leaving the sandbox, whatever is said of the command itself.
pub(crate) fn settle(request: &Request<'_>, policy: &Policy<'_>) -> (Decision, Problem) {
    if policy.mode == Mode::Plan && policy.plan_gate == PlanGate::Strict {
        return (Decision::Deny, Problem::new("plan_writer").with("tool", request.subject.tool));
    }
    (cell(Situation::HumanAlways, policy.posture), Problem::new("asks_escape"))
}
