//! The seven stages, driven with tools made for the purpose: whatever a tool, a listener or a guard does, a call has
//! exactly one result, and nothing loosens a decision.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

use reasonix_permission::{
    Family, PathTouch, Touches, Verdict,
    shell::{ShellContext, analyse},
};
use reasonix_protocol::{
    Answer, BlobRef, CallId, CallOutcome, Decision, Mode, Posture, Problem, ProofStep, Question, Scope, WaitBody,
};
use reasonix_tool::{
    Admission, AdmitContext, Admitted, Args, Call, ClearedCall, Denials, Description, FinalResult, Frozen,
    FullOutputStore, Guard, Jobs, Listener, ListenerFuture, LiveOutput, MODEL_CONTENT_LIMIT, Next, ObserveContext,
    Output, PermissionListener, Pipeline, PolicyBook, PrivateFolder, Registry, RepeatReminder, Rulebook, RunContext,
    SeenBefore, Ticket, Tool, ToolError, ToolFuture, ToolSpec, WaitRequest, Workspace, tighten,
};
use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// What a test tool does when it runs.
enum Deed {
    Say(String),
    Refuse,
    Fatal,
    Panic,
    Sleep,
}

struct TestTool {
    spec: ToolSpec,
    deed: Deed,
    questions: bool,
}

#[derive(schemars::JsonSchema, serde::Deserialize)]
#[expect(dead_code, reason = "only its schema is used")]
struct NoArgs {
    #[serde(default)]
    path: String,
}

impl Tool for TestTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn describe(&self, args: &Args, workspace: &Workspace) -> Result<Description, ToolError> {
        if let Some(denied) = args.value()["retry_of"].as_u64() {
            let analysis = analyse("make", &ShellContext { cwd: workspace.root(), home: None });
            let escape = u32::try_from(denied).ok().map(CallId);
            return Ok(Description {
                subject: "make".to_owned(),
                touches: Touches { escape, ..Touches::shell("make", analysis) },
            });
        }
        let Some(path) = args.value()["path"].as_str() else { return Ok(Description::default()) };
        let touch: PathTouch = workspace.touch(path, reasonix_permission::Access::Write);
        Ok(Description { subject: path.to_owned(), touches: Touches::paths([touch]) })
    }

    fn questions(&self, _args: &Args) -> Option<Vec<Question>> {
        self.questions.then(Vec::new)
    }

    fn run<'a>(&'a self, call: &'a ClearedCall, _cx: &'a RunContext) -> ToolFuture<'a> {
        Box::pin(async move {
            match &self.deed {
                Deed::Say(text) if self.questions => Ok(Output::text(format!("{text} {:?}", call.answer()))),
                Deed::Say(text) => Ok(Output::text(text)),
                Deed::Refuse => Err(ToolError::answer("do it another way")),
                Deed::Fatal => Err(ToolError::Fatal(Problem::new("disk_full"))),
                Deed::Panic => panic!("a fault"),
                Deed::Sleep => {
                    tokio::time::sleep(Duration::from_mins(10)).await;
                    Ok(Output::text("woke up"))
                }
            }
        })
    }
}

#[derive(Default)]
struct Kept(Mutex<Vec<String>>);

impl FullOutputStore for Kept {
    fn keep(&self, text: &str) -> io::Result<(BlobRef, PathBuf)> {
        self.0.lock().unwrap().push(text.to_owned());
        Ok((BlobRef("blob".into()), "/blobs/blob.txt".into()))
    }

    fn adopt(&self, _spool: &Path) -> io::Result<(BlobRef, PathBuf)> {
        Err(io::Error::other("no space"))
    }
}

struct Bench {
    pipeline: Pipeline,
    rules: Rulebook,
    workspace: Arc<Workspace>,
    kept: Kept,
    /// As the session knows them when it decides.
    denials: Denials,
    _dir: tempfile::TempDir,
}

impl Bench {
    fn new(deed: Deed, read_only: bool) -> Self {
        Self::with(deed, read_only, false)
    }

    fn with(deed: Deed, read_only: bool, questions: bool) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let workspace = Arc::new(Workspace::new(dir.path(), &[], None).unwrap());
        let mut registry = Registry::default();
        let spec = ToolSpec::new::<NoArgs>("probe", "A tool for tests.", Family::Edit, read_only);
        registry.insert(Arc::new(TestTool { spec, deed, questions }));
        let policy = Arc::new(PolicyBook::of(&workspace, &[workspace.root().join("forbidden")]));
        let pipeline = Pipeline {
            registry,
            listeners: vec![Box::new(PermissionListener(Arc::clone(&policy)))],
            guards: Vec::new(),
            observers: vec![Box::new(RepeatReminder::default())],
            secrets: vec![("A_KEY".into(), "sk-0123456789".into())],
        };
        Self {
            pipeline,
            rules: policy.with_grants([]),
            workspace,
            kept: Kept::default(),
            denials: Denials::default(),
            _dir: dir,
        }
    }

    fn call(&self, args: &str) -> Call {
        match self.pipeline.freeze(CallId(1), "probe", args, &self.workspace) {
            Frozen::Call(call) => call,
            Frozen::Refused { refusal, .. } => panic!("{refusal:?}"),
        }
    }

    async fn admit(&self, args: &str, posture: Posture, can_ask: bool, answer: Option<Answer>) -> (Verdict, Admission) {
        let cx = AdmitContext {
            workspace: &self.workspace,
            posture,
            mode: Mode::Normal,
            plan_approved: false,
            rules: &self.rules,
            denials: &self.denials,
            can_ask,
            answer: answer.as_ref(),
        };
        self.pipeline.admit(&self.call(args), &cx).await
    }

    async fn run(&self, args: &str) -> FinalResult {
        self.run_with(args, 1, CancellationToken::new()).await
    }

    async fn run_with(&self, args: &str, repeats: u32, cancel: CancellationToken) -> FinalResult {
        let (_, admission) = self.admit(args, Posture::Yolo, false, None).await;
        let Admission::Admitted(admitted) = admission else { panic!("{admission:?}") };
        self.carry(admitted, repeats, cancel, Denials::default()).await
    }

    /// Everything behind the decision, with the denials that are open when the call is made.
    async fn carry(
        &self,
        admitted: Admitted,
        repeats: u32,
        cancel: CancellationToken,
        denials: Denials,
    ) -> FinalResult {
        let (sender, mut reports) = tokio::sync::mpsc::unbounded_channel();
        let cx = RunContext {
            workspace: Arc::clone(&self.workspace),
            cancel,
            live: LiveOutput::silent(),
            opened: Vec::new(),
            denials,
            seen: SeenBefore::default(),
            spool: PathBuf::from("/nonexistent/spool"),
            jobs: Jobs::none(),
            private: PrivateFolder::default(),
            answer: admitted.answer().cloned(),
        };
        let ticket = Ticket::new(CallId(1), sender);
        self.pipeline
            .carry(admitted, ticket, &cx, &ObserveContext { repeats, ..ObserveContext::default() }, &self.kept)
            .await;
        let report = reports.recv().await.unwrap();
        assert!(reports.recv().await.is_none(), "one call, one result");
        report.result
    }
}

#[tokio::test]
async fn whatever_a_tool_does_there_is_one_result() {
    let check = async |deed: Deed, outcome: CallOutcome, content: &str, fatal: bool| {
        let result = Bench::new(deed, true).run("{}").await;
        assert_eq!((result.outcome, result.fatal.is_some()), (outcome, fatal));
        assert!(result.content.contains(content), "{}", result.content);
    };
    check(Deed::Say("fine".into()), CallOutcome::Completed, "fine", false).await;
    check(Deed::Refuse, CallOutcome::Failed, "do it another way", false).await;
    check(Deed::Fatal, CallOutcome::Failed, "disk_full", true).await;
    check(Deed::Panic, CallOutcome::Failed, "internal error", false).await;
}

#[tokio::test]
async fn a_cancelled_tool_ends_soon_even_if_it_does_not_listen() {
    let cancel = CancellationToken::new();
    cancel.cancel();
    let started = Instant::now();
    let result = Bench::new(Deed::Sleep, true).run_with("{}", 1, cancel).await;
    assert_eq!(result.outcome, CallOutcome::Cancelled);
    assert!(started.elapsed() < Duration::from_mins(1));
}

#[test]
fn a_dropped_ticket_records_a_cancel() {
    let (sender, mut reports) = tokio::sync::mpsc::unbounded_channel();
    drop(Ticket::new(CallId(7), sender));
    let report = reports.try_recv().unwrap();
    assert_eq!((report.call, report.result.outcome), (CallId(7), CallOutcome::Cancelled));
}

#[tokio::test]
async fn big_output_is_bounded_and_kept_whole() {
    let text: String = (0..20_000).map(|line| format!("行 {line}\n")).collect();
    let bench = Bench::new(Deed::Say(text.clone()), true);
    let result = bench.run("{}").await;
    assert!(result.content.len() <= MODEL_CONTENT_LIMIT, "{}", result.content.len());
    assert!(result.content.starts_with("行 0\n") && result.content.ends_with("行 19999\n"));
    assert!(result.content.contains("/blobs/blob.txt") && result.content.contains("bytes left out"));
    assert_eq!(bench.kept.0.lock().unwrap().as_slice(), [text]);
    assert_eq!(result.full, Some(BlobRef("blob".into())));
}

#[test]
fn a_refusal_that_quotes_the_model_is_bounded_too() {
    let result = FinalResult::not_run(CallOutcome::Failed, "é".repeat(MODEL_CONTENT_LIMIT));
    assert!(result.content.len() <= MODEL_CONTENT_LIMIT && result.content.ends_with("cut at the limit of one result]"));
    assert_eq!(FinalResult::not_run(CallOutcome::Failed, "short").content, "short");
}

#[tokio::test]
async fn secrets_and_repeats_are_seen_to() {
    let bench = Bench::new(Deed::Say("key is sk-0123456789".into()), true);
    let plain = bench.run("{}").await;
    assert_eq!(plain.content, "key is [secret A_KEY removed]");
    let third = bench.run_with("{}", 3, CancellationToken::new()).await;
    assert!(third.content.contains("call number 3"), "{}", third.content);
    let fifth = bench.run_with(r#"{"path":"x"}"#, 5, CancellationToken::new()).await;
    assert!(fifth.content.contains(r#"{"path":"x"}"#), "{}", fifth.content);
    assert!(!bench.run_with("{}", 4, CancellationToken::new()).await.content.contains("Note:"));
}

/// A retry without the sandbox needs its denial when it is decided and when it is made.
#[tokio::test]
async fn a_retry_without_the_sandbox_needs_an_open_denial() {
    let mut bench = Bench::new(Deed::Say("ran".into()), false);
    let refused = async |bench: &Bench, posture, can_ask, answer, reason: &str| {
        let (_, admission) = bench.admit(r#"{"retry_of":1}"#, posture, can_ask, answer).await;
        let Admission::Refused(refusal) = admission else { panic!("{admission:?}") };
        assert_eq!(refusal.reason.code, reason);
    };
    refused(&bench, Posture::Yolo, true, None, "denied_no_denial").await;
    bench.denials.open(CallId(1), "make install");
    refused(&bench, Posture::Yolo, true, None, "denied_other_command").await;
    bench.denials.open(CallId(1), "make");
    refused(&bench, Posture::Yolo, false, None, "denied_nobody_to_ask").await;
    refused(&bench, Posture::DontAsk, true, None, "denied_posture").await;
    refused(&bench, Posture::Yolo, true, Some(Answer::Session), "denied_by_user").await;
    refused(&bench, Posture::Yolo, true, Some(Answer::Always), "denied_by_user").await;
    let (verdict, admission) = bench.admit(r#"{"retry_of":1}"#, Posture::Yolo, true, None).await;
    assert_eq!(verdict.reason.code, "asks_escape");
    assert!(matches!(admission, Admission::Waits(_)));
    for (open, outcome, content) in [
        (bench.denials.clone(), CallOutcome::Completed, "ran"),
        (Denials::default(), CallOutcome::Denied, "denial-1 is not open"),
    ] {
        let (_, admission) = bench.admit(r#"{"retry_of":1}"#, Posture::Yolo, true, Some(Answer::Once)).await;
        let Admission::Admitted(admitted) = admission else { panic!("{admission:?}") };
        let result = bench.carry(admitted, 1, CancellationToken::new(), open).await;
        assert_eq!(result.outcome, outcome);
        assert!(result.content.contains(content), "{}", result.content);
    }
}

#[tokio::test]
async fn an_ask_becomes_a_wait_and_only_a_yes_lets_it_through() {
    let bench = Bench::new(Deed::Say("ran".into()), false);
    let (verdict, admission) = bench.admit(r#"{"path":"a"}"#, Posture::Ask, true, None).await;
    assert_eq!(verdict.decision, Decision::Ask);
    let Admission::Waits(WaitRequest(WaitBody::Approval { args, offers, .. })) = admission else { panic!() };
    assert_eq!(args, r#"{"path":"a"}"#);
    let scopes: Vec<Scope> = offers.iter().map(|offer| offer.scope).collect();
    assert_eq!(scopes, [Scope::Once, Scope::Session, Scope::Always]);
    assert_eq!(offers[1].rules, ["Edit"]);

    let outcome = async |answer: Answer| match bench.admit(r#"{"path":"a"}"#, Posture::Ask, true, Some(answer)).await.1
    {
        Admission::Admitted(_) => "runs".to_owned(),
        Admission::Refused(refusal) => refusal.text,
        Admission::Waits(_) => "waits".to_owned(),
    };
    assert_eq!(outcome(Answer::Once).await, "runs");
    assert_eq!(outcome(Answer::Session).await, "runs");
    assert!(outcome(Answer::Prefix).await.contains("declined"), "what was not offered is no yes");
    assert!(outcome(Answer::Reject { message: Some("use b".into()) }).await.contains("use b"));
    assert!(outcome(Answer::Reject { message: None }).await.contains("declined"));
    assert!(outcome(Answer::Unknown).await.contains("declined"));
    assert!(outcome(Answer::Questions { answers: Vec::new() }).await.contains("declined"));
    assert!(outcome(Answer::NobodyToAsk).await.contains("declined"));

    let (verdict, admission) = bench.admit(r#"{"path":"a"}"#, Posture::Ask, false, None).await;
    assert!(verdict.decision == Decision::Deny && matches!(admission, Admission::Refused(_)));
    let (_, forbidden) = bench.admit(r#"{"path":"forbidden/x"}"#, Posture::Yolo, true, Some(Answer::Once)).await;
    assert!(matches!(forbidden, Admission::Refused(_)), "an answer does not lift a denial");
    let (outside, _) = bench.admit(r#"{"path":"/etc/x"}"#, Posture::Yolo, true, None).await;
    assert_eq!(outside.decision, Decision::Ask, "a write outside the roots asks in every posture");
}

#[tokio::test]
async fn questions_are_answered_before_the_call_runs() {
    let bench = Bench::with(Deed::Say("got".into()), true, true);
    let (_, admission) = bench.admit("{}", Posture::Ask, true, None).await;
    assert!(matches!(admission, Admission::Waits(WaitRequest(WaitBody::Questions { .. }))));
    assert!(bench.run("{}").await.content.contains("NobodyToAsk"));
    let dismissed = Answer::Reject { message: None };
    let (_, admission) = bench.admit("{}", Posture::Ask, true, Some(dismissed)).await;
    assert!(matches!(admission, Admission::Refused(_)));
}

#[test]
fn calls_that_cannot_be_read_are_told_why() {
    let bench = Bench::new(Deed::Say(String::new()), true);
    let check =
        |tool: &str, args: &str, expected: &str| match bench.pipeline.freeze(CallId(1), tool, args, &bench.workspace) {
            Frozen::Refused { refusal, args } => {
                assert!(refusal.text.contains(expected), "{}", refusal.text);
                assert!(args.value().is_object(), "the conversation stays valid");
            }
            Frozen::Call(call) => panic!("{call:?}"),
        };
    check("nothing", "{}", "no tool named \"nothing\". The tools are: probe.");
    check("probe", "{'a': 1}", "not valid JSON");
    check("probe", r#"{"content": "half"#, "not valid JSON");
    check("probe", "[]", "one JSON object, not an array");
}

/// A listener that gives a fixed verdict, after or instead of asking the rest.
struct Fixed {
    decision: Decision,
    asks_rest: bool,
}

impl Listener for Fixed {
    fn admit<'a>(&'a self, call: &'a Call, cx: &'a AdmitContext<'a>, next: Next<'a>) -> ListenerFuture<'a> {
        Box::pin(async move {
            let own = Verdict {
                decision: self.decision,
                reason: Problem::new("fixed"),
                proof: vec![ProofStep::new("fixed")],
                offers: Vec::new(),
            };
            if self.asks_rest { tighten(own, next.admit(call, cx).await) } else { own }
        })
    }
}

struct FixedGuard(Result<Option<Problem>, String>);

impl Guard for FixedGuard {
    fn objection(&self, _call: &Call, _workspace: &Workspace) -> Result<Option<Problem>, String> {
        self.0.clone()
    }
}

#[tokio::test]
async fn adding_a_listener_or_a_guard_never_loosens() {
    let decisions = [Decision::Allow, Decision::Ask, Decision::Deny];
    for first in decisions {
        for second in decisions {
            let mut bench = Bench::new(Deed::Say("ran".into()), true);
            bench.pipeline.listeners = vec![
                Box::new(Fixed { decision: first, asks_rest: true }),
                Box::new(Fixed { decision: second, asks_rest: true }),
            ];
            let (verdict, _) = bench.admit("{}", Posture::Ask, true, None).await;
            assert_eq!(verdict.decision, first.max(second));
            assert_eq!(verdict.proof.len(), 2);
        }
    }
    let objection = || FixedGuard(Ok(Some(Problem::new("no"))));
    let silent = || FixedGuard(Ok(None));
    let broken = || FixedGuard(Err("oops".into()));
    let rows: [(Vec<FixedGuard>, CallOutcome); 5] = [
        (vec![silent(), silent()], CallOutcome::Completed),
        (vec![objection(), silent()], CallOutcome::Denied),
        (vec![silent(), objection()], CallOutcome::Denied),
        (vec![broken(), silent()], CallOutcome::Denied),
        (vec![silent(), broken()], CallOutcome::Denied),
    ];
    for (guards, outcome) in rows {
        let mut bench = Bench::new(Deed::Say("ran".into()), true);
        bench.pipeline.guards = guards.into_iter().map(|guard| Box::new(guard) as Box<dyn Guard>).collect();
        assert_eq!(bench.run("{}").await.outcome, outcome);
    }
}
