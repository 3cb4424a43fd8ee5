//! `reasonix demo`: a real task in a throw-away workspace, without a key or a network. Only the model is scripted, and
//! the demo says so.

use crate::{
    args::DemoArgs,
    exit::Exit,
    launch::{complain, start},
    run::{TextView, Watch, drive, in_runtime},
    terminal::{self, Style},
    texts::Texts,
};
use reasonix_config::Environment;
use reasonix_controller::{Demo, DemoError, OpenParams, Which};
use reasonix_protocol::{Posture, Problem};

/// Runs the command.
pub(crate) fn demo(args: &DemoArgs, texts: Texts) -> Exit {
    let set_up = Demo::set_up().and_then(|demo| {
        let options = demo.options(Environment::of_process(), texts.language())?;
        Ok((demo, options))
    });
    let (demo, options) = match set_up {
        Ok(set_up) => set_up,
        Err(error) => {
            complain(&problem(error), texts);
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
    let exit = in_runtime(texts, async {
        let opened = match client.open(params) {
            Ok(opened) => opened,
            Err(problem) => {
                complain(&problem, texts);
                return Exit::Failure;
            }
        };
        let mut view = TextView::new(texts, false);
        drive(Watch { client: &client, opened: &opened, texts, can_ask }, task, &mut view).await
    });
    if exit == Exit::Success {
        eprintln!("\n{dim}{}{reset}", texts.get("demo.outro", &[]));
    }
    exit
}

fn problem(error: DemoError) -> Problem {
    match error {
        DemoError::Folder { path, source } => {
            Problem::new("folder_unusable").with("path", path.display()).with("reason", source)
        }
        DemoError::Script(problem) => problem,
    }
}
