//! A turn for programs: one result object on stdout, with `stream-json` after every event as a line of its own. Errors
//! stand inside the object; warnings about the configuration stay on stderr.

use super::{View, outcome::Outcome};
use crate::{output::write_out, texts::Texts};
use reasonix_protocol::{TurnEnd, Update};
use serde_json::{Value, json};

/// Shows JSON.
pub(crate) struct StructuredView {
    texts: Texts,
    events: bool,
}

impl StructuredView {
    pub(crate) const fn new(texts: Texts, events: bool) -> Self {
        Self { texts, events }
    }
}

impl View for StructuredView {
    fn update(&mut self, update: &Update) {
        if self.events {
            let line = match update {
                Update::Event(event) => serde_json::to_value(event),
                Update::Live(live) => serde_json::to_value(live),
                Update::Snapshot(_) | Update::CaughtUp(_) | Update::Signal(_) => return,
            };
            write_line(&line.unwrap_or(Value::Null));
        }
    }

    fn end(&mut self, outcome: &Outcome) {
        write_line(&result(outcome, self.texts));
    }
}

fn write_line(value: &Value) {
    write_out(&format!("{value}\n"));
}

/// The result object. Fields are added, never removed or retyped.
fn result(outcome: &Outcome, texts: Texts) -> Value {
    let problem = outcome.problem();
    let subtype = match (&outcome.end, &problem) {
        (_, None) => "success",
        (Some(TurnEnd::Interrupted), _) => "interrupted",
        _ => "error_during_execution",
    };
    let usage = &outcome.usage;
    let mut result = json!({
        "type": "result",
        "subtype": subtype,
        "is_error": problem.is_some(),
        "duration_ms": outcome.duration_ms(),
        "num_turns": outcome.steps,
        "result": outcome.answer,
        "session_id": outcome.session,
        "usage": {
            "input_tokens": usage.fresh_input,
            "output_tokens": usage.output,
            "cache_read_input_tokens": usage.cached_input.unwrap_or(0),
            "cache_creation_input_tokens": usage.cache_write.unwrap_or(0),
        },
        "unasked": outcome.unasked.iter().map(|call| json!({ "tool": call.tool, "subject": call.subject })).collect::<Vec<_>>(),
    });
    if let (Some(fields), [cost]) = (result.as_object_mut(), outcome.costs.as_slice()) {
        fields.insert("total_cost".to_owned(), json!(cost.amount));
        fields.insert("currency".to_owned(), json!(cost.currency));
    }
    if let (Some(fields), Some(problem)) = (result.as_object_mut(), problem) {
        let error = json!({ "code": problem.code, "params": problem.params, "message": texts.problem(&problem) });
        fields.insert("error".to_owned(), error);
    }
    result
}
