//! A turn as text: the answer on stdout, everything else on stderr.

use super::{
    View,
    outcome::{NOTHING_SAID, Outcome},
    status::Status,
};
use crate::{
    calls::Calls,
    job_text::JobCommands,
    launch::complain,
    output::write_out,
    show::{self, count},
    terminal::Style,
    texts::Texts,
};
use reasonix_protocol::{Body, Event, LiveBody, Part, TodoItem, TodoStatus, Update};
use reasonix_stdx::{clock::format_duration, text::visible};
use std::{
    io::{IsTerminal, stdout},
    time::Duration,
};

/// Shows text.
pub(crate) struct TextView {
    texts: Texts,
    /// Only the answer goes out, and to stderr what a person must know.
    print: bool,
    /// A person reads along, so text is shown as it comes; elsewhere a message goes out when it is whole, so that a
    /// discarded attempt never reaches a file or a pipe.
    streams: bool,
    /// Text of the present message that was shown.
    shown: String,
    calls: Calls,
    jobs: JobCommands,
    /// A list that a call has written, shown below the call's line.
    todos: Vec<TodoItem>,
    /// The session's model, once it is known.
    model: Option<String>,
    status: Status,
}

impl TextView {
    pub(crate) fn new(texts: Texts, print: bool) -> Self {
        Self {
            texts,
            print,
            streams: !print && stdout().is_terminal(),
            shown: String::new(),
            calls: Calls::default(),
            jobs: JobCommands::default(),
            todos: Vec::new(),
            model: None,
            status: Status::new(!print),
        }
    }

    /// Shows what happens on the way. What a person must know is shown without asking whether only the answer is wanted.
    fn note(&self, line: std::fmt::Arguments<'_>) {
        if !self.print {
            eprintln!("{line}");
        }
    }

    fn event(&mut self, event: &Event) {
        let Style { dim, yellow, reset, .. } = Style::of_stderr();
        self.calls.take(&event.body);
        if let Some(line) = self.jobs.take(&event.body, Style::of_stderr(), self.texts) {
            self.status.done();
            self.note_lines(&line);
        }
        match &event.body {
            Body::ItemCompleted { parts, .. } => self.message(parts),
            Body::CallFinished { .. } => {
                self.status.done();
                if let Some(lines) = self.calls.finished(&event.body, Style::of_stderr(), self.texts) {
                    self.note_lines(&lines);
                }
                self.show_todos();
            }
            Body::CallStarted { call, .. } => {
                let (tool, subject) = self.calls.name(*call);
                self.status.wait_for(&format!("{tool} {subject}"));
            }
            Body::WaitOpened { wait } => {
                self.status.done();
                self.calls.asked(wait.call, &wait.body);
            }
            Body::TurnEnded { .. } => self.status.done(),
            Body::TodoChanged { items } => self.todos.clone_from(items),
            // Comes as the turn's failure.
            Body::Notice { notice } if notice.code == NOTHING_SAID && self.calls.is_empty() => {}
            Body::Notice { notice } => eprintln!("{yellow}{}{reset}", self.texts.problem(notice)),
            Body::StepFailed { .. } if !self.shown.is_empty() => self.end_line(),
            Body::TurnStarted { .. } => {
                let mut line = self.texts.get("run.session", &[("session", &event.session.0)]);
                if let Some(model) = &self.model {
                    line.push_str(&format!(" · {}", visible(model)));
                }
                self.note(format_args!("{dim}{line}{reset}"));
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
                self.shown.push_str(text);
            }
            LiveBody::Retrying { attempt, delay_ms, discarded, problem, .. } => {
                if !self.shown.is_empty() {
                    self.end_line();
                }
                let delay = format_duration(Duration::from_millis(*delay_ms));
                let key = if *discarded && self.streams { "run.retrying_discarded" } else { "run.retrying" };
                let (problem, attempt) = (self.texts.message(problem), attempt.to_string());
                let problem = problem.trim_end_matches(['.', '。', ' ']);
                let params = [("problem", problem), ("attempt", &attempt), ("delay", &delay)];
                self.note(format_args!("{yellow}{}{reset}", self.texts.get(key, &params)));
            }
            _ => {}
        }
    }

    /// A whole message, unless streaming has shown it. A terminal that did not keep up has missed pieces.
    fn message(&mut self, parts: &[Part]) {
        if self.print {
            return;
        }
        let text = show::message(parts);
        let is_shown = same_words(&self.shown, &text);
        if !self.shown.is_empty() {
            self.end_line();
        }
        if !is_shown && !text.is_empty() {
            write_out(&format!("{}\n", visible_on_terminal(&text)));
        }
    }

    fn end_line(&mut self) {
        write_out("\n");
        self.shown.clear();
    }

    fn note_lines(&self, lines: &str) {
        if !self.print {
            eprint!("{lines}");
        }
    }

    fn show_todos(&mut self) {
        let Style { dim, reset, .. } = Style::of_stderr();
        for item in std::mem::take(&mut self.todos) {
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
            eprintln!("{yellow}{}{reset}", self.texts.get("run.unasked", &[]));
            for call in &outcome.unasked {
                eprintln!("  {} {}", visible(&call.tool), show::subject(&call.subject));
            }
            eprintln!("{}", self.texts.get("run.unasked_hint", &[]));
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
    fn before(&mut self, update: &Update) {
        if let Update::Event(Event { body: Body::SessionOpened { settings, .. }, .. }) = update {
            self.model = Some(settings.model.clone());
        }
    }

    fn update(&mut self, update: &Update) {
        self.status.clear();
        match update {
            Update::Event(event) => self.event(event),
            Update::Live(live) => self.live(&live.body),
            Update::Snapshot(_) | Update::CaughtUp(_) | Update::Signal(_) => {}
        }
    }

    fn tick(&mut self) {
        if self.shown.is_empty() {
            self.status.tick(self.texts);
        }
    }

    fn end(&mut self, outcome: &Outcome) {
        self.end_without_problem(outcome);
        if let Some(problem) = outcome.problem() {
            complain(&problem, self.texts);
        }
    }
}

impl TextView {
    /// As [`View::end`], but says nothing of what went wrong.
    pub(crate) fn end_without_problem(&mut self, outcome: &Outcome) {
        self.status.done();
        if self.print && !outcome.answer.is_empty() {
            write_out(&format!("{}\n", visible_on_terminal(&outcome.answer)));
        }
        self.summary(outcome);
    }
}

/// Whether two texts differ in nothing but their white space.
fn same_words(left: &str, right: &str) -> bool {
    let words = |text: &str| text.chars().filter(|character| !character.is_whitespace()).collect::<String>();
    words(left) == words(right)
}

/// Control characters are made visible where they would move a person's cursor; a file or pipe gets the plain bytes.
fn visible_on_terminal(text: &str) -> std::borrow::Cow<'_, str> {
    if stdout().is_terminal() { visible(text) } else { text.into() }
}
