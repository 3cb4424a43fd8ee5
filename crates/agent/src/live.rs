//! What was shown of a step that still runs, for subscribers that come in the middle of it.

use crate::{
    activity::{Activity, Running},
    session::Session,
};
use reasonix_protocol::{Live, LiveBody};

/// Of each running call, the newest output up to this many bytes.
const OUTPUT_KEPT: usize = 64 << 10;

/// What was shown since the model request went out.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    pub text: String,
    reasoning: String,
    preparing: Vec<LiveBody>,
    /// The newest failure, until something arrives after it.
    retrying: Option<LiveBody>,
}

impl Shown {
    pub(crate) fn take(&mut self, body: &LiveBody) {
        match body {
            LiveBody::TextDelta { text } => self.text.push_str(text),
            LiveBody::ReasoningDelta { text } => self.reasoning.push_str(text),
            LiveBody::CallPreparing { .. } => self.preparing.push(body.clone()),
            LiveBody::Retrying { discarded, .. } => {
                if *discarded {
                    *self = Self::default();
                }
                self.retrying = Some(body.clone());
                return;
            }
            _ => return,
        }
        self.retrying = None;
    }

    fn again(&self) -> Vec<LiveBody> {
        let mut bodies = vec![LiveBody::StepStarted];
        if !self.reasoning.is_empty() {
            bodies.push(LiveBody::ReasoningDelta { text: self.reasoning.clone() });
        }
        if !self.text.is_empty() {
            bodies.push(LiveBody::TextDelta { text: self.text.clone() });
        }
        bodies.extend(self.preparing.iter().cloned());
        bodies.extend(self.retrying.clone());
        bodies
    }
}

impl Running {
    fn again(&self) -> Vec<LiveBody> {
        let output = |(call, text): (&_, &String)| LiveBody::CallOutput { call: *call, text: text.clone() };
        self.outputs.iter().map(output).collect()
    }
}

impl Session {
    /// Keeps the end of a running call's output.
    pub(crate) fn note_output(&mut self, body: &LiveBody) {
        let (Activity::Running(running), LiveBody::CallOutput { call, text }) = (&mut self.activity, body) else {
            return;
        };
        let output = running.outputs.entry(*call).or_default();
        output.push_str(text);
        // Twice the length is let through, so that not every piece moves all of it.
        if output.len() > 2 * OUTPUT_KEPT {
            let end = reasonix_stdx::text::suffix(output, OUTPUT_KEPT).to_owned();
            *output = end;
        }
    }

    /// What a subscriber must be shown to see what the others see.
    pub(crate) fn live_so_far(&self) -> Vec<Live> {
        let bodies = match &self.activity {
            Activity::None => Vec::new(),
            Activity::Sampling(sampling) => sampling.shown.again(),
            Activity::Running(running) => running.again(),
        };
        let bodies = bodies.into_iter().chain(self.jobs.live_so_far());
        let turn = self.log.state.turn.as_ref().map(|turn| turn.id);
        bodies.map(|body| Live { session: self.log.state.id.clone(), turn, body }).collect()
    }
}
