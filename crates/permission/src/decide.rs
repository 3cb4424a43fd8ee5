//! The decision, in the order that is the product's promise: what is denied, what the phase closes, what only a person
//! may allow, yolo, what asks, what is allowed by name, cautious reads, what is allowed in general, the posture. Last,
//! an ask without anybody to ask becomes a denial. Each step leaves a line in the proof.

use crate::{
    Access, Family, Gate, GateCall, GateLists, PlanGate, PlanSafety, Situation, cell,
    offers::offers,
    paths::{JudgedPath, WantedFolder},
    plan_gate,
    rules::{Findings, Hit, Origin, RuleSet, Subject, host},
    shell::{Certainty, Class},
    wanted::{asks_for_home, folder_offers, is_about_folders},
};
use reasonix_protocol::{Decision, Mode, Offer, Posture, Problem};

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

/// The decision with its reason and the lines that led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    pub decision: Decision,
    pub reason: Problem,
    /// One line a step, in order.
    pub proof: Vec<String>,
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
        case.note(&access);
        wants_folders = access.1 == Decision::Ask;
        settled = join(settled, access);
    }
    if request.escapes {
        let (decision, reason) = crate::escape::settle(request, policy);
        let escape = (ESCAPE, decision, reason);
        case.note(&escape);
        // What is denied is not asked for, and no reason to ask is graver than this one.
        settled = if settled.1 == Decision::Deny { settled } else { escape };
    }
    let (step, decision, reason) = settled;
    let human = matches!(step, HUMAN_ONLY | HUMAN_ALWAYS);
    match decision {
        // What would ask, in a posture that denies instead.
        Decision::Deny if reason.code.starts_with("asks_") => {
            let reason = because("denied_posture", &reason).with("posture", policy.posture.word());
            Verdict { decision, reason, proof: case.proof, offers: Vec::new() }
        }
        Decision::Ask if !policy.can_ask => {
            case.proof.push("nobody to ask: deny".to_owned());
            let reason = because("denied_nobody_to_ask", &reason).with("tool", request.subject.tool);
            Verdict { decision: Decision::Deny, reason, proof: case.proof, offers: Vec::new() }
        }
        Decision::Ask => {
            let offers = if step != ESCAPE && (wants_folders || is_about_folders(&reason)) {
                folder_offers(request)
            } else {
                offers(&request.subject, human, matches!(step, HUMAN_ALWAYS | ESCAPE), step == CAUTIOUS)
            };
            Verdict { decision, reason, proof: case.proof, offers }
        }
        _ => Verdict { decision, reason, proof: case.proof, offers: Vec::new() },
    }
}

const HUMAN_ONLY: &str = "human only";
const HUMAN_ALWAYS: &str = "human only in every posture";
const CAUTIOUS: &str = "cautious read";

const WRITE_ACCESS: &str = "write access";
const ESCAPE: &str = "sandbox escape";

/// The stricter of what is said of a call and of the folders it wants. Where both ask, who says yes sees command and
/// folders, so that the graver reason is told: what only a person may allow, and before that the whole home folder.
fn join(own: Settled, access: Settled) -> Settled {
    let own_is_grave = matches!(own.0, HUMAN_ONLY | HUMAN_ALWAYS) && !asks_for_home(&access.2);
    match access.1 {
        Decision::Allow => own,
        Decision::Ask if own.1 == Decision::Ask && own_is_grave => own,
        decision if decision >= own.1 => access,
        _ => own,
    }
}

/// Step, decision, reason.
type Settled = (&'static str, Decision, Problem);

struct Case<'a> {
    request: &'a Request<'a>,
    policy: &'a Policy<'a>,
    rules: Findings<'a>,
    proof: Vec<String>,
}

impl<'a> Case<'a> {
    fn new(request: &'a Request<'a>, policy: &'a Policy<'a>) -> Self {
        Self { request, policy, rules: policy.rules.look(&request.subject), proof: Vec::new() }
    }

    fn note(&mut self, (step, decision, reason): &Settled) {
        self.proof.push([step, ": ", word(*decision), ", ", &reason.code].concat());
    }

    fn settle(&mut self) -> Settled {
        if let Some((code, about)) = self.denied() {
            return ("deny", Decision::Deny, about_problem(code, &about));
        }
        self.proof.push("deny: nothing denies it".to_owned());
        if let Some(reason) = self.phase() {
            return ("phase", Decision::Deny, reason);
        }
        if let Some(settled) = self.human() {
            return settled;
        }
        if self.policy.posture == Posture::Yolo {
            return ("yolo", Decision::Allow, posture_problem("allowed_posture", Posture::Yolo));
        }
        if let Some(hit) = &self.rules.ask {
            let reason = Problem::new("asks_rule").with("rule", hit.rule).with("on", &hit.on);
            return ("ask rule", cell(Situation::AskRule, self.policy.posture), reason);
        }
        self.proof.push("ask rules: none matches".to_owned());
        if let Some(reason) = self.allowed_by_name() {
            return ("allow", Decision::Allow, reason);
        }
        if let Some(settled) = self.cautious() {
            return settled;
        }
        if let Some(reason) = self.allowed_in_general() {
            return ("allow", Decision::Allow, reason);
        }
        self.fallback()
    }

    /// What is said of the folders that a command declares; `None` if it declares none.
    fn write_access(&self) -> Option<Settled> {
        if self.request.subject.shell.is_none() || self.request.wanted.is_empty() {
            return None;
        }
        let (decision, reason) = crate::wanted::settle(self.request, self.policy);
        Some((WRITE_ACCESS, decision, reason))
    }

    /// What no posture lifts.
    fn denied(&self) -> Option<(&'static str, String)> {
        let paths = self.request.subject.paths;
        let shown = |path: &JudgedPath| path.written().display().to_string();
        if let Some(path) = paths.iter().find(|path| path.is_forbidden) {
            return Some(("denied_forbidden_path", shown(path)));
        }
        if let Some(path) = paths.iter().find(|path| path.is_state && path.access == Access::Write) {
            return Some(("denied_state", shown(path)));
        }
        let refused = |path: &&JudgedPath| path.findings().iter().any(|finding| finding.is_refused());
        if let Some(path) = paths.iter().find(refused) {
            return Some(("denied_odd_path", shown(path)));
        }
        self.rules.deny.as_ref().map(|hit| ("denied_rule", hit.to_string()))
    }

    fn phase(&mut self) -> Option<Problem> {
        if self.policy.mode != Mode::Plan {
            return None;
        }
        let subject = &self.request.subject;
        if self.policy.plan_gate == PlanGate::Workflow {
            let opts_out = self.request.plan == PlanSafety::Unsafe;
            self.proof.push(format!("plan gate, workflow: {}", if opts_out { "opts out of planning" } else { "open" }));
            return opts_out.then(|| Problem::new("plan_unsafe").with("tool", subject.tool));
        }
        let call = GateCall {
            tool: subject.tool,
            read_only: self.request.read_only,
            trusted: self.request.trusted,
            safety: self.request.plan,
            command_reads: subject.shell.map(|shell| shell.analysis.class == Class::ReadOnly),
        };
        match plan_gate(&call, &self.policy.gate_lists) {
            Gate::Open { step, why } => {
                self.proof.push(format!("plan gate, step {step}: open, {why}"));
                None
            }
            Gate::Closed { step, reason } => {
                self.proof.push(format!("plan gate, step {step}: closed"));
                Some(reason)
            }
        }
    }

    /// What only a person may allow. Gives the settled ask or denial; `None` if nothing of the kind is there, or if it
    /// was answered.
    fn human(&mut self) -> Option<Settled> {
        if let Some((code, about)) = self.human_always() {
            let decision = cell(Situation::HumanAlways, self.policy.posture);
            return Some((HUMAN_ALWAYS, decision, about_problem(code, &about)));
        }
        let Some((code, about)) = self.human_only() else {
            self.proof.push("human only: nothing of the kind".to_owned());
            return None;
        };
        if let Some(hit) = &self.rules.identical {
            self.proof.push(format!("human only: {code}, answered by {hit}"));
            return None;
        }
        if code == "asks_nested" && self.policy.allow_dynamic_bash && self.policy.posture == Posture::Auto {
            self.proof.push("human only: nested shell, which allow_dynamic_bash lets through".to_owned());
            return None;
        }
        let decision = cell(Situation::HumanOnly, self.policy.posture);
        if decision == Decision::Allow {
            self.proof.push(format!("human only: {code}, skipped by the posture"));
            return None;
        }
        Some((HUMAN_ONLY, decision, about_problem(code, &about)))
    }

    fn human_always(&self) -> Option<(&'static str, String)> {
        let subject = &self.request.subject;
        let shown = |path: &JudgedPath| path.written().display().to_string();
        if let Some(path) = subject.paths.iter().find(|path| path.is_managed) {
            return Some(("asks_managed", shown(path)));
        }
        // The reading tools leave out what is denied or forbidden below a folder; commands and moves do not.
        let leaves_out = subject.shell.is_none() && subject.paths.iter().all(|path| path.access == Access::Read);
        if let Some(hit) = self.rules.may_deny.as_ref().filter(|_| !leaves_out) {
            return Some(("asks_may_be_denied", hit.to_string()));
        }
        // What some unknown path may be is a matter of the command's class.
        let reaches = |path: &&JudgedPath| path.may_reach_forbidden && path.certainty != Certainty::Unknown;
        if let Some(path) = subject.paths.iter().find(reaches).filter(|_| !leaves_out) {
            return Some(("asks_may_be_forbidden", shown(path)));
        }
        let named = !self.rules.allow.is_empty();
        let outside = subject.paths.iter().find(|path| path.access == Access::Write && path.is_outside);
        let code = crate::wanted::outside_code(self.request.wanted);
        outside.filter(|_| subject.shell.is_none() && !named).map(|path| (code, shown(path)))
    }

    fn human_only(&self) -> Option<(&'static str, String)> {
        let subject = &self.request.subject;
        let shown = |path: &JudgedPath| path.written().display().to_string();
        let writes = || subject.paths.iter().filter(|path| path.access == Access::Write);
        if let Some(shell) = subject.shell {
            if let Some(finding) = shell.analysis.findings.first() {
                return Some(("asks_finding", finding.command.clone()));
            }
            if shell.analysis.class == Class::Nested {
                return Some(("asks_nested", shell.analysis.why.clone()));
            }
        }
        if let Some(path) = writes().find(|path| path.protected.is_some() || path.is_protected_by_config) {
            return Some(("asks_protected", shown(path)));
        }
        if let Some(path) = writes().find(|path| path.credential.is_some()) {
            return Some(("asks_protected", shown(path)));
        }
        // A form that means another file elsewhere; what a command's words become is judged by its class.
        let odd = |path: &&JudgedPath| !path.findings().is_empty() && path.certainty == Certainty::Exact;
        writes().find(odd).map(|path| ("asks_odd_path", shown(path)))
    }

    /// An allow that names what the call touches.
    fn allowed_by_name(&mut self) -> Option<Problem> {
        let identical = self.rules.identical.as_ref();
        let Some(first) = identical.or(self.rules.allow.first()) else {
            self.proof.push("allow by name: no rule covers all of it".to_owned());
            return None;
        };
        let reason = self.allow_reason(first);
        // A rule about a command says nothing about the secrets it reads.
        if identical.is_none() && self.request.subject.shell.is_some() && self.careful().is_some() {
            self.proof.push("allow by name: covers the command, not what it reads".to_owned());
            return None;
        }
        let hits = self.rules.identical.iter().chain(&self.rules.allow);
        self.proof.extend(hits.map(|hit| format!("allow by name: {hit}")));
        Some(reason)
    }

    fn allow_reason(&self, hit: &Hit<'_>) -> Problem {
        let granted = matches!(hit.origin, Origin::List(Decision::Allow, at) if at >= self.policy.granted_from);
        Problem::new(if granted { "allowed_grant" } else { "allowed_rule" }).with("rule", hit.rule)
    }

    /// A read that deserves a question: a secret first, then anything outside.
    fn careful(&self) -> Option<(Situation, &'static str, String)> {
        let shown = |path: &JudgedPath| path.written().display().to_string();
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
        let unresolved = || analysis.and_then(|analysis| analysis.unresolved.clone());
        let discloses = || analysis.and_then(|analysis| analysis.discloses.clone());
        secret
            .map(|path| (Situation::CredentialRead, "asks_credential", shown(path)))
            .or_else(|| discloses().map(|command| (Situation::CredentialRead, "asks_discloses", command)))
            .or_else(|| outside().map(|path| (Situation::OutsideRead, "asks_outside_read", shown(path))))
            .or_else(|| unresolved().map(|word| (Situation::OutsideRead, "asks_unresolved_read", word)))
    }

    fn cautious(&mut self) -> Option<Settled> {
        let Some((situation, code, about)) = self.careful() else {
            self.proof.push("cautious reads: nothing outside, no secret".to_owned());
            return None;
        };
        let decision = cell(situation, self.policy.posture);
        if decision == Decision::Allow {
            self.proof.push(format!("cautious reads: {about}, let through by the posture"));
            return None;
        }
        Some((CAUTIOUS, decision, about_problem(code, &about)))
    }

    fn allowed_in_general(&mut self) -> Option<Problem> {
        if let Some(hit) = &self.rules.bare {
            let reason = self.allow_reason(hit);
            self.proof.push(format!("allow: {hit}"));
            return Some(reason);
        }
        if self.reads_only() {
            return Some(Problem::new("allowed_reader"));
        }
        if self.policy.plan_approved && self.policy.posture != Posture::DontAsk {
            return Some(Problem::new("allowed_plan"));
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
        ("posture", decision, reason)
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

/// What a reason is about: a path, unless it is a rule, a command or what was found in it.
fn about_problem(code: &str, about: &str) -> Problem {
    let is_text = matches!(
        code,
        "asks_discloses"
            | "asks_finding"
            | "asks_may_be_denied"
            | "asks_nested"
            | "asks_unresolved_read"
            | "denied_rule"
    );
    Problem::new(code).with(if is_text { "about" } else { "path" }, about)
}

fn posture_problem(code: &str, posture: Posture) -> Problem {
    Problem::new(code).with("posture", posture.word())
}

const fn word(decision: Decision) -> &'static str {
    match decision {
        Decision::Allow => "allow",
        Decision::Ask => "ask",
        Decision::Deny => "deny",
    }
}
