//! The loop as tables: a list of events in, the next step out. No actor, no disk, no model.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod transcripts;

use reasonix_agent::{CallStage, SessionState, Step, next_step};
use reasonix_model::{Entry, OutputPart, ToolCall, ToolResult};
use reasonix_permission::{
    Touches,
    shell::{ShellContext, analyse},
};
use reasonix_protocol::{
    Answer, Body, CallId, CallOutcome, Content, Decision, Display, EVENT_VERSION, Event, ItemId, JobEnd, JobId,
    JobSeen, Mode, Offer, Part, Posture, Problem, Scope, SessionId, Settings, StopReason, TurnEnd, Usage, Wait,
    WaitBody, WaitId,
};

/// Folds bodies one after the other, as a journal would hold them.
struct Story {
    state: SessionState,
    entries: Vec<Entry>,
}

impl Story {
    fn new(bodies: &[Body]) -> Self {
        let mut story = Self { state: SessionState::new(SessionId("s".into())), entries: Vec::new() };
        story.add(bodies);
        story
    }

    fn add(&mut self, bodies: &[Body]) -> &mut Self {
        for body in bodies {
            let turn = self.state.turn.as_ref().map_or(self.state.next_turn(), |turn| turn.id);
            let event = Event {
                v: EVENT_VERSION,
                seq: self.state.seq + 1,
                session: self.state.id.clone(),
                turn: Some(turn),
                at: 0,
                body: body.clone(),
            };
            self.entries.extend(self.state.apply(&event));
        }
        self
    }

    fn expect(&mut self, step: &Step) -> &mut Self {
        assert_eq!(&next_step(&self.state), step);
        self
    }
}

fn opened() -> Body {
    Body::SessionOpened {
        build: "0".into(),
        pid: 1,
        boot: "b".into(),
        workspace: "/ws".into(),
        roots: Vec::new(),
        settings: Settings { model: "p/m".into(), effort: None, mode: Mode::Normal, posture: Posture::Ask },
    }
}

fn input(text: &str) -> Body {
    Body::TurnStarted { input: vec![Content::text(text)], context: String::new() }
}

fn frozen(call: u32, tool: &str, read_only: bool) -> Body {
    Body::CallFrozen {
        call: CallId(call),
        wire_id: format!("wire{call}"),
        tool: tool.into(),
        args: "{}".into(),
        subject: String::new(),
        read_only,
    }
}

fn message(item: u32, calls: &[u32]) -> Body {
    let parts = calls.iter().map(|&call| Part::Call { call: CallId(call) });
    let parts = std::iter::once(Part::Text { text: "text".into() }).chain(parts).collect();
    Body::ItemCompleted { item: ItemId(item), parts, cut: false }
}

fn step_ended(stop: StopReason) -> Body {
    Body::StepEnded { stop, usage: Usage { fresh_input: 3, ..Usage::default() }, cost: None, duration_ms: 1 }
}

fn decided(call: u32, decision: Decision) -> Body {
    Body::CallDecided { call: CallId(call), decision, reason: Problem::new("r"), proof: Vec::new() }
}

fn started(call: u32) -> Body {
    Body::CallStarted { call: CallId(call), escapes: None }
}

fn finished(call: u32, outcome: CallOutcome) -> Body {
    Body::CallFinished {
        call: CallId(call),
        outcome,
        content: format!("result {call}"),
        display: Display::Plain,
        full: None,
        seen: Vec::new(),
        jobs: Vec::new(),
        denied_command: None,
        whole_bytes: None,
        duration_ms: 1,
    }
}

fn wait_opened(wait: u32, call: u32) -> Body {
    let body = WaitBody::Approval {
        tool: "bash".into(),
        subject: "make".into(),
        args: "{}".into(),
        cwd: "/ws".into(),
        preview: None,
        reason: Problem::new("r"),
        justification: None,
        offers: vec![
            Offer::of_rules(Scope::Once, Vec::new()),
            Offer::of_rules(Scope::Session, vec!["Bash=make".into()]),
        ],
    };
    Body::WaitOpened { wait: Wait { id: WaitId(wait), call: CallId(call), body } }
}

fn ids(calls: &[u32]) -> Vec<CallId> {
    calls.iter().copied().map(CallId).collect()
}

#[test]
fn a_turn_without_calls() {
    let mut story = Story::new(&[opened()]);
    story.expect(&Step::Idle);
    story.add(&[input("hi")]).expect(&Step::Sample);
    story.add(&[message(1, &[]), step_ended(StopReason::Finished)]).expect(&Step::EndTurn(TurnEnd::Completed));
    story.add(&[Body::TurnEnded { end: TurnEnd::Completed }]).expect(&Step::Idle);
    assert_eq!(story.state.usage.fresh_input, 3);
}

#[test]
fn all_of_a_message_is_decided_before_any_of_it_runs() {
    let mut story = Story::new(&[opened(), input("go"), frozen(1, "grep", true), frozen(2, "bash", false)]);
    story.add(&[message(1, &[1, 2]), step_ended(StopReason::Calls)]).expect(&Step::Decide(ids(&[1, 2])));
    story.add(&[decided(1, Decision::Allow)]).expect(&Step::Decide(ids(&[2])));
    story.add(&[decided(2, Decision::Ask), wait_opened(1, 2)]).expect(&Step::Await(vec![WaitId(1)]));
    story.add(&[Body::WaitResolved { wait: WaitId(1), answer: Answer::Once }]).expect(&Step::Decide(ids(&[2])));
    story.add(&[decided(2, Decision::Allow)]).expect(&Step::RunCalls(ids(&[1])));
    story.add(&[started(1), finished(1, CallOutcome::Completed)]).expect(&Step::RunCalls(ids(&[2])));
    story.add(&[started(2), finished(2, CallOutcome::Failed)]).expect(&Step::Sample);
    assert_eq!(
        story.entries.last().unwrap(),
        &Entry::Results {
            results: vec![
                ToolResult {
                    wire_id: "wire1".into(),
                    tool: "grep".into(),
                    content: "result 1".into(),
                    is_error: false
                },
                ToolResult { wire_id: "wire2".into(), tool: "bash".into(), content: "result 2".into(), is_error: true },
            ]
        }
    );
}

#[test]
fn readers_run_together_and_writers_alone_in_order() {
    let tools = [("a", true), ("b", true), ("w", false), ("c", true), ("v", false), ("u", false)];
    let mut bodies = vec![opened(), input("go")];
    bodies.extend(tools.iter().zip(1..).map(|((tool, read_only), call)| frozen(call, tool, *read_only)));
    bodies.push(message(1, &[1, 2, 3, 4, 5, 6]));
    bodies.extend((1..=6).map(|call| decided(call, Decision::Allow)));
    let mut story = Story::new(&bodies);
    for group in [&[1, 2][..], &[3], &[4], &[5], &[6]] {
        story.expect(&Step::RunCalls(ids(group)));
        for &call in group {
            story.add(&[started(call), finished(call, CallOutcome::Completed)]);
        }
    }
    story.expect(&Step::Sample);
}

#[test]
fn many_readers_run_in_groups() {
    let mut bodies = vec![opened(), input("go")];
    bodies.extend((1..=20).map(|call| frozen(call, "grep", true)));
    bodies.push(message(1, &(1..=20).collect::<Vec<_>>()));
    bodies.extend((1..=20).map(|call| decided(call, Decision::Allow)));
    Story::new(&bodies).expect(&Step::RunCalls(ids(&(1..=8).collect::<Vec<_>>())));
}

#[test]
fn a_denied_call_gets_its_result_and_the_rest_goes_on() {
    let mut story =
        Story::new(&[opened(), input("go"), frozen(1, "bash", false), frozen(2, "grep", true), message(1, &[1, 2])]);
    story.add(&[decided(1, Decision::Deny)]).expect(&Step::Decide(ids(&[1, 2])));
    story.add(&[finished(1, CallOutcome::Denied), decided(2, Decision::Allow)]).expect(&Step::RunCalls(ids(&[2])));
}

/// A refused call has its result before the calls in front of it ran; none of them may be skipped for that.
#[test]
fn a_call_behind_a_runnable_one_may_be_refused_first() {
    let mut story = Story::new(&[opened(), input("go")]);
    story.add(&[frozen(1, "bash", false), frozen(2, "bash", false), frozen(3, "bash", false), message(1, &[1, 2, 3])]);
    story.add(&[decided(1, Decision::Allow), decided(2, Decision::Deny), finished(2, CallOutcome::Denied)]);
    story.add(&[decided(3, Decision::Allow)]).expect(&Step::RunCalls(ids(&[1])));
    story.add(&[started(1), finished(1, CallOutcome::Completed)]).expect(&Step::RunCalls(ids(&[3])));
    story.add(&[started(3), finished(3, CallOutcome::Completed)]).expect(&Step::Sample);
}

#[test]
fn a_grant_lasts_for_the_session_and_a_reject_does_not_grant() {
    for (answer, granted) in [
        (Answer::Session, true),
        (Answer::Once, false),
        (Answer::Always, false),
        (Answer::Reject { message: None }, false),
    ] {
        let mut story = Story::new(&[opened(), input("go"), frozen(1, "bash", false), message(1, &[1])]);
        story.add(&[decided(1, Decision::Ask), wait_opened(1, 1), Body::WaitResolved { wait: WaitId(1), answer }]);
        let expected: &[String] = if granted { &["Bash=make".to_owned()] } else { &[] };
        assert_eq!(story.state.granted, expected);
    }
}

#[test]
fn a_folder_is_open_from_the_yes_on_and_the_call_itself_is_answered() {
    let folders = |scope| Offer::of_folders(scope, vec!["/data/out".into()]);
    let offers = vec![folders(Scope::Once), folders(Scope::Session), folders(Scope::Always)];
    let reject = Answer::Reject { message: None };
    for (answer, left, opened) in [
        (Answer::Once, Answer::Once, false),
        (Answer::Session, Answer::Once, true),
        (Answer::Always, Answer::Once, true),
        // Not among the offers.
        (Answer::Prefix, Answer::Prefix, false),
        (reject.clone(), reject, false),
    ] {
        let Body::WaitOpened { mut wait } = wait_opened(1, 1) else { unreachable!() };
        let WaitBody::Approval { offers: asked, .. } = &mut wait.body else { unreachable!() };
        asked.clone_from(&offers);
        let mut story = Story::new(&[self::opened(), input("go"), frozen(1, "bash", false), message(1, &[1])]);
        let resolved = Body::WaitResolved { wait: WaitId(1), answer: answer.clone() };
        story.add(&[decided(1, Decision::Ask), Body::WaitOpened { wait }, resolved]);
        let expected: Vec<std::path::PathBuf> = if opened { vec!["/data/out".into()] } else { Vec::new() };
        assert_eq!(story.state.opened, expected, "{answer:?}");
        assert_eq!(story.state.call(CallId(1)).unwrap().stage, CallStage::Answered(left), "{answer:?}");
        assert!(story.state.granted.is_empty());
    }
}

#[test]
fn a_failed_request_ends_the_turn() {
    let problem = Problem::new("model_unreachable");
    let end = TurnEnd::Failed { problem: problem.clone() };
    Story::new(&[opened(), input("go"), Body::StepFailed { problem }]).expect(&Step::EndTurn(end));
}

#[test]
fn calls_of_a_message_that_never_completed_are_forgotten() {
    let mut story = Story::new(&[opened(), input("go"), frozen(1, "bash", false), frozen(2, "bash", false)]);
    story.expect(&Step::Sample);
    story.add(&[opened()]).expect(&Step::Sample);
    story.add(&[frozen(3, "grep", true), message(1, &[3])]).expect(&Step::Decide(ids(&[3])));
    let call = OutputPart::Call(ToolCall { wire_id: "wire3".into(), tool: "grep".into(), args: "{}".into() });
    assert_eq!(story.entries.last().unwrap(), &Entry::Assistant { parts: vec![OutputPart::Text("text".into()), call] });
}

#[test]
fn wire_ids_are_unique_in_a_session() {
    let story = Story::new(&[opened(), input("go"), frozen(1, "bash", false)]);
    assert_eq!(story.state.unique_wire_id("fresh", CallId(2)), "fresh");
    assert_eq!(story.state.unique_wire_id("wire1", CallId(2)), "call_c2");
    assert_eq!(story.state.unique_wire_id("", CallId(3)), "call_c3");
    let Body::CallFrozen { call, tool, args, subject, read_only, .. } = frozen(2, "bash", false) else { panic!() };
    let taken = Body::CallFrozen { call, wire_id: "call_c3".into(), tool, args, subject, read_only };
    let story = Story::new(&[opened(), input("go"), taken]);
    assert_eq!(story.state.unique_wire_id("", CallId(3)), "call_c3_", "the model made our own id up itself");
}

#[test]
fn the_same_call_is_counted_within_its_turn() {
    let mut story = Story::new(&[opened(), input("go")]);
    for call in 1..=3 {
        story.add(&[frozen(call, "grep", true), message(call, &[call])]);
        assert_eq!(story.state.call(CallId(call)).unwrap().repeats, call);
        story.add(&[finished(call, CallOutcome::Completed)]);
    }
    story.add(&[
        Body::TurnEnded { end: TurnEnd::Completed },
        input("again"),
        frozen(4, "grep", true),
        message(4, &[4]),
    ]);
    assert_eq!(story.state.call(CallId(4)).unwrap().repeats, 1);
}

/// A denial is answered by one retry of exactly its command, also by who reads the journal anew.
#[test]
fn a_denial_is_used_up_when_its_retry_starts() {
    let retry = |denied, command: &str| {
        let analysis = analyse(command, &ShellContext { cwd: std::path::Path::new("/ws"), home: None });
        Touches { escape: Some(CallId(denied)), ..Touches::shell(command, analysis) }
    };
    let mut denied = finished(1, CallOutcome::Failed);
    if let Body::CallFinished { denied_command, .. } = &mut denied {
        *denied_command = Some("make".to_owned());
    }
    let mut bodies = vec![opened(), input("go"), frozen(1, "bash", false), message(1, &[1])];
    bodies.extend([decided(1, Decision::Allow), started(1), denied, frozen(2, "bash", false), message(2, &[2])]);
    let check = |bodies: &[Body], touches: &Touches, expected: Option<&str>| {
        let objection = Story::new(bodies).state.denials.objection(touches);
        assert_eq!(objection.map(|reason| reason.code).as_deref(), expected, "{touches:?}");
    };
    check(&bodies, &retry(1, "make"), None);
    check(&bodies, &retry(1, "make install"), Some("denied_other_command"));
    check(&bodies, &retry(2, "make"), Some("denied_no_denial"));
    bodies.push(decided(2, Decision::Allow));
    check(&bodies, &retry(1, "make"), None);
    bodies.push(Body::CallStarted { call: CallId(2), escapes: Some(CallId(1)) });
    check(&bodies, &retry(1, "make"), Some("denied_no_denial"));
    // Nothing is added to the lines of other calls.
    for body in [started(1), finished(1, CallOutcome::Failed)] {
        let line = serde_json::to_string(&body).unwrap();
        assert!(!line.contains("escapes") && !line.contains("denied"), "{line}");
    }
}

fn job_started(job: &str, call: u32) -> Body {
    let command = format!("command of {job}");
    Body::JobStarted { job: JobId(job.into()), call: CallId(call), command, cwd: "/ws".into(), mark: String::new() }
}

fn job_ended(job: &str, end: JobEnd) -> Body {
    Body::JobEnded { job: JobId(job.into()), end, output_bytes: 9, duration_ms: 1 }
}

fn told_of(call: u32, job: &str, read_to: u64, end: bool) -> Body {
    let mut body = finished(call, CallOutcome::Completed);
    if let Body::CallFinished { jobs, .. } = &mut body {
        *jobs = vec![JobSeen { job: JobId(job.into()), read_to, end }];
    }
    body
}

/// What a session tells of its jobs, shortly.
fn jobs(story: &Story) -> String {
    let one = |job: &reasonix_agent::JobState| {
        let end = if job.end.is_some() { "ended" } else { "open" };
        let known = if job.end_known { "known" } else { "news" };
        format!("{} {end} {known} {}", job.id, job.read_to)
    };
    story.state.jobs.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[test]
fn jobs_start_and_end_without_changing_what_is_next() {
    let mut story = Story::new(&[opened(), input("go"), frozen(1, "bash", false), frozen(2, "bash", false)]);
    story.add(&[message(1, &[1, 2]), step_ended(StopReason::Calls), decided(1, Decision::Allow)]);
    story.add(&[job_started("bash-1", 1)]).expect(&Step::Decide(ids(&[2])));
    story.add(&[decided(2, Decision::Allow), started(1), told_of(1, "bash-1", 4, false)]);
    story.add(&[job_ended("bash-1", JobEnd::Exited { code: 0 })]).expect(&Step::RunCalls(ids(&[2])));
    assert_eq!(story.state.jobs.next_bash(), JobId("bash-2".into()));
    assert_eq!(jobs(&story), "bash-1 ended news 4");
    story.add(&[started(2), finished(2, CallOutcome::Completed)]).expect(&Step::Sample);
    assert_eq!(story.entries.len(), 3, "a job is no entry of the conversation");
}

#[test]
fn an_end_is_news_until_a_result_or_a_turn_has_told_it() {
    let mut story = Story::new(&[opened(), input("go"), job_started("bash-1", 1), job_started("bash-2", 1)]);
    story.add(&[job_started("bash-3", 1), frozen(1, "bash_output", true), message(1, &[1])]);
    story.add(&[job_ended("bash-1", JobEnd::LOST), job_ended("bash-2", JobEnd::Exited { code: 1 })]);
    // A second end changes nothing.
    story.add(&[job_ended("bash-2", JobEnd::LOST), told_of(1, "bash-2", 7, true)]);
    assert_eq!(jobs(&story), "bash-1 ended news 0, bash-2 ended known 7, bash-3 open news 0");
    assert_eq!(story.state.jobs.news().map(|job| job.id.0.as_str()).collect::<Vec<_>>(), ["bash-1"]);
    story.add(&[Body::TurnEnded { end: TurnEnd::Completed }, job_ended("bash-3", JobEnd::Exited { code: 0 })]);
    assert_eq!(story.state.jobs.news().count(), 2, "also between turns");
    story.add(&[input("more")]).expect(&Step::Sample);
    assert_eq!(jobs(&story), "bash-1 ended known 0, bash-2 ended known 7, bash-3 ended known 0");
}
