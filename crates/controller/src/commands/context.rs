//! What the model sees of a session, part by part, with its size.

use crate::wire::Wired;
use reasonix_agent::Conversation;
use reasonix_model::{Entry, OutputPart};
use reasonix_prompt::estimate_tokens;
use reasonix_protocol::{
    Body, Event, Problem, SessionId, TurnId, Usage,
    command::{ContextKind, ContextPart, SessionContextReply},
};
use reasonix_stdx::text;
use reasonix_store::read_events;

/// Bytes of a part's preview.
const PREVIEW: usize = 4_000;

/// Waits for the disk. Of a turn, what the model wrote is one part, and so are the results it got.
pub(crate) fn context(wired: &Wired, session: &SessionId) -> Result<Box<SessionContextReply>, Problem> {
    let files = wired.store.get(session).map_err(|error| error.problem())?;
    let events = read_events(&files.journal).map_err(|error| error.problem())?.events;
    let conversation = Conversation::of(session, &events);
    let mut parts = Parts::default();
    parts.add(ContextKind::System, None, &conversation.state.system);
    for tool in wired.parts.pipeline.registry.definitions() {
        parts.add(ContextKind::Tools, None, &format!("{}: {}\n{}", tool.name, tool.description, tool.schema));
    }
    for said in &conversation.entries {
        let kind = match said.entry {
            Entry::User { .. } => ContextKind::User,
            Entry::Assistant { .. } => ContextKind::Model,
            Entry::Results { .. } => ContextKind::Results,
        };
        for text in texts(&said.entry) {
            parts.add(kind, said.turn, &text);
        }
    }
    let model = wired.loaded.settings.resolve_model(Some(&conversation.state.settings.model)).ok();
    Ok(Box::new(SessionContextReply {
        parts: parts.0,
        window: model.and_then(|resolved| resolved.model.context_window).filter(|tokens| *tokens > 0),
        newest: newest_usage(&events),
        total: conversation.state.usage,
    }))
}

#[derive(Default)]
struct Parts(Vec<ContextPart>);

impl Parts {
    fn add(&mut self, kind: ContextKind, turn: Option<TurnId>, text: &str) {
        let known = self.0.iter_mut().rev().take_while(|part| part.turn == turn).find(|part| part.kind == kind);
        if let Some(part) = known {
            part.count += 1;
            part.bytes += text.len() as u64;
            part.tokens += estimate_tokens(text);
            if part.preview.len() < PREVIEW {
                part.preview.push('\n');
                part.preview.push_str(text::prefix(text, PREVIEW - part.preview.len().min(PREVIEW)));
            }
            return;
        }
        self.0.push(ContextPart {
            kind,
            turn,
            count: 1,
            bytes: text.len() as u64,
            tokens: estimate_tokens(text),
            preview: text::prefix(text, PREVIEW).to_owned(),
        });
    }
}

fn texts(entry: &Entry) -> Vec<String> {
    match entry {
        Entry::User { text } => vec![text.clone()],
        Entry::Assistant { parts } => parts.iter().map(part_text).collect(),
        Entry::Results { results } => results.iter().map(|result| result.content.clone()).collect(),
    }
}

fn part_text(part: &OutputPart) -> String {
    match part {
        OutputPart::Text(text) | OutputPart::Reasoning { text, .. } => text.clone(),
        OutputPart::Call(call) => format!("{} {}", call.tool, call.args),
        OutputPart::Vendor { json, .. } => json.clone(),
    }
}

fn newest_usage(events: &[Event]) -> Option<Usage> {
    events.iter().rev().find_map(|event| match &event.body {
        Body::StepEnded { usage, .. } => Some(*usage),
        _ => None,
    })
}
