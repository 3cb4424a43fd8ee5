//! A session as a person reads it: what it is set to, then what was said and done, in order. Thinking, decisions and the
//! events that only keep the books are left out; `--json` has everything.

use crate::{
    calls::Calls,
    job_text::JobCommands,
    show::{self, count},
    terminal::Style,
    texts::Texts,
};
use reasonix_protocol::{Body, Content, Event, TurnEnd, command::SessionsShowReply};
use reasonix_stdx::{clock::local_minute, text::visible};

/// The whole text, for stdout.
pub(crate) fn render(reply: &SessionsShowReply, style: Style, texts: Texts) -> String {
    let text = header(reply, style, texts);
    let mut transcript = Transcript { style, texts, calls: Calls::default(), jobs: JobCommands::default(), text };
    for event in &reply.events {
        transcript.take(event);
    }
    transcript.text
}

fn header(reply: &SessionsShowReply, style: Style, texts: Texts) -> String {
    let Style { bold, dim, reset, .. } = style;
    let summary = &reply.summary;
    let settings = &reply.settings;
    let effort = settings.effort.as_ref().map_or_else(String::new, |effort| format!(" · {}", effort.0));
    let (input, output) = (count(reply.usage.input()), count(reply.usage.output));
    let turns = summary.turns.to_string();
    let lines = [
        ("session", summary.id.0.clone()),
        ("folder", summary.workspace.clone()),
        ("model", format!("{}{effort}", settings.model)),
        ("posture", settings.posture.word().to_owned()),
        ("started", local_minute(summary.started_at)),
        ("changed", local_minute(summary.changed_at)),
        ("usage", texts.get("sessions.usage", &[("turns", &turns), ("input", &input), ("output", &output)])),
        ("journal", reply.journal.clone()),
    ];
    let lines = lines.map(|(name, value)| [texts.get(&format!("sessions.header.{name}"), &[]), value]);
    let [width, _] = crate::table::widths(&lines);
    let mut text = format!("{bold}{}{reset}\n", visible(&summary.title));
    for [name, value] in &lines {
        text.push_str(&format!("{dim}{}{reset}  {}\n", crate::table::pad(name, width), visible(value)));
    }
    if summary.in_use {
        text.push_str(&format!("{}\n", texts.get("sessions.in_use", &[])));
    }
    text
}

struct Transcript {
    style: Style,
    texts: Texts,
    calls: Calls,
    jobs: JobCommands,
    text: String,
}

impl Transcript {
    fn take(&mut self, event: &Event) {
        let Style { bold, dim, yellow, red, reset, .. } = self.style;
        self.calls.take(&event.body);
        self.text.extend(self.jobs.take(&event.body, self.style, self.texts));
        self.text.extend(self.calls.finished(&event.body, self.style, self.texts));
        match &event.body {
            Body::TurnStarted { input, .. } => {
                for Content::Text { text } in input {
                    self.text.push_str(&format!("\n{bold}> {}{reset}\n\n", visible(text.trim_end())));
                }
            }
            Body::ItemCompleted { parts, cut, .. } => {
                let message = show::message(parts);
                if !message.is_empty() {
                    self.text.push_str(&format!("{}\n", visible(&message)));
                }
                if *cut {
                    self.text.push_str(&format!("{dim}{}{reset}\n", self.texts.get("sessions.cut", &[])));
                }
            }
            Body::Configured { model: Some(model), .. } => {
                self.text.push_str(&format!("{dim}{}{reset}\n", self.texts.get("sessions.model", &[("model", model)])));
            }
            Body::Notice { notice } => {
                self.text.push_str(&format!("{yellow}{}{reset}\n", self.texts.problem(notice)));
            }
            Body::TurnEnded { end: TurnEnd::Failed { problem } } => {
                self.text.push_str(&format!("{red}{}{reset}\n", self.texts.problem(problem)));
            }
            Body::TurnEnded { end: TurnEnd::Interrupted } => {
                self.text.push_str(&format!("{yellow}{}{reset}\n", self.texts.get("sessions.interrupted", &[])));
            }
            _ => {}
        }
    }
}
