//! Which sessions need their user, folded from signals: how many questions are open, and what is worth a notification.
//! Pure: what is shown, and whether, is decided by who asks.

use reasonix_protocol::{SessionId, Signal, command::SessionStatus};
use std::collections::HashMap;

/// All sessions that were told of.
#[derive(Debug, Default)]
pub(crate) struct Attention {
    sessions: HashMap<SessionId, Session>,
}

#[derive(Debug, Default)]
struct Session {
    title: String,
    workspace: Option<String>,
    status: SessionStatus,
}

/// Something that a user who looks elsewhere wants to know of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Happening {
    pub session: SessionId,
    /// Where the session works, if it is known.
    pub workspace: Option<String>,
    /// Of the session; empty if it is not known.
    pub title: String,
    pub what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// A question is open that was not before.
    Asks,
    /// None is open any more.
    Answered,
    /// The session is not there any more.
    Gone,
    Ended,
    Failed,
}

impl Attention {
    /// Takes a signal in; tells what happened by it.
    pub(crate) fn take(&mut self, signal: &Signal) -> Option<Happening> {
        match signal {
            Signal::SessionChanged { summary } => {
                let session = self.sessions.entry(summary.id.clone()).or_default();
                session.title.clone_from(&summary.title);
                session.workspace = Some(summary.workspace.clone());
                self.stands(&summary.id, summary.status)
            }
            Signal::SessionStatus { session, status } => self.stands(session, *status),
            Signal::SessionGone { session } => {
                let Session { title, workspace, .. } = self.sessions.remove(session)?;
                Some(Happening { session: session.clone(), workspace, title, what: What::Gone })
            }
            _ => None,
        }
    }

    /// Open questions of all sessions.
    pub(crate) fn waits(&self) -> u32 {
        self.sessions.values().map(|session| waits(session.status)).sum()
    }

    fn stands(&mut self, id: &SessionId, status: SessionStatus) -> Option<Happening> {
        let session = self.sessions.entry(id.clone()).or_default();
        let before = std::mem::replace(&mut session.status, status);
        let was_at_work = matches!(before, SessionStatus::Running | SessionStatus::Waiting { .. });
        let what = match status {
            SessionStatus::Waiting { waits: now } if now > waits(before) => What::Asks,
            SessionStatus::Failed if was_at_work => What::Failed,
            // One that waited and rests now was closed with its question.
            SessionStatus::Unseen if was_at_work => What::Ended,
            SessionStatus::Resting if before == SessionStatus::Running => What::Ended,
            _ if waits(before) > 0 && waits(status) == 0 => What::Answered,
            _ => return None,
        };
        let (title, workspace) = (session.title.clone(), session.workspace.clone());
        Some(Happening { session: id.clone(), workspace, title, what })
    }
}

fn waits(status: SessionStatus) -> u32 {
    if let SessionStatus::Waiting { waits } = status { waits } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use SessionStatus::{Failed, Resting, Running, Unseen, Waiting};

    #[test]
    fn what_happens_is_told_once() {
        let check = |statuses: &[SessionStatus], expected: &[What], open: u32| {
            let mut attention = Attention::default();
            let happened: Vec<What> = statuses
                .iter()
                .filter_map(|status| {
                    let signal = Signal::SessionStatus { session: SessionId("s".into()), status: *status };
                    attention.take(&signal).map(|happening| happening.what)
                })
                .collect();
            assert_eq!(happened, expected, "{statuses:?}");
            assert_eq!(attention.waits(), open, "{statuses:?}");
        };
        check(&[Running, Waiting { waits: 1 }], &[What::Asks], 1);
        check(&[Waiting { waits: 2 }, Waiting { waits: 2 }, Waiting { waits: 1 }], &[What::Asks], 1);
        check(&[Waiting { waits: 1 }, Waiting { waits: 3 }], &[What::Asks, What::Asks], 3);
        check(&[Running, Unseen, Resting], &[What::Ended], 0);
        check(&[Running, Resting], &[What::Ended], 0);
        check(&[Running, Failed, Failed], &[What::Failed], 0);
        check(&[Waiting { waits: 1 }, Resting], &[What::Asks, What::Answered], 0);
        check(&[Waiting { waits: 1 }, Running, Unseen], &[What::Asks, What::Answered, What::Ended], 0);
        check(&[Resting, Unseen], &[], 0);
    }

    #[test]
    fn a_session_that_is_gone_asks_nothing() {
        let session = SessionId("s".into());
        let mut attention = Attention::default();
        attention.take(&Signal::SessionStatus { session: session.clone(), status: Waiting { waits: 1 } });
        let gone = |attention: &mut Attention| attention.take(&Signal::SessionGone { session: session.clone() });
        assert_eq!(gone(&mut attention).map(|happening| happening.what), Some(What::Gone));
        assert_eq!(attention.waits(), 0);
        assert_eq!(gone(&mut attention), None);
    }
}
