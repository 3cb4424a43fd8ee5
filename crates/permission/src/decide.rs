//! The decision, in the order that is the product's promise: what is denied, what the phase closes, what only a person
//! may allow, yolo, what asks, what is allowed by name, cautious reads, what is allowed in general, the posture. Last,
//! an ask without anybody to ask becomes a denial. Each question leaves a step in the proof.

use crate::{
    Access, Family, Gate, GateCall, GateLists, PlanGate, PlanSafety, Situation, cell,
    offers::offers,
    paths::{JudgedPath, WantedFolder},
    plan_gate,
    rules::{Findings, Hit, Origin, RuleSet, Subject, host},
    shell::{Certainty, Class, Unclear},
    step::{Settled, Step, proof_step},
    wanted::{asks_for_home, folder_offers, is_about_folders},
};
use reasonix_protocol::{Decision, Mode, Offer, Posture, Problem, ProofStep};

/// A call with what is known of it.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    pub subject: Subject<'a>,
    pub read_only: bool,
    /// Its read-only hint can be relied on.
    pub trusted: bool,
    pub plan: PlanSafety,
    /// Folders beside the roots that it wants to write in: those a command declares, or those of the files that a file
    /// tool writes.
    pub wanted: &'a [WantedFolder],
    /// A command wants to run without the sandbox.
    pub escapes: bool,
}

/// What calls are judged by.
#[derive(Clone, Copy)]
pub struct Policy<'a> {
    /// The rules of the configuration, and behind them what the user allowed while working.
    pub rules: &'a RuleSet,
    /// Where in the allow list what the user allowed while working begins.
    pub granted_from: usize,
    pub posture: Posture,
    pub mode: Mode,
    pub plan_gate: PlanGate,
    pub gate_lists: GateLists<'a>,
    /// A plan was approved and is being carried out.
    pub plan_approved: bool,
    /// Lets the auto posture cover nested shell.
    pub allow_dynamic_bash: bool,
    /// Whether some front end may answer a question.
    pub can_ask: bool,
}

/// The decision with its reason and the steps that led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub decision: Decision,
    pub reason: Problem,
    /// One a question that was asked, in order.
    pub proof: Vec<ProofStep>,
    /// What a yes may be; empty unless the decision is to ask.
    pub offers: Vec<Offer>,
}

/// Decides about one call.
pub fn decide(request: &Request<'_>, policy: &Policy<'_>) -> Verdict {
    let mut case = Case::new(request, policy);
    let mut settled = case.settle();
    case.note(&settled);
    let mut wants_folders = false;
    if let Some(access) = case.write_access() {
        if settled.1 != Decision::Deny || access.1 == Decision::Deny {
            case.note(&access);
        }
        wants_folders = access.1 == Decision::Ask;
        settled = join(settled, access);
    }
    if request.escapes {
        let (decision, reason) = crate::escape::settle(request, policy);
        let escape = (Step::Escape, decision, reason);
        // What is denied is not asked for, and no reason to ask is graver than this one.
        if settled.1 != Decision::Deny {
            case.note(&escape);
            settled = escape;
        }
    }
    let (step, decision, reason) = settled;
    match decision {
        // What would ask, in a posture that denies instead.
        Decision::Deny if reason.code.starts_with("asks_") => {
            let reason = because("denied_posture", &reason).with("posture", policy.posture.word());
            Verdict { decision, reason, proof: case.proof, offers: Vec::new() }
        }
        Decision::Ask if !policy.can_ask => {
            case.proof.push(ProofStep::new("nobody_to_ask"));
            let reason = because("denied_nobody_to_ask", &reason).with("tool", request.subject.tool);
            Verdict { decision: Decision::Deny, reason, proof: case.proof, offers: Vec::new() }
        }
        Decision::Ask => {
            let offers = if step != Step::Escape && (wants_folders || is_about_folders(&reason)) {
                folder_offers(request)
            } else {
                let always = matches!(step, Step::AlwaysHuman | Step::Escape);
                offers(&request.subject, step.is_human(), always, step == Step::CautiousRead)
            };
            Verdict { decision, reason, proof: case.proof, offers }
        }
        _ => Verdict { decision, reason, proof: case.proof, offers: Vec::new() },
    }
}

/// The stricter of what is said of a call and of the folders it wants. Where both ask, who says yes sees command and
/// folders, so that the graver reason is told: what only a person may allow, and before that the whole home folder.
fn join(own: Settled, access: Settled) -> Settled {
    let own_is_grave = own.0.is_human() && !asks_for_home(&access.2);
    match access.1 {
        Decision::Allow => own,
        Decision::Ask if own.1 == Decision::Ask && own_is_grave => own,
        decision if decision >= own.1 => access,
        _ => own,
    }
}

struct Case<'a> {
    request: &'a Request<'a>,
    policy: &'a Policy<'a>,
    rules: Findings<'a>,
    proof: Vec<ProofStep>,
}

impl<'a> Case<'a> {
    fn new(request: &'a Request<'a>, policy: &'a Policy<'a>) -> Self {
        Self { request, policy, rules: policy.rules.look(&request.subject), proof: Vec::new() }
    }

    fn note(&mut self, settled: &Settled) {
        self.proof.push(proof_step(settled, self.policy.posture));
    }

    fn settle(&mut self) -> Settled {
        if let Some(reason) = self.denied() {
            return (Step::Denied, Decision::Deny, reason);
        }
        self.proof.push(ProofStep::new("not_denied"));
        if let Some(reason) = self.phase() {
            return (Step::Phase, Decision::Deny, reason);
        }
        if let Some(settled) = self.human() {
            return settled;
        }
        if self.policy.posture == Posture::Yolo {
            return (Step::Yolo, Decision::Allow, posture_problem("allowed_posture", Posture::Yolo));
        }
        if let Some(hit) = &self.rules.ask {
            let reason = of_rule("asks_rule", hit);
            return (Step::AskRule, cell(Situation::AskRule, self.policy.posture), reason);
        }
        self.proof.push(ProofStep::new("no_ask_rule"));
        if let Some(reason) = self.allowed_by_name() {
            return (Step::Named, Decision::Allow, reason);
        }
        if let Some(settled) = self.cautious() {
            return settled;
        }
        self.allowed_in_general().unwrap_or_else(|| self.fallback())
    }

    /// What is said of the folders that a command declares; `None` if it declares none.
    fn write_access(&self) -> Option<Settled> {
        if self.request.subject.shell.is_none() || self.request.wanted.is_empty() {
            return None;
        }
        let (decision, reason) = crate::wanted::settle(self.request, self.policy);
        Some((Step::WriteAccess, decision, reason))
    }

    /// What no posture lifts.
    fn denied(&self) -> Option<Problem> {
        let paths = self.request.subject.paths;
        if let Some(path) = paths.iter().find(|path| path.is_forbidden) {
            return Some(of_path("denied_forbidden_path", path));
        }
        if let Some(path) = paths.iter().find(|path| path.is_state && path.access == Access::Write) {
            return Some(of_path(if path.holds_own { "denied_holds_state" } else { "denied_state" }, path));
        }
        let refused = |path: &&JudgedPath| path.findings().iter().any(|finding| finding.is_refused());
        if let Some(path) = paths.iter().find(refused) {
            return Some(of_odd_path("denied_odd_path", path));
        }
        self.rules.deny.as_ref().map(|hit| of_rule("denied_rule", hit))
    }

    fn phase(&mut self) -> Option<Problem> {
        if self.policy.mode != Mode::Plan {
            return None;
        }
        let subject = &self.request.subject;
        if self.policy.plan_gate == PlanGate::Workflow {
            let opts_out = self.request.plan == PlanSafety::Unsafe;
            if opts_out {
                self.proof.push(ProofStep::new("gate_workflow_closed"));
                return Some(Problem::new("plan_unsafe").with("tool", subject.tool));
            }
            self.proof.push(ProofStep::new("gate_workflow_open"));
            return None;
        }
        let call = GateCall {
            tool: subject.tool,
            read_only: self.request.read_only,
            trusted: self.request.trusted,
            safety: self.request.plan,
            command_reads: subject.shell.map(|shell| shell.analysis.class == Class::ReadOnly),
        };
        let Gate { step, code, closed } = plan_gate(&call, &self.policy.gate_lists);
        self.proof.push(ProofStep::new(code).with("step", step));
        closed
    }

    /// What only a person may allow. Gives the settled ask or denial; `None` if nothing of the kind is there, or if it
    /// was answered.
    fn human(&mut self) -> Option<Settled> {
        if let Some(reason) = self.human_always() {
            return Some((Step::AlwaysHuman, cell(Situation::HumanAlways, self.policy.posture), reason));
        }
        let Some(reason) = self.human_only() else {
            self.proof.push(ProofStep::new("not_human"));
            return None;
        };
        if let Some(hit) = &self.rules.identical {
            let answered = ProofStep::new("human_answered").because(&reason);
            self.proof.push(answered.with("rule", hit.rule).with("on", &hit.on));
            return None;
        }
        if reason.code == "asks_nested" && self.policy.allow_dynamic_bash && self.policy.posture == Posture::Auto {
            self.proof.push(ProofStep::new("human_dynamic_bash").because(&reason));
            return None;
        }
        let decision = cell(Situation::HumanOnly, self.policy.posture);
        if decision == Decision::Allow {
            let skipped = ProofStep::new("human_skipped").because(&reason);
            self.proof.push(skipped.with("posture", self.policy.posture.word()));
            return None;
        }
        Some((Step::Human, decision, reason))
    }

    fn human_always(&self) -> Option<Problem> {
        let subject = &self.request.subject;
        if let Some(path) = subject.paths.iter().find(|path| path.is_managed) {
            // That everything goes is graver than what goes with it.
            if let Some(finding) = self.finding().filter(|_| path.holds_own) {
                return Some(finding);
            }
            return Some(of_path(if path.holds_own { "asks_holds_managed" } else { "asks_managed" }, path));
        }
        // The reading tools leave out what is denied or forbidden below a folder; commands and moves do not.
        let leaves_out = subject.shell.is_none() && subject.paths.iter().all(|path| path.access == Access::Read);
        if let Some(hit) = self.rules.may_deny.as_ref().filter(|_| !leaves_out) {
            return Some(of_rule("asks_may_be_denied", hit));
        }
        // What some unknown path may be is a matter of the command's class.
        let reaches = |path: &&JudgedPath| path.may_reach_forbidden && path.certainty != Certainty::Unknown;
        if let Some(path) = subject.paths.iter().find(reaches).filter(|_| !leaves_out) {
            return Some(of_path("asks_may_be_forbidden", path));
        }
        let named = !self.rules.allow.is_empty();
        let outside = subject.paths.iter().find(|path| path.access == Access::Write && path.is_outside);
        let code = crate::wanted::outside_code(self.request.wanted);
        outside.filter(|_| subject.shell.is_none() && !named).map(|path| of_path(code, path))
    }

    fn finding(&self) -> Option<Problem> {
        let finding = self.request.subject.shell?.analysis.findings.first()?;
        Some(Problem::new("asks_finding").with("about", &finding.command))
    }

    fn human_only(&self) -> Option<Problem> {
        let subject = &self.request.subject;
        let writes = || subject.paths.iter().filter(|path| path.access == Access::Write);
        if let Some(shell) = subject.shell {
            if let Some(finding) = self.finding() {
                return Some(finding);
            }
            if let Some(Unclear { why, about }) = &shell.analysis.unclear {
                let reason = Problem::new("asks_nested").with("why", why.code());
                return Some(if about.is_empty() { reason } else { reason.with("about", about) });
            }
        }
        if let Some(path) = writes().find(|path| path.protected.is_some() || path.is_protected_by_config) {
            return Some(of_path("asks_protected", path));
        }
        if let Some(path) = writes().find(|path| path.credential.is_some()) {
            return Some(of_path("asks_protected", path));
        }
        // A form that means another file elsewhere; what a command's words become is judged by its class.
        let odd = |path: &&JudgedPath| !path.findings().is_empty() && path.certainty == Certainty::Exact;
        writes().find(odd).map(|path| of_odd_path("asks_odd_path", path))
    }

    /// An allow that names what the call touches.
    fn allowed_by_name(&mut self) -> Option<Problem> {
        let identical = self.rules.identical.as_ref();
        let Some(first) = identical.or(self.rules.allow.first()) else {
            self.proof.push(ProofStep::new("not_named"));
            return None;
        };
        let reason = self.allow_reason(first);
        // A rule about a command says nothing about the secrets it reads.
        if identical.is_none() && self.request.subject.shell.is_some() && self.careful().is_some() {
            self.proof.push(ProofStep::new("named_not_reads"));
            return None;
        }
        let hits = self.rules.identical.iter().chain(&self.rules.allow);
        self.proof.extend(hits.map(rule_matches));
        Some(reason)
    }

    fn allow_reason(&self, hit: &Hit<'_>) -> Problem {
        let granted = matches!(hit.origin, Origin::List(Decision::Allow, at) if at >= self.policy.granted_from);
        Problem::new(if granted { "allowed_grant" } else { "allowed_rule" }).with("rule", hit.rule)
    }

    /// A read that deserves a question: a secret first, then anything outside.
    fn careful(&self) -> Option<(Situation, Problem)> {
        let analysis = self.request.subject.shell.map(|shell| shell.analysis);
        let named = |path: &&JudgedPath| self.policy.rules.path_allow(path).is_none();
        let reads = || self.request.subject.paths.iter().filter(|path| path.access == Access::Read);
        // Rules are asked last: hardly any path comes so far.
        let secret = reads().filter(|path| path.credential.is_some()).find(named);
        // What may be a path, or some path, is judged by the command's class.
        let certain =
            |path: &&JudgedPath| !matches!(path.certainty, Certainty::Guess | Certainty::Mention | Certainty::Unknown);
        let odd = |path: &&JudgedPath| path.is_outside || path.real().is_none() || !path.findings().is_empty();
        let outside = || reads().filter(certain).filter(odd).find(named);
        let unresolved = || analysis.and_then(|analysis| analysis.unresolved.as_ref());
        let discloses = || analysis.and_then(|analysis| analysis.discloses.as_ref());
        let of_text = |code: &str, text: &String| Problem::new(code).with("about", text);
        secret
            .map(|path| (Situation::CredentialRead, of_path("asks_credential", path)))
            .or_else(|| discloses().map(|text| (Situation::CredentialRead, of_text("asks_discloses", text))))
            .or_else(|| outside().map(|path| (Situation::OutsideRead, of_outside_read(path))))
            .or_else(|| unresolved().map(|text| (Situation::OutsideRead, of_text("asks_unresolved_read", text))))
    }

    fn cautious(&mut self) -> Option<Settled> {
        let Some((situation, reason)) = self.careful() else {
            self.proof.push(ProofStep::new("reads_plain"));
            return None;
        };
        let decision = cell(situation, self.policy.posture);
        if decision == Decision::Allow {
            let passed = ProofStep::new("reads_passed").because(&reason);
            self.proof.push(passed.with("posture", self.policy.posture.word()));
            return None;
        }
        Some((Step::CautiousRead, decision, reason))
    }

    fn allowed_in_general(&mut self) -> Option<Settled> {
        if let Some(hit) = &self.rules.bare {
            self.proof.push(rule_matches(hit));
            return Some((Step::WholeTool, Decision::Allow, self.allow_reason(hit)));
        }
        if self.reads_only() {
            return Some((Step::Reader, Decision::Allow, Problem::new("allowed_reader")));
        }
        let part = self.request.subject.shell.and_then(|shell| shell.analysis.changes.as_ref());
        self.proof.extend(part.map(|part| ProofStep::new("not_reader").with("part", part)));
        if self.policy.plan_approved && self.policy.posture != Posture::DontAsk {
            return Some((Step::PlanApproved, Decision::Allow, Problem::new("allowed_plan")));
        }
        None
    }

    fn fallback(&self) -> Settled {
        let posture = self.policy.posture;
        let inside = self.request.subject.paths.iter().all(|path| !path.is_outside);
        let situation = if self.reads_only() {
            Situation::Reader
        } else if self.request.subject.family == Family::Edit && inside {
            Situation::Edit
        } else {
            Situation::Writer
        };
        let decision = cell(situation, posture);
        let code = match decision {
            Decision::Allow => "allowed_posture",
            Decision::Ask => "asks_posture",
            Decision::Deny => "denied_posture",
        };
        let reason = match self.request.subject.urls {
            [url, ..] if decision == Decision::Ask => {
                posture_problem("asks_address", posture).with("about", host(url).unwrap_or(url))
            }
            _ => posture_problem(code, posture),
        };
        (Step::Posture, decision, reason)
    }

    fn reads_only(&self) -> bool {
        match self.request.subject.shell {
            Some(shell) => shell.analysis.class == Class::ReadOnly,
            None => self.request.read_only && self.request.trusted,
        }
    }
}

/// A denial of what would have asked, with why it would have.
fn because(code: &str, reason: &Problem) -> Problem {
    let problem = Problem::new(code).with("because", &reason.code);
    let about = ["path", "about"].into_iter().filter_map(|name| Some((name, reason.params.get(name)?)));
    about.fold(problem, |problem, (name, value)| problem.with(name, value))
}

fn of_path(code: &str, path: &JudgedPath) -> Problem {
    Problem::new(code).with("path", path.shown())
}

/// With what is odd about it, if anything is.
fn of_odd_path(code: &str, path: &JudgedPath) -> Problem {
    let problem = of_path(code, path);
    path.findings().iter().take(1).fold(problem, |problem, finding| problem.with("form", finding.code()))
}

/// What is in no folder of the workspace, or may be another file than its name says.
fn of_outside_read(path: &JudgedPath) -> Problem {
    let is_elsewhere = path.is_outside && path.real().is_some();
    if is_elsewhere { of_path("asks_outside_read", path) } else { of_odd_path("asks_odd_path", path) }
}

pub(crate) fn of_rule(code: &str, hit: &Hit<'_>) -> Problem {
    Problem::new(code).with("rule", hit.rule).with("on", &hit.on)
}

fn posture_problem(code: &str, posture: Posture) -> Problem {
    Problem::new(code).with("posture", posture.word())
}

fn rule_matches(hit: &Hit<'_>) -> ProofStep {
    ProofStep::new("rule_matches").with("rule", hit.rule).with("on", &hit.on)
}
