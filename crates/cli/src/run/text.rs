//! A turn as text: the answer on stdout, everything else on stderr.

use super::{
    View,
    outcome::{Outcome, mark, message_text},
    status::Status,
};
use crate::{launch::complain, terminal::Style, texts::Texts};
use reasonix_protocol::{
    Body, CallId, CallOutcome, Display, Event, FileDiff, LiveBody, Part, Problem, TodoItem, TodoStatus, Update,
};
use reasonix_stdx::{
    clock::format_duration,
    text::{one_line, visible},
};
use std::{
    collections::HashMap,
    io::{IsTerminal, Write, stdout},
    time::Duration,
};

/// Lines of a diff that are shown once it is made; before, all of it is.
const DIFF_LINES: usize = 60;
/// Lines of a command's output that are shown.
const OUTPUT_LINES: usize = 12;
/// Characters of a command or path in a line.
const SUBJECT_CHARS: usize = 100;

/// Shows text.
pub(crate) struct TextView {
    texts: Texts,
    /// Only the answer goes out.
    print: bool,
    /// A person reads along, so text is shown as it comes; elsewhere a message goes out when it is whole, so that a
    /// discarded attempt never reaches a file or a pipe.
    streams: bool,
    /// Text of the present message was shown.
    shown: bool,
    calls: HashMap<CallId, (String, String)>,
    status: Status,
}

impl TextView {
    pub(crate) fn new(texts: Texts, print: bool) -> Self {
        Self {
            texts,
            print,
            streams: !print && stdout().is_terminal(),
            shown: false,
            calls: HashMap::new(),
            status: Status::new(!print),
        }
    }

    fn note(&self, line: std::fmt::Arguments<'_>) {
        if !self.print {
            eprintln!("{line}");
        }
    }

    fn event(&mut self, event: &Event) {
        let Style { dim, yellow, reset, .. } = Style::of_stderr();
        match &event.body {
            Body::ItemCompleted { parts, .. } => self.message(parts),
            Body::CallFrozen { call, tool, subject, .. } => {
                self.calls.insert(*call, (tool.clone(), subject.clone()));
            }
            Body::CallFinished { call, outcome, content, display, duration_ms, .. } => {
                self.status.done();
                self.call(*call, *outcome, content, display, *duration_ms);
            }
            Body::CallStarted { call } => {
                let (tool, subject) = self.calls.get(call).cloned().unwrap_or_default();
                self.status.wait_for(&format!("{tool} {subject}"));
            }
            Body::WaitOpened { .. } | Body::TurnEnded { .. } => self.status.done(),
            Body::TodoChanged { items } => self.todos(items),
            Body::Notice { notice } => self.note(format_args!("{yellow}{}{reset}", self.texts.problem(notice))),
            Body::StepFailed { .. } if self.shown => self.end_line(),
            Body::TurnStarted { .. } => {
                let id = &event.session;
                self.note(format_args!("{dim}{}{reset}", self.texts.get("run.session", &[("session", &id.0)])));
            }
            _ => {}
        }
    }

    fn live(&mut self, body: &LiveBody) {
        let Style { yellow, reset, .. } = Style::of_stderr();
        match body {
            LiveBody::StepStarted => self.status.wait_for(&self.texts.get("run.waiting_model", &[])),
            LiveBody::TextDelta { text } if self.streams => {
                self.status.done();
                write_out(&visible(text));
                self.shown = true;
            }
            LiveBody::Retrying { attempt, max, delay_ms, discarded, problem } => {
                if self.shown && self.streams {
                    self.end_line();
                }
                let delay = format_duration(Duration::from_millis(*delay_ms));
                let (attempt, max) = (attempt.to_string(), max.to_string());
                let key = if *discarded && self.streams { "run.retrying_discarded" } else { "run.retrying" };
                let params = [("attempt", attempt.as_str()), ("max", &max), ("delay", &delay)];
                let line = self.texts.get(key, &params);
                self.note(format_args!("{yellow}{} {line}{reset}", self.texts.message(problem)));
            }
            _ => {}
        }
    }

    /// A whole message: what streaming has not shown yet.
    fn message(&mut self, parts: &[Part]) {
        if self.print {
            return;
        }
        if self.shown {
            self.end_line();
            return;
        }
        let text = message_text(parts);
        if !text.is_empty() {
            write_out(&format!("{}\n", visible_on_terminal(&text)));
        }
    }

    fn end_line(&mut self) {
        write_out("\n");
        self.shown = false;
    }

    fn call(&self, call: CallId, outcome: CallOutcome, content: &str, display: &Display, duration_ms: u64) {
        if self.print {
            return;
        }
        let Style { dim, red, green, yellow, bold, reset, .. } = Style::of_stderr();
        let colour = match outcome {
            CallOutcome::Completed => green,
            CallOutcome::Failed | CallOutcome::Unknown => red,
            CallOutcome::Denied | CallOutcome::Cancelled => yellow,
        };
        let (tool, subject) = self.calls.get(&call).map_or(("", ""), |(tool, subject)| (tool, subject));
        let subject = visible(subject);
        let subject = one_line(&subject, SUBJECT_CHARS);
        let duration = format_duration(Duration::from_millis(duration_ms));
        // A command reads like what one would type.
        let tool = if tool == "bash" { "$" } else { tool };
        eprintln!("{colour}{}{reset} {bold}{tool}{reset} {subject}  {dim}{duration}{reset}", mark(outcome));
        match (outcome, display) {
            (CallOutcome::Completed, Display::Diff { files }) => {
                files.iter().for_each(|file| show_diff(file, DIFF_LINES))
            }
            (_, Display::Command { .. }) => show_tail(content),
            (CallOutcome::Completed, _) => {}
            _ => show_tail(content),
        }
    }

    fn todos(&self, items: &[TodoItem]) {
        let Style { dim, reset, .. } = Style::of_stderr();
        for item in items {
            let mark = match item.status {
                TodoStatus::Pending => "☐",
                TodoStatus::InProgress => "▸",
                TodoStatus::Completed => "☑",
            };
            let indent = "  ".repeat(usize::from(item.level) + 1);
            self.note(format_args!("{dim}{indent}{mark} {}{reset}", visible(&item.content)));
        }
    }

    fn summary(&self, outcome: &Outcome) {
        let Style { dim, yellow, reset, .. } = Style::of_stderr();
        if !outcome.unasked.is_empty() {
            self.note(format_args!("{yellow}{}{reset}", self.texts.get("run.unasked", &[])));
            for call in &outcome.unasked {
                self.note(format_args!("  {} {}", call.tool, one_line(&visible(&call.subject), SUBJECT_CHARS)));
            }
            self.note(format_args!("{}", self.texts.get("run.unasked_hint", &[])));
        }
        if outcome.steps > 0 && outcome.usage.input() > 0 {
            self.note(format_args!("{dim}{}{reset}", self.receipt(outcome)));
        }
    }

    /// Steps, tokens with the cached share, cost, time.
    fn receipt(&self, outcome: &Outcome) -> String {
        let usage = &outcome.usage;
        let (steps, input, output) = (outcome.steps.to_string(), count(usage.input()), count(usage.output));
        let time = format_duration(Duration::from_millis(outcome.duration_ms()));
        let mut line = self
            .texts
            .get("run.receipt", &[("steps", &steps), ("input", &input), ("output", &output), ("time", &time)]);
        if let Some(cached) = usage.cached_input.filter(|_| usage.input() > 0) {
            let share = (cached * 100 / usage.input()).to_string();
            line.push_str(&self.texts.get("run.receipt_cached", &[("share", &share)]));
        }
        for cost in &outcome.costs {
            line.push_str(&format!(" · {:.4} {}", cost.amount, cost.currency));
        }
        line
    }
}

impl View for TextView {
    fn update(&mut self, update: &Update) {
        self.status.clear();
        match update {
            Update::Event(event) => self.event(event),
            Update::Live(live) => self.live(&live.body),
        }
    }

    fn tick(&mut self) {
        if !self.shown {
            self.status.tick(self.texts);
        }
    }

    fn end(&mut self, outcome: &Outcome) {
        self.status.done();
        if self.print && !outcome.answer.is_empty() {
            write_out(&format!("{}\n", visible_on_terminal(&outcome.answer)));
        }
        self.summary(outcome);
        if let Some(problem) = outcome.problem() {
            self.failure(&problem);
        }
    }
}

impl TextView {
    fn failure(&self, problem: &Problem) {
        complain(problem, self.texts);
    }
}

/// Control characters are made visible where they would move a person's cursor; a file or pipe gets the plain bytes.
fn visible_on_terminal(text: &str) -> std::borrow::Cow<'_, str> {
    if stdout().is_terminal() { visible(text) } else { text.into() }
}

/// Writes to stdout at once. A reader that went away is no reason to fail: the turn's work matters more.
fn write_out(text: &str) {
    let mut out = stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// The last lines of an output.
fn show_tail(content: &str) {
    let Style { dim, reset, .. } = Style::of_stderr();
    let lines: Vec<&str> = content.lines().collect();
    let left_out = lines.len().saturating_sub(OUTPUT_LINES);
    if left_out > 0 {
        eprintln!("  {dim}… {left_out}{reset}");
    }
    for line in lines.iter().skip(left_out) {
        eprintln!("{}", format!("  {dim}{}{reset}", one_line(&visible(line), 160)).trim_end());
    }
}

/// A file's change up to so many lines, added lines green and removed ones red.
pub(crate) fn show_diff(file: &FileDiff, most_lines: usize) {
    let Style { dim, green, red, cyan, reset, .. } = Style::of_stderr();
    let moved = file.moved_from.as_ref().map_or_else(String::new, |from| format!("{} → ", visible(from)));
    eprintln!("  {dim}{moved}{}  +{} -{}{reset}", visible(&file.path), file.added, file.removed);
    let mut lines = file.unified.lines();
    for line in lines.by_ref().take(most_lines) {
        let colour = match line.chars().next() {
            Some('+') => green,
            Some('-') => red,
            Some('@') => cyan,
            _ => dim,
        };
        eprintln!("{}", format!("  {colour}{}{reset}", visible(line)).trim_end());
    }
    let left_out = lines.count();
    if left_out > 0 {
        eprintln!("  {dim}… {left_out}{reset}");
    }
}

/// `980`, `12.3k`, `4.5M`.
fn count(tokens: u64) -> String {
    match tokens {
        0..1_000 => tokens.to_string(),
        1_000..1_000_000 => format!("{:.1}k", tokens as f64 / 1e3),
        _ => format!("{:.1}M", tokens as f64 / 1e6),
    }
}
