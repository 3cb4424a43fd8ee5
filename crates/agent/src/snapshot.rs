//! Takes the snapshot of a session: a fold over its older events that keeps what a front end needs to go on from there.

use reasonix_protocol::{
    Body, CallId, Cost, Event, ItemId, JobId, JobSnapshot, Mode, Posture, Settings, Snapshot, TurnId, Usage,
};

/// Of no events.
pub(crate) fn empty() -> Snapshot {
    Snapshot {
        seq: 0,
        workspace: String::new(),
        settings: Settings { model: String::new(), effort: None, mode: Mode::Normal, posture: Posture::Ask },
        turn: TurnId(0),
        call: CallId(0),
        item: ItemId(0),
        last_end: None,
        usage: Usage::default(),
        costs: Vec::new(),
        newest_usage: None,
        todos: Vec::new(),
        jobs: Vec::new(),
    }
}

/// Folds the next event in.
pub(crate) fn take(snapshot: &mut Snapshot, event: &Event) {
    snapshot.seq = event.seq;
    match &event.body {
        Body::SessionOpened { workspace, settings, .. } => {
            snapshot.workspace.clone_from(workspace);
            snapshot.settings.clone_from(settings);
        }
        Body::Configured { model, effort, mode, posture } => {
            snapshot.settings.configure(model.as_deref(), effort.as_ref(), *mode, *posture);
        }
        Body::TurnStarted { .. } => snapshot.turn = event.turn.unwrap_or(TurnId(snapshot.turn.0 + 1)),
        Body::TurnEnded { end } => snapshot.last_end = Some(end.clone()),
        Body::StepEnded { usage, cost, .. } => {
            snapshot.usage.add(usage);
            snapshot.newest_usage = Some(*usage);
            add_cost(&mut snapshot.costs, cost.as_ref());
        }
        Body::ItemCompleted { item, .. } => snapshot.item = *item,
        Body::CallFrozen { call, .. } => snapshot.call = *call,
        Body::TodoChanged { items } => snapshot.todos.clone_from(items),
        Body::JobStarted { job, call, command, cwd, .. } => snapshot.jobs.push(JobSnapshot {
            job: job.clone(),
            call: *call,
            command: command.clone(),
            cwd: cwd.clone(),
            started_at: event.at,
            stalled_ms: None,
            end: None,
            ended_at: None,
            output_bytes: 0,
        }),
        Body::JobStalled { job, quiet_ms } => {
            edit(snapshot, job, |job| job.stalled_ms = Some(*quiet_ms));
        }
        Body::JobEnded { job, end, output_bytes, .. } => edit(snapshot, job, |job| {
            job.end = Some(end.clone());
            job.ended_at = Some(event.at);
            job.output_bytes = *output_bytes;
        }),
        Body::SessionClosed
        | Body::PrefixSet { .. }
        | Body::StepFailed { .. }
        | Body::CallDecided { .. }
        | Body::CallStarted { .. }
        | Body::CallFinished { .. }
        | Body::WaitOpened { .. }
        | Body::WaitResolved { .. }
        | Body::Notice { .. } => {}
    }
}

fn edit(snapshot: &mut Snapshot, id: &JobId, change: impl FnOnce(&mut JobSnapshot)) {
    if let Some(job) = snapshot.jobs.iter_mut().find(|job| job.job == *id) {
        change(job);
    }
}

/// Amounts of different currencies are never added up.
fn add_cost(costs: &mut Vec<Cost>, cost: Option<&Cost>) {
    let Some(cost) = cost else { return };
    match costs.iter_mut().find(|sum| sum.currency == cost.currency) {
        Some(sum) => sum.amount += cost.amount,
        None => costs.push(cost.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{JobState, SessionState};
    use reasonix_protocol::SessionId;

    /// The front end's own fold is held to the same recordings, in `ui/src/session/older.test.ts`.
    #[test]
    fn a_snapshot_tells_of_recorded_sessions_what_their_state_tells() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts");
        let mut turns = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "jsonl") {
                continue;
            }
            let (mut snapshot, mut state) = (empty(), SessionState::new(SessionId("s".into())));
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                let event: Event = serde_json::from_str(line).unwrap();
                if matches!(event.body, Body::TurnStarted { .. }) {
                    check(&snapshot, &state);
                    turns += 1;
                }
                take(&mut snapshot, &event);
                state.apply(&event);
            }
            check(&snapshot, &state);
        }
        assert!(turns >= 8, "{turns}");
    }

    fn check(snapshot: &Snapshot, state: &SessionState) {
        assert_eq!(snapshot.seq, state.seq);
        assert_eq!((&snapshot.workspace, &snapshot.settings), (&state.workspace, &state.settings));
        let next = [snapshot.turn.0, snapshot.call.0, snapshot.item.0].map(|newest| newest + 1);
        assert_eq!(next, [state.next_turn().0, state.next_call().0, state.next_item().0]);
        assert_eq!((&snapshot.last_end, snapshot.usage), (&state.last_end, state.usage));
        assert_eq!(snapshot.todos, state.todos);
        let jobs: Vec<JobSnapshot> = state.jobs.iter().map(|job| of_state(job, &snapshot.jobs)).collect();
        assert_eq!(snapshot.jobs, jobs);
    }

    /// How long it was quiet is nothing that the state keeps.
    fn of_state(job: &JobState, told: &[JobSnapshot]) -> JobSnapshot {
        let quiet = told.iter().find(|told| told.job == job.id).and_then(|told| told.stalled_ms);
        assert_eq!(quiet.is_some(), job.stalled);
        JobSnapshot {
            job: job.id.clone(),
            call: job.call,
            command: job.command.clone(),
            cwd: job.cwd.clone(),
            started_at: job.started_at,
            stalled_ms: quiet,
            end: job.end.clone(),
            ended_at: job.ended_at,
            output_bytes: job.output_bytes,
        }
    }
}
