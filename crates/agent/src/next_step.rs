//! What to do next: a pure function of the state. The turn loop carries the step out and appends what happened, so
//! that a process that died and came back does exactly what the one before would have done.

use crate::state::{Batch, CallStage, Phase, SessionState};
use reasonix_protocol::{CallId, TurnEnd, WaitId};

/// Readers of one message that run side by side; more wait for the next step.
pub const MAX_PARALLEL_READERS: usize = 8;

/// The next thing to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// No turn is open.
    Idle,
    /// Ask the model.
    Sample,
    /// Decide about these calls, in this order. No call of a message runs before all of it is decided.
    Decide(Vec<CallId>),
    /// Nothing can be done until these are answered.
    Await(Vec<WaitId>),
    /// Run these calls side by side: readers in a row, or one writer.
    RunCalls(Vec<CallId>),
    EndTurn(TurnEnd),
}

/// Tells the next step. Calls that are marked as started must have ended first: running ones are the actor's business,
/// and those of a dead process were recorded as unknown when the session was opened.
pub fn next_step(state: &SessionState) -> Step {
    let Some(turn) = &state.turn else { return Step::Idle };
    match &turn.phase {
        Phase::NeedsModel => Step::Sample,
        Phase::Over(end) => Step::EndTurn(end.clone()),
        Phase::Calls(batch) => next_of_batch(batch),
    }
}

fn next_of_batch(batch: &Batch) -> Step {
    let open = batch.calls.get(batch.first_open..).unwrap_or_default();
    let undecided: Vec<CallId> = open
        .iter()
        .filter(|call| matches!(call.stage, CallStage::Frozen | CallStage::Answered(_) | CallStage::Refused))
        .map(|call| call.id)
        .collect();
    if !undecided.is_empty() {
        return Step::Decide(undecided);
    }
    let waits: Vec<WaitId> = open
        .iter()
        .filter_map(|call| match call.stage {
            CallStage::Waiting(wait) => Some(wait),
            _ => None,
        })
        .collect();
    if !waits.is_empty() {
        return Step::Await(waits);
    }
    let mut runnable = open.iter().filter(|call| matches!(call.stage, CallStage::Allowed(_)));
    let Some(first) = runnable.next() else { return Step::Sample };
    let mut group = vec![first.id];
    if first.read_only {
        group.extend(runnable.take_while(|call| call.read_only).take(MAX_PARALLEL_READERS - 1).map(|call| call.id));
    }
    Step::RunCalls(group)
}
