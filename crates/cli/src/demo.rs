//! `reasonix demo`: a real task in a throw-away workspace, without a key or a network. Only the model is scripted, and
//! the demo says so. A script knows no other way, so the demo ends where somebody says no.

use crate::{
    args::DemoArgs,
    exit::Exit,
    launch::{complain, start},
    run::{Outcome, TextView, View, Watch, drive, in_runtime},
    terminal::{self, Style},
    texts::Texts,
};
use reasonix_config::Environment;
use reasonix_controller::{Demo, OpenParams, Which};
use reasonix_protocol::{Answer, Body, Posture, Problem, TurnEnd, Update};

/// Runs the command.
pub(crate) fn demo(args: &DemoArgs, texts: Texts) -> Exit {
    let set_up = Demo::set_up().and_then(|demo| {
        let options = demo.options(Environment::of_process(), texts.language())?;
        Ok((demo, options))
    });
    let (demo, options) = match set_up {
        Ok(set_up) => set_up,
        Err(error) => {
            complain(&error.problem(), texts);
            return Exit::Failure;
        }
    };
    let can_ask = terminal::can_ask() && !args.yes;
    if !can_ask && !args.yes {
        complain(&Problem::new("demo_needs_terminal"), texts);
        return Exit::Usage;
    }
    let Style { bold, dim, reset, .. } = Style::of_stderr();
    let task = texts.get("demo.task", &[]);
    eprintln!("{bold}{}{reset}", texts.get("demo.intro", &[]));
    eprintln!("{dim}{}{reset}", texts.get("demo.workspace", &[("path", &demo.workspace().display().to_string())]));
    if args.yes {
        eprintln!("{dim}{}{reset}", texts.get("demo.approvals_given", &[]));
    }
    eprintln!("\n> {task}\n");
    let (client, texts) = match start(options, texts) {
        Ok(started) => started,
        Err(exit) => return exit,
    };
    let posture = Some(if args.yes { Posture::Auto } else { Posture::Ask });
    let params = OpenParams { which: Which::New, model: None, posture, can_ask };
    let mut view = DemoView { text: TextView::new(texts, false), end: DemoEnd::Whole };
    let exit = in_runtime(texts, async {
        let opened = match client.open(params) {
            Ok(opened) => opened,
            Err(problem) => {
                complain(&problem, texts);
                return Exit::Failure;
            }
        };
        drive(Watch { client: &client, opened: &opened, texts, can_ask }, task, &mut view).await
    });
    let (said, exit) = match (view.end, exit) {
        (DemoEnd::Whole, Exit::Success) => ("demo.outro", exit),
        (DemoEnd::Whole, _) => return exit,
        (DemoEnd::Declined, _) => ("demo.declined", Exit::Success),
        (DemoEnd::Stopped, _) => ("demo.stopped", Exit::Failure),
    };
    eprintln!("\n{dim}{}{reset}", texts.get(said, &[]));
    exit
}

/// How the demo ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DemoEnd {
    Whole,
    /// A call was not allowed, so what the script does next makes no sense.
    Declined,
    /// By Ctrl-C.
    Stopped,
}

/// Shows a turn as text, without what is said of a real one that broke off: nobody can go on with this one.
struct DemoView {
    text: TextView,
    end: DemoEnd,
}

impl View for DemoView {
    fn update(&mut self, update: &Update) {
        if let Update::Event(event) = update {
            match &event.body {
                Body::WaitResolved { answer: Answer::Reject { .. }, .. } => self.end = DemoEnd::Declined,
                Body::TurnEnded { end: TurnEnd::Interrupted } => self.end = DemoEnd::Stopped,
                _ => {}
            }
        }
        self.text.update(update);
    }

    fn tick(&mut self) {
        self.text.tick();
    }

    fn end(&mut self, outcome: &Outcome) {
        match self.end {
            DemoEnd::Whole => self.text.end(outcome),
            DemoEnd::Declined | DemoEnd::Stopped => self.text.end_without_problem(outcome),
        }
    }
}
