//! The questions that can settle a call, and how the proof tells that one did. Not here: what the answer is.

use reasonix_protocol::{Decision, Posture, Problem, ProofStep};

/// What settled a call, or a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Denied,
    Phase,
    /// Only a person may allow it, whatever the posture.
    AlwaysHuman,
    Human,
    Yolo,
    AskRule,
    Named,
    CautiousRead,
    WholeTool,
    Reader,
    PlanApproved,
    Posture,
    WriteAccess,
    Escape,
}

/// Step, decision, reason.
pub(crate) type Settled = (Step, Decision, Problem);

impl Step {
    pub(crate) const fn is_human(self) -> bool {
        matches!(self, Self::AlwaysHuman | Self::Human)
    }
}

/// How it is told. The reason stands in it where the verdict's own may be another.
pub(crate) fn proof_step((step, decision, reason): &Settled, posture: Posture) -> ProofStep {
    let by_posture = |step: ProofStep| step.with("posture", posture.word());
    match (step, decision) {
        (Step::Denied, _) if reason.code == "denied_rule" => ProofStep::new("rule_denies"),
        (Step::Denied, _) => ProofStep::new("path_denies"),
        (Step::Phase, _) => ProofStep::new("phase_denies"),
        (Step::AlwaysHuman, Decision::Deny) => by_posture(ProofStep::new("always_human_denied").because(reason)),
        (Step::AlwaysHuman, _) => ProofStep::new("always_human_asks"),
        (Step::Human, Decision::Deny) => by_posture(ProofStep::new("human_denied").because(reason)),
        (Step::Human, _) => ProofStep::new("human_asks"),
        (Step::Yolo, _) => by_posture(ProofStep::new("yolo_allows")),
        (Step::AskRule, Decision::Deny) => by_posture(rule_step(ProofStep::new("ask_rule_denied"), reason)),
        (Step::AskRule, _) => rule_step(ProofStep::new("ask_rule_asks"), reason),
        (Step::Named, _) => ProofStep::new("named_allows"),
        (Step::CautiousRead, Decision::Deny) => by_posture(ProofStep::new("reads_denied").because(reason)),
        (Step::CautiousRead, _) => ProofStep::new("reads_ask"),
        (Step::WholeTool, _) => ProofStep::new("whole_tool_allows"),
        (Step::Reader, _) => ProofStep::new("reader_allows"),
        (Step::PlanApproved, _) => ProofStep::new("plan_allows"),
        (Step::Posture, Decision::Allow) => by_posture(ProofStep::new("posture_allows")),
        (Step::Posture, Decision::Ask) => by_posture(ProofStep::new("posture_asks")),
        (Step::Posture, Decision::Deny) => by_posture(ProofStep::new("posture_denies")),
        (Step::WriteAccess, Decision::Allow) => ProofStep::new("folders_allowed"),
        (Step::WriteAccess, Decision::Ask) => ProofStep::new("folders_ask").because(reason),
        (Step::WriteAccess, Decision::Deny) => ProofStep::new("folders_denied").because(reason),
        (Step::Escape, Decision::Deny) => ProofStep::new("escape_denied").because(reason),
        (Step::Escape, _) => ProofStep::new("escape_asks"),
    }
}

/// The rule and what it matches, which the reason of an ask rule names.
fn rule_step(step: ProofStep, reason: &Problem) -> ProofStep {
    reason.params.iter().fold(step, |step, (name, value)| step.with(name, value))
}
