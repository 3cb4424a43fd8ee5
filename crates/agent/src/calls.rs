//! A message's calls: decided all together, then run in groups, their results appended in the model's order.

use crate::{
    CallStage,
    activity::{Activity, Running},
    session::Session,
};
use reasonix_permission::Verdict;
use reasonix_protocol::{Answer, BlobRef, Body, CallId, CallOutcome, Decision, LiveBody, Problem, ProofStep, Wait};
use reasonix_store::Blobs;
use reasonix_tool::{
    Admission, AdmitContext, Admitted, Call, FinalResult, Frozen, FullOutputStore, LiveOutput, ObserveContext, Report,
    RunContext, SeenBefore, Ticket, WaitRequest,
};
use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

impl Session {
    /// Decides about calls of one message; those that ask open a wait.
    pub(crate) async fn decide(&mut self, calls: &[CallId]) -> Result<(), Problem> {
        let mut opened = false;
        for &id in calls {
            opened |= self.decide_one(id).await?;
        }
        if opened { self.log.sync().await } else { Ok(()) }
    }

    /// Gives back whether a wait was opened.
    async fn decide_one(&mut self, id: CallId) -> Result<bool, Problem> {
        let Some((frozen, answer)) = self.thaw(id) else { return Ok(false) };
        let call = match frozen {
            Frozen::Refused { refusal, .. } => {
                self.record_decision(id, Decision::Deny, refusal.reason, Vec::new())?;
                self.finish(id, FinalResult::not_run(refusal.outcome, refusal.text))?;
                return Ok(false);
            }
            Frozen::Call(call) => call,
        };
        let (verdict, admission) = self.admit(&call, answer.as_ref()).await?;
        match admission {
            Admission::Admitted(_) => {
                let reason = if answer.is_some() { Problem::new("allowed_by_user") } else { verdict.reason };
                self.record_decision(id, Decision::Allow, reason, verdict.proof)?;
            }
            Admission::Refused(refusal) => {
                self.record_decision(id, Decision::Deny, refusal.reason, verdict.proof)?;
                self.finish(id, FinalResult::not_run(refusal.outcome, refusal.text))?;
            }
            Admission::Waits(request) => {
                self.open_wait(id, request, verdict)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn open_wait(&mut self, call: CallId, request: WaitRequest, verdict: Verdict) -> Result<(), Problem> {
        self.record_decision(call, Decision::Ask, verdict.reason, verdict.proof)?;
        let wait = Wait { id: self.log.state.next_wait(), call, body: request.0 };
        self.log.record(Body::WaitOpened { wait })
    }

    fn record_decision(
        &mut self,
        call: CallId,
        decision: Decision,
        reason: Problem,
        proof: Vec<ProofStep>,
    ) -> Result<(), Problem> {
        self.log.record(Body::CallDecided { call, decision, reason, proof })
    }

    /// A journaled call as the pipeline knows it, with the answer that the user gave for it.
    fn thaw(&self, id: CallId) -> Option<(Frozen, Option<Answer>)> {
        let call = self.log.state.call(id)?;
        let answer = match &call.stage {
            CallStage::Answered(answer) => Some(answer.clone()),
            CallStage::Allowed(answer) => answer.clone(),
            _ => None,
        };
        let frozen = self.parts.pipeline.freeze(id, &call.tool, &call.args, &self.parts.workspace);
        Some((frozen, answer))
    }

    /// Stage 1 by the settings and rules of this moment.
    async fn admit(&mut self, call: &Call, answer: Option<&Answer>) -> Result<(Verdict, Admission), Problem> {
        if let Some(notice) = self.rules.refresh(&self.parts, &self.log.state) {
            self.log.record(Body::Notice { notice })?;
        }
        let settings = &self.log.state.settings;
        let cx = AdmitContext {
            workspace: &self.parts.workspace,
            posture: settings.posture,
            mode: settings.mode,
            plan_approved: false,
            rules: self.rules.book(),
            denials: &self.log.state.denials,
            can_ask: self.can_ask,
            answer,
        };
        Ok(self.parts.pipeline.admit(call, &cx).await)
    }

    /// Starts calls side by side.
    pub(crate) async fn run_calls(&mut self, calls: &[CallId]) -> Result<(), Problem> {
        let (report_to, reports) = mpsc::unbounded_channel();
        let (live_to, live) = mpsc::unbounded_channel();
        let cancel = CancellationToken::new();
        let mut results = BTreeMap::new();
        for &id in calls {
            // The admission is asked for again: it is what lets the call through the types, and settings may have
            // become stricter since.
            let Some(admitted) = self.admit_again(id).await? else { continue };
            let repeats = self.log.state.call(id).map_or(1, |call| call.repeats);
            // The first call of a group tells the news; the others would only say it again.
            let jobs = if results.is_empty() { self.job_notes() } else { Vec::new() };
            let cx = self.run_context(id, &admitted, cancel.clone(), live_to.clone());
            let escapes = admitted.call().description().touches.escape;
            self.log.record(Body::CallStarted { call: id, escapes })?;
            results.insert(id, None);
            let pipeline = Arc::clone(&self.parts.pipeline);
            let ticket = Ticket::new(id, report_to.clone());
            let store = BlobStore(self.blobs.clone());
            tokio::spawn(async move {
                pipeline.carry(admitted, ticket, &cx, &ObserveContext { repeats, jobs }, &store).await;
            });
        }
        if !results.is_empty() {
            self.activity = Activity::Running(Running { results, reports, live, outputs: BTreeMap::new(), cancel });
        }
        Ok(())
    }

    async fn admit_again(&mut self, id: CallId) -> Result<Option<Admitted>, Problem> {
        let Some((Frozen::Call(call), answer)) = self.thaw(id) else {
            self.finish(id, FinalResult::not_run(CallOutcome::Failed, "Not run: the call can no longer be read."))?;
            return Ok(None);
        };
        let (verdict, admission) = self.admit(&call, answer.as_ref()).await?;
        match admission {
            Admission::Admitted(admitted) => Ok(Some(admitted)),
            Admission::Refused(refusal) => {
                self.record_decision(id, Decision::Deny, refusal.reason, verdict.proof)?;
                self.finish(id, FinalResult::not_run(refusal.outcome, refusal.text))?;
                Ok(None)
            }
            Admission::Waits(request) => self.open_wait(id, request, verdict).map(|()| None),
        }
    }

    fn run_context(
        &self,
        id: CallId,
        admitted: &Admitted,
        cancel: CancellationToken,
        live: mpsc::UnboundedSender<LiveBody>,
    ) -> RunContext {
        let touches = &admitted.call().description().touches;
        let paths = touches.paths.iter().flat_map(|touch| [touch.written.as_path(), touch.real.as_path()]);
        RunContext {
            workspace: Arc::clone(&self.parts.workspace),
            opened: self.log.state.opened.clone(),
            denials: self.log.state.denials.named_by(touches),
            cancel,
            live: LiveOutput::new(move |text| {
                let _ = live.send(LiveBody::CallOutput { call: id, text: text.to_owned() });
            }),
            seen: SeenBefore::new(self.log.state.seen_among(paths)),
            spool: self.blobs.spool(),
            jobs: self.jobs_for(id),
            private: self.private.clone(),
            answer: admitted.answer().cloned(),
        }
    }

    /// Takes in a call's end; results are appended in the model's order.
    pub(crate) fn take_report(&mut self, report: Report) -> Result<(), Problem> {
        let Activity::Running(running) = &mut self.activity else { return Ok(()) };
        running.results.insert(report.call, Some(report.result));
        let mut ready = Vec::new();
        while let Some(entry) = running.results.first_entry().filter(|entry| entry.get().is_some()) {
            let (call, result) = entry.remove_entry();
            ready.extend(result.map(|result| (call, result)));
        }
        let done = running.results.is_empty();
        if done {
            self.activity = Activity::None;
        }
        for (call, result) in ready {
            self.finish(call, result)?;
        }
        Ok(())
    }

    /// Appends a call's one result. A second one, of a call that was given up meanwhile, is dropped.
    fn finish(&mut self, call: CallId, result: FinalResult) -> Result<(), Problem> {
        let open = self.log.state.call(call).is_some_and(|call| !matches!(call.stage, CallStage::Finished { .. }));
        if !open {
            return Ok(());
        }
        if let Some(items) = result.todos {
            self.log.record(Body::TodoChanged { items })?;
        }
        self.log.record(Body::CallFinished {
            call,
            outcome: result.outcome,
            content: result.content,
            display: result.display,
            full: result.full,
            seen: result.seen,
            jobs: result.jobs,
            denied_command: result.denied_command,
            whole_bytes: None,
            duration_ms: result.duration_ms,
        })?;
        match result.fatal {
            Some(problem) => self.end_fatally(problem),
            None => Ok(()),
        }
    }

    fn end_fatally(&mut self, problem: Problem) -> Result<(), Problem> {
        self.cancel_open_calls()?;
        self.log.record(Body::StepFailed { problem })
    }

    /// Gives every call of the turn that has no result one.
    pub(crate) fn cancel_open_calls(&mut self) -> Result<(), Problem> {
        let open: Vec<CallId> = self.log.state.batch().map_or_else(Vec::new, |batch| {
            let unfinished = |stage: &CallStage| !matches!(stage, CallStage::Finished { .. });
            batch.calls.iter().filter(|call| unfinished(&call.stage)).map(|call| call.id).collect()
        });
        for call in open {
            let text = "Not run: the turn was stopped before this call.";
            self.finish(call, FinalResult::not_run(CallOutcome::Cancelled, text))?;
        }
        Ok(())
    }
}

/// The session's blobs, as the pipeline knows them.
struct BlobStore(Blobs);

impl FullOutputStore for BlobStore {
    fn keep(&self, text: &str) -> io::Result<(BlobRef, PathBuf)> {
        let blob = self.0.keep(text.as_bytes())?;
        let path = self.0.path(&blob);
        Ok((blob, path))
    }

    fn adopt(&self, spool: &Path) -> io::Result<(BlobRef, PathBuf)> {
        let blob = self.0.adopt(spool)?;
        let path = self.0.path(&blob);
        Ok((blob, path))
    }
}
