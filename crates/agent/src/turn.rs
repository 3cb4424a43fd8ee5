//! A turn's way to the model and back: its start, the request, and what the answer adds to the journal. What comes next
//! is always left to `next_step`.

use crate::{
    activity::{Activity, LiveOrProgress, PROGRESS_QUEUE, Sampling},
    jobs::news_of,
    live::Shown,
    session::Session,
};
use reasonix_model::{Completion, ModelFailure, OutputPart, Progress};
use reasonix_prompt::{TurnFacts, turn_context};
use reasonix_protocol::{Body, CallId, Content, LiveBody, Part, Problem, StopReason, TurnEnd};
use reasonix_stdx::clock;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

impl Session {
    pub(crate) fn start_turn(&mut self, input: Vec<Content>) -> Result<(), Problem> {
        if self.log.state.turn.is_some() {
            self.cancel_open_calls()?;
            self.log.record(Body::TurnEnded { end: TurnEnd::Interrupted })?;
        }
        let state = &self.log.state;
        let today = clock::local_date(clock::now_ms());
        let known = state.last_turn_at > 0 && clock::local_date(state.last_turn_at) == today;
        let context = turn_context(&TurnFacts {
            date: (!known).then_some(today),
            previous_interrupted: state.last_end == Some(TurnEnd::Interrupted),
            unknown_calls: state.unknown_calls.clone(),
            ended_jobs: state.jobs.news().filter_map(news_of).collect(),
        });
        self.log.record(Body::TurnStarted { input, context })
    }

    /// Asks the model.
    pub(crate) fn sample(&mut self) -> Result<(), Problem> {
        let (sender, progress) = mpsc::channel(PROGRESS_QUEUE);
        let cancel = CancellationToken::new();
        let body = self.transcript()?.request();
        let provider = Arc::clone(&self.model.provider);
        let token = cancel.clone();
        let task = tokio::spawn(async move { provider.stream(body, &sender, &token).await });
        let (started, shown) = (Instant::now(), Shown::default());
        self.activity = Activity::Sampling(Sampling { task, progress, cancel, started, shown });
        self.log.show(LiveBody::StepStarted);
        Ok(())
    }

    pub(crate) fn take_progress(&mut self, progress: LiveOrProgress) {
        let body = match progress {
            LiveOrProgress::Call(body) => {
                self.note_output(&body);
                body
            }
            LiveOrProgress::Model(progress) => self.show_progress(progress),
        };
        self.log.show(body);
    }

    fn show_progress(&mut self, progress: Progress) -> LiveBody {
        let Activity::Sampling(sampling) = &mut self.activity else { return LiveBody::StepStarted };
        let body = match progress {
            Progress::Text(text) => LiveBody::TextDelta { text },
            Progress::Reasoning(text) => LiveBody::ReasoningDelta { text },
            Progress::CallStarted { tool } => LiveBody::CallPreparing { tool },
            Progress::Retrying { attempt, max, delay, discarded, failure } => {
                let delay_ms = u64::try_from(delay.as_millis()).unwrap_or(u64::MAX);
                LiveBody::Retrying { attempt, max, delay_ms, discarded, problem: failure.problem() }
            }
        };
        sampling.shown.take(&body);
        body
    }

    /// Takes in the end of a model request.
    pub(crate) fn take_sample(
        &mut self,
        result: Result<Completion, ModelFailure>,
        duration: Duration,
    ) -> Result<(), Problem> {
        let Activity::Sampling(sampling) = std::mem::replace(&mut self.activity, Activity::None) else { return Ok(()) };
        match result {
            Ok(completion) if !self.interrupting => self.complete_step(completion, duration),
            Err(failure) if !self.interrupting => self.log.record(Body::StepFailed { problem: failure.problem() }),
            _ if sampling.shown.text.trim().is_empty() => Ok(()),
            _ => {
                let parts = vec![Part::Text { text: sampling.shown.text }];
                self.log.record(Body::ItemCompleted { item: self.log.state.next_item(), parts, cut: true })
            }
        }
    }

    fn complete_step(&mut self, completion: Completion, duration: Duration) -> Result<(), Problem> {
        let Completion { parts, stop, usage } = completion;
        let mut said = Vec::with_capacity(parts.len());
        for part in parts {
            said.push(match part {
                OutputPart::Text(text) => Part::Text { text },
                OutputPart::Reasoning { text, signature } => Part::Reasoning { text, signature },
                OutputPart::Vendor { wire, json } => Part::Vendor { wire, json },
                OutputPart::Call(call) => Part::Call { call: self.freeze(&call)? },
            });
        }
        let has_calls = said.iter().any(|part| matches!(part, Part::Call { .. }));
        let has_text = said.iter().any(|part| matches!(part, Part::Text { .. }));
        if !said.is_empty() {
            let item = self.log.state.next_item();
            self.log.record(Body::ItemCompleted { item, parts: said, cut: false })?;
        }
        let cost = self.model.price.as_ref().map(|price| price.cost(&usage));
        let duration_ms = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        self.log.record(Body::StepEnded { stop, usage, cost, duration_ms })?;
        let notice = match stop {
            StopReason::Length => "answer_cut_by_length",
            StopReason::Filtered => "answer_filtered",
            _ if !has_calls && !has_text => "answer_empty",
            _ => return Ok(()),
        };
        self.log.record(Body::Notice { notice: Problem::new(notice) })
    }

    fn freeze(&mut self, call: &reasonix_model::ToolCall) -> Result<CallId, Problem> {
        let id = self.log.state.next_call();
        let frozen = self.parts.pipeline.freeze(id, &call.tool, &call.args, &self.parts.workspace);
        self.log.record(Body::CallFrozen {
            call: id,
            wire_id: self.log.state.unique_wire_id(&call.wire_id, id),
            tool: call.tool.clone(),
            args: frozen.args().text().to_owned(),
            subject: frozen.subject().to_owned(),
            read_only: frozen.read_only(),
        })?;
        Ok(id)
    }
}
