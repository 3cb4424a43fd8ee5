//! Stage 5, `observe`: observers see the result and may add to what the model reads, visibly. The raw record stays as
//! it is.

use crate::{Call, MODEL_CONTENT_LIMIT, stages::project::Projected};
use reasonix_protocol::JobSeen;

/// What an observer may know besides the call and its result.
#[derive(Debug, Clone, Default)]
pub struct ObserveContext {
    /// How often this turn has sent exactly this call, this time included.
    pub repeats: u32,
    /// Jobs that have ended without the model knowing.
    pub jobs: Vec<JobNote>,
}

/// News of a job, for the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobNote {
    pub seen: JobSeen,
    pub text: String,
}

/// One observer.
pub trait Observer: Send + Sync {
    /// A note that is added below the content.
    fn note(&self, call: &Call, content: &str, cx: &ObserveContext) -> Option<String>;
}

/// A result whose notes are on.
pub(crate) struct Observed(pub Projected);

/// Runs the stage.
pub(crate) fn observe(
    observers: &[Box<dyn Observer>],
    call: &Call,
    mut projected: Projected,
    cx: &ObserveContext,
) -> Observed {
    for observer in observers {
        if let Some(note) = observer.note(call, &projected.content, cx) {
            projected.content.push_str("\n\n");
            projected.content.push_str(&note);
        }
    }
    for note in &cx.jobs {
        let told = &mut projected.raw.output.jobs;
        // What the call says of a job itself needs no note, and one that would be cut off is for the next call.
        let fits = projected.content.len() + note.text.len() + 2 <= MODEL_CONTENT_LIMIT;
        if fits && told.iter().all(|seen| seen.job != note.seen.job) {
            told.push(note.seen.clone());
            projected.content.push_str("\n\n");
            projected.content.push_str(&note.text);
        }
    }
    Observed(projected)
}

/// Reminds the model that it sends the same call again and again: a short note first, a detailed one later. It never
/// blocks, since repeating is sometimes right.
pub struct RepeatReminder {
    /// At which counts to remind; each at least 2.
    pub thresholds: Vec<u32>,
    /// Tools that may repeat freely.
    pub exclude: Vec<String>,
    /// How much of the arguments the detailed note shows, in characters.
    pub arguments_preview_chars: usize,
}

impl Default for RepeatReminder {
    fn default() -> Self {
        Self { thresholds: vec![3, 5, 8], exclude: vec!["todo_write".to_owned()], arguments_preview_chars: 500 }
    }
}

impl Observer for RepeatReminder {
    fn note(&self, call: &Call, _content: &str, cx: &ObserveContext) -> Option<String> {
        let place = self.thresholds.iter().position(|&threshold| threshold == cx.repeats)?;
        if self.exclude.iter().any(|name| name == call.name()) {
            return None;
        }
        let count = cx.repeats;
        if place == 0 {
            return Some(format!("[Note: this is call number {count} with exactly these arguments in this turn.]"));
        }
        let shown: String = call.args().text().chars().take(self.arguments_preview_chars).collect();
        Some(format!(
            "[Note: `{}` was called {count} times in this turn with exactly these arguments: {shown}\nThe result will not \
             change by asking again. Change the arguments, use another tool, or say what is missing.]",
            call.name()
        ))
    }
}
