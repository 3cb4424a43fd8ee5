//! How a session stands, told to whoever watches it: what a list of sessions shows while they run.

use crate::{SessionState, activity::Activity};
use reasonix_protocol::{SessionId, TurnEnd, command::SessionStatus};

/// Is told by the session's actor; must not wait.
pub trait Watcher: Send + Sync {
    /// Whenever something of it has changed, and once at the start.
    fn stands(&self, session: &SessionId, standing: &Standing);

    /// The session is not open any more.
    fn gone(&self, session: &SessionId);
}

/// What a watcher is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Never [`SessionStatus::Unseen`]: what was seen is not known here.
    pub status: SessionStatus,
    pub model: String,
    /// The number of the newest turn; 0 before the first.
    pub turns: u32,
    /// How many turns have ended since the session was opened here.
    pub ended: u32,
    /// Those of them that ended by themselves while nobody was subscribed.
    pub missed: u32,
    /// Somebody is subscribed.
    pub is_watched: bool,
}

/// Turns that have ended since the session was opened here.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ends {
    pub all: u32,
    pub missed: u32,
}

impl Standing {
    pub(crate) fn of(
        state: &SessionState,
        activity: &Activity,
        is_resting: bool,
        is_watched: bool,
        ends: Ends,
    ) -> Self {
        Self {
            status: status(state, activity, is_resting),
            model: state.settings.model.clone(),
            turns: state.next_turn().0 - 1,
            ended: ends.all,
            missed: ends.missed,
            is_watched,
        }
    }
}

fn status(state: &SessionState, activity: &Activity, is_resting: bool) -> SessionStatus {
    let waits = u32::try_from(state.waits.len()).unwrap_or(u32::MAX);
    match &state.turn {
        _ if !activity.is_none() => SessionStatus::Running,
        Some(_) if waits > 0 => SessionStatus::Waiting { waits },
        Some(_) if !is_resting => SessionStatus::Running,
        None if matches!(state.last_end, Some(TurnEnd::Failed { .. })) => SessionStatus::Failed,
        _ => SessionStatus::Resting,
    }
}
