//! What came of a turn: folded from its events, shown by every view in its own way.

use crate::show;
use reasonix_protocol::{Body, CallId, Cost, Decision, Event, Problem, SessionId, TurnEnd, Usage};
use std::{collections::HashMap, time::Instant};

/// The notice of a model that answered with nothing. Where nothing was done either, the turn has failed.
pub(super) const NOTHING_SAID: &str = "answer_empty";

/// The sum of a turn.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub session: Option<SessionId>,
    /// Text of the last message.
    pub answer: String,
    pub steps: u32,
    pub usage: Usage,
    /// One amount a currency.
    pub costs: Vec<Cost>,
    /// Calls that policy refused because nobody could be asked.
    pub unasked: Vec<Unasked>,
    pub end: Option<TurnEnd>,
    /// Something that is not the turn's own failure: the session could not be opened, or broke off.
    pub broken: Option<Problem>,
    started: Instant,
    calls: HashMap<CallId, (String, String)>,
}

/// A call that would have asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unasked {
    pub tool: String,
    pub subject: String,
}

impl Outcome {
    pub(crate) fn new(session: SessionId) -> Self {
        Self { session: Some(session), ..Self::empty() }
    }

    pub(crate) fn not_started(problem: Problem) -> Self {
        Self { broken: Some(problem), ..Self::empty() }
    }

    fn empty() -> Self {
        Self {
            session: None,
            answer: String::new(),
            steps: 0,
            usage: Usage::default(),
            costs: Vec::new(),
            unasked: Vec::new(),
            end: None,
            broken: None,
            started: Instant::now(),
            calls: HashMap::new(),
        }
    }

    pub(crate) fn duration_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// What is to be complained about, if anything.
    pub(crate) fn problem(&self) -> Option<Problem> {
        match (&self.broken, &self.end) {
            (Some(problem), _) | (None, Some(TurnEnd::Failed { problem })) => Some(problem.clone()),
            (None, Some(TurnEnd::Interrupted)) => Some(Problem::new("turn_interrupted")),
            (None, Some(TurnEnd::Completed)) if self.answer.is_empty() && self.calls.is_empty() => {
                Some(Problem::new(NOTHING_SAID))
            }
            (None, Some(TurnEnd::Completed)) => None,
            (None, None) => Some(Problem::new("session_broke_off")),
        }
    }

    pub(crate) fn take(&mut self, event: &Event) {
        match &event.body {
            Body::ItemCompleted { parts, .. } => {
                let text = show::message(parts);
                if !text.is_empty() {
                    self.answer = text;
                }
            }
            Body::StepEnded { usage, cost, .. } => {
                self.steps += 1;
                self.usage.add(usage);
                self.costs.extend(cost.clone());
                merge(&mut self.costs);
            }
            Body::CallFrozen { call, tool, subject, .. } => {
                self.calls.insert(*call, (tool.clone(), subject.clone()));
            }
            Body::CallDecided { call, decision: Decision::Deny, reason, .. }
                if reason.code == "denied_nobody_to_ask" =>
            {
                if let Some((tool, subject)) = self.calls.get(call).cloned() {
                    self.unasked.push(Unasked { tool, subject });
                }
            }
            Body::TurnEnded { end } => self.end = Some(end.clone()),
            _ => {}
        }
    }
}

/// Adds up amounts of the same currency; amounts of different ones stay apart.
fn merge(costs: &mut Vec<Cost>) {
    let mut sums: Vec<Cost> = Vec::new();
    for cost in costs.drain(..) {
        match sums.iter_mut().find(|sum| sum.currency == cost.currency) {
            Some(sum) => sum.amount += cost.amount,
            None => sums.push(cost),
        }
    }
    *costs = sums;
}
