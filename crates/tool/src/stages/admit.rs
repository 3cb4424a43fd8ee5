//! Stage 1, `admit`: listeners in a row, each of which may ask the rest and tighten the answer, or stop with its own.
//! The permission decision is such a listener. An ask becomes a wait; the call comes back here with the answer.

use crate::{Call, Denials, PolicyBook, Refusal, Rulebook, Workspace, stages::refusal_text::refusal_text};
use reasonix_permission::{
    Policy, Request, Verdict, decide,
    rules::{ShellSubject, Subject},
};
use reasonix_protocol::{Answer, CallOutcome, Decision, Mode, Posture, Problem, ProofStep, WaitBody};
use std::{future::Future, pin::Pin, sync::Arc};

/// What a call is judged by at this moment of its session.
#[derive(Clone, Copy)]
pub struct AdmitContext<'a> {
    pub workspace: &'a Workspace,
    pub posture: Posture,
    pub mode: Mode,
    /// A plan was approved and is being carried out.
    pub plan_approved: bool,
    pub rules: &'a Rulebook,
    /// What the sandbox kept commands from, and what may therefore be asked to run without it.
    pub denials: &'a Denials,
    /// Whether some front end may answer.
    pub can_ask: bool,
    /// The user's answer, once there is one.
    pub answer: Option<&'a Answer>,
}

/// A running listener.
pub type ListenerFuture<'a> = Pin<Box<dyn Future<Output = Verdict> + Send + 'a>>;

/// One listener of the row.
pub trait Listener: Send + Sync {
    /// Gives its verdict, after `next.admit()` if the rest shall be heard. It must join that verdict by
    /// [`tighten`], never replace it by a milder one.
    fn admit<'a>(&'a self, call: &'a Call, cx: &'a AdmitContext<'a>, next: Next<'a>) -> ListenerFuture<'a>;
}

/// The listeners behind the present one.
#[derive(Clone, Copy)]
pub struct Next<'a> {
    rest: &'a [Box<dyn Listener>],
}

impl<'a> Next<'a> {
    /// Hears the rest. With nobody left there is no objection.
    pub fn admit(self, call: &'a Call, cx: &'a AdmitContext<'a>) -> ListenerFuture<'a> {
        match self.rest.split_first() {
            Some((first, rest)) => first.admit(call, cx, Next { rest }),
            None => Box::pin(std::future::ready(Verdict {
                decision: Decision::Allow,
                reason: Problem::new("allowed_no_objection"),
                proof: Vec::new(),
                offers: Vec::new(),
            })),
        }
    }
}

/// The stricter of two verdicts, with both proofs.
pub fn tighten(first: Verdict, second: Verdict) -> Verdict {
    let mut proof = first.proof;
    proof.extend(second.proof);
    let (decision, reason, offers) = if second.decision > first.decision {
        (second.decision, second.reason, second.offers)
    } else {
        (first.decision, first.reason, first.offers)
    };
    Verdict { decision, reason, proof, offers }
}

/// The permission decision as a listener.
pub struct PermissionListener(pub Arc<PolicyBook>);

impl Listener for PermissionListener {
    fn admit<'a>(&'a self, call: &'a Call, cx: &'a AdmitContext<'a>, next: Next<'a>) -> ListenerFuture<'a> {
        Box::pin(async move {
            let verdict = self.decide(call, cx);
            if verdict.decision == Decision::Deny {
                return verdict;
            }
            tighten(verdict, next.admit(call, cx).await)
        })
    }
}

impl PermissionListener {
    /// The decision alone, without asking other listeners and without opening a wait.
    pub fn decide(&self, call: &Call, cx: &AdmitContext<'_>) -> Verdict {
        let book = &self.0;
        let spec = call.tool().spec();
        let touches = &call.description().touches;
        let paths = book.judge(touches, cx.rules);
        let wanted = book.wanted(touches, &paths, cx.rules);
        let shell = touches.shell.as_ref();
        let request = Request {
            subject: Subject {
                tool: &spec.name,
                family: spec.family,
                paths: &paths,
                urls: &touches.urls,
                shell: shell.map(|shell| ShellSubject { command: &shell.command, analysis: &shell.analysis }),
            },
            read_only: spec.read_only,
            trusted: spec.trusted,
            plan: spec.plan,
            wanted: &wanted,
            escapes: touches.escape.is_some(),
        };
        let policy = Policy {
            rules: &cx.rules.rules,
            granted_from: cx.rules.granted_from,
            posture: cx.posture,
            mode: cx.mode,
            plan_gate: book.plan_gate,
            gate_lists: book.gate_lists(),
            plan_approved: cx.plan_approved,
            allow_dynamic_bash: book.allow_dynamic_bash,
            can_ask: cx.can_ask,
        };
        decide(&request, &policy)
    }
}

/// What stage 1 makes of a call.
#[derive(Debug)]
pub enum Admission {
    Admitted(Admitted),
    /// The user must answer first.
    Waits(WaitRequest),
    Refused(Refusal),
}

/// A wait to be opened; the session gives it its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitRequest(pub WaitBody);

/// A call that stage 1 let through. Only this file makes one.
#[derive(Debug)]
pub struct Admitted {
    call: Call,
    answer: Option<Answer>,
}

impl Admitted {
    pub const fn call(&self) -> &Call {
        &self.call
    }

    pub const fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }
}

/// Runs the stage.
pub(crate) async fn admit(listeners: &[Box<dyn Listener>], call: &Call, cx: &AdmitContext<'_>) -> (Verdict, Admission) {
    let verdict = match cx.denials.objection(&call.description().touches) {
        // Nobody is asked for a retry of what was never denied.
        Some(reason) => {
            let proof = vec![ProofStep::new("escape_unfounded")];
            Verdict { decision: Decision::Deny, reason, proof, offers: Vec::new() }
        }
        None => Next { rest: listeners }.admit(call, cx).await,
    };
    let admission = match verdict.decision {
        Decision::Deny => refuse(verdict.reason.clone()),
        Decision::Ask => approve(call, cx, &verdict),
        Decision::Allow => ask_questions(call, cx),
    };
    (verdict, admission)
}

fn approve(call: &Call, cx: &AdmitContext<'_>, verdict: &Verdict) -> Admission {
    match cx.answer {
        None => Admission::Waits(WaitRequest(WaitBody::Approval {
            tool: call.name().to_owned(),
            subject: call.description().subject.clone(),
            args: call.args().text().to_owned(),
            cwd: cx.workspace.root().display().to_string(),
            preview: call.tool().preview(call.args(), cx.workspace),
            reason: verdict.reason.clone(),
            justification: justification(call).map(Into::into),
            offers: verdict.offers.clone(),
        })),
        Some(answer) if is_offered(answer, verdict) => admitted(call, None),
        Some(Answer::Reject { message }) => {
            refuse(Problem::new("denied_by_user").with("message", message.as_deref().unwrap_or_default()))
        }
        Some(_) => refuse(Problem::new("denied_by_user")),
    }
}

/// Why the model wants more than usual, in its words.
fn justification(call: &Call) -> Option<&str> {
    call.description().touches.write_access.as_ref().map(|access| access.justification.as_str())
}

/// A yes counts only as far as it was offered.
fn is_offered(answer: &Answer, verdict: &Verdict) -> bool {
    answer.scope().is_some_and(|scope| verdict.offers.iter().any(|offer| offer.scope == scope))
}

fn ask_questions(call: &Call, cx: &AdmitContext<'_>) -> Admission {
    let Some(questions) = call.tool().questions(call.args()) else {
        return admitted(call, None);
    };
    match cx.answer {
        None if cx.can_ask => Admission::Waits(WaitRequest(WaitBody::Questions { questions })),
        None => admitted(call, Some(Answer::NobodyToAsk)),
        Some(answer @ (Answer::Questions { .. } | Answer::NobodyToAsk)) => admitted(call, Some(answer.clone())),
        Some(_) => refuse(Problem::new("questions_dismissed")),
    }
}

fn admitted(call: &Call, answer: Option<Answer>) -> Admission {
    Admission::Admitted(Admitted { call: call.clone(), answer })
}

fn refuse(reason: Problem) -> Admission {
    let text = refusal_text(&reason);
    Admission::Refused(Refusal { outcome: CallOutcome::Denied, reason, text })
}
