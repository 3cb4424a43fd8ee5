//! What is known of the calls of a session, gathered from its events, until each is finished and shown.

use crate::{show, terminal::Style, texts::Texts};
use reasonix_protocol::{Body, CallId, CallOutcome, Decision, Display, Problem, WaitBody};
use std::collections::HashMap;

/// The calls so far.
#[derive(Debug, Default)]
pub(crate) struct Calls(HashMap<CallId, Known>);

#[derive(Debug, Default)]
struct Known {
    tool: String,
    subject: String,
    /// Why it did not run.
    refused: Option<Problem>,
    started: bool,
    /// Somebody was asked and has seen all of the change.
    change_seen: bool,
}

impl Calls {
    /// Takes what an event says of a call.
    pub(crate) fn take(&mut self, body: &Body) {
        match body {
            Body::CallFrozen { call, tool, subject, .. } => {
                let known = Known { tool: tool.clone(), subject: subject.clone(), ..Known::default() };
                self.0.insert(*call, known);
            }
            Body::CallDecided { call, decision: Decision::Deny, reason, .. } => {
                self.change(*call, |known| known.refused = Some(reason.clone()));
            }
            Body::CallStarted { call, .. } => self.change(*call, |known| known.started = true),
            _ => {}
        }
    }

    /// The call's change was shown before it was made.
    pub(crate) fn asked(&mut self, call: CallId, body: &WaitBody) {
        if let WaitBody::Approval { preview: Some(Display::Diff { .. }), .. } = body {
            self.change(call, |known| known.change_seen = true);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A call's tool and subject.
    pub(crate) fn name(&self, call: CallId) -> (&str, &str) {
        self.0.get(&call).map_or(("", ""), |known| (&known.tool, &known.subject))
    }

    /// The lines of a finished call; `None` for any other event.
    pub(crate) fn finished(&self, body: &Body, style: Style, texts: Texts) -> Option<String> {
        let Body::CallFinished { call, outcome, content, display, duration_ms, .. } = body else { return None };
        let (tool, subject) = self.name(*call);
        let known = self.0.get(call);
        let refused = known.and_then(|known| known.refused.as_ref()).map(|reason| texts.problem(reason));
        let never_started = *outcome == CallOutcome::Cancelled && known.is_some_and(|known| !known.started);
        let instead = refused.or_else(|| never_started.then(|| texts.get("show.not_started", &[])));
        let call = show::Call {
            tool,
            subject,
            outcome: *outcome,
            content: instead.as_deref().unwrap_or(content),
            display,
            change_seen: known.is_some_and(|known| known.change_seen),
            duration_ms: *duration_ms,
        };
        Some(show::call(&call, style, texts))
    }

    fn change(&mut self, call: CallId, change: impl FnOnce(&mut Known)) {
        if let Some(known) = self.0.get_mut(&call) {
            change(known);
        }
    }
}
