//! `reasonix run`: one task, from the command line or stdin, to its end.

mod ask;
mod drive;
mod outcome;
mod status;
mod structured;
mod task;
mod text;
mod typed;
mod ways_out;

pub(crate) use ask::reach_key;
pub(crate) use drive::{Watch, drive};
pub(crate) use outcome::Outcome;
pub(crate) use text::TextView;

use crate::{
    args::{OutputFormat, RunArgs},
    exit::Exit,
    launch::{complain, launch},
    terminal,
    texts::Texts,
};
use reasonix_controller::{Client, OpenParams, Which};
use reasonix_protocol::{Posture, Problem, Update};
use std::time::Duration;
use structured::StructuredView;

/// How long the program's end may wait for work that was dropped, such as a file system that does not answer.
const LAST_WORK: Duration = Duration::from_millis(250);

/// Shows a running turn. Called with everything that happens, then once with how it ended.
pub(crate) trait View {
    /// What was found when the session was opened, before the turn begins.
    fn before(&mut self, _update: &Update) {}
    fn update(&mut self, update: &Update);
    /// About once a second passes.
    fn tick(&mut self) {}
    fn end(&mut self, outcome: &Outcome);
}

/// Runs the command.
pub(crate) fn run(args: RunArgs, texts: Texts) -> Exit {
    let task = match task::task(&args.task, texts) {
        Ok(task) => task,
        Err(problem) => {
            complain(&problem, texts);
            return Exit::Usage;
        }
    };
    let posture = posture(&args);
    let (client, texts) = match launch(args.dir, args.add_dir, texts) {
        Ok(launched) => launched,
        Err(exit) => return exit,
    };
    let structured = args.output_format != OutputFormat::Text;
    let can_ask = terminal::can_ask() && !structured && !args.print;
    let which = match args.resume {
        Some(query) => Which::Query(query),
        None if args.continue_newest => Which::Newest,
        None => Which::New,
    };
    // A session's posture of yesterday does not hold for today's run: what is let through is said anew.
    let posture = Some(posture.unwrap_or_else(|| client.configured_posture()));
    let params = OpenParams { which, model: args.model, posture, can_ask };
    let view: Box<dyn View> = match args.output_format {
        OutputFormat::Text => Box::new(TextView::new(texts, args.print)),
        OutputFormat::Json => Box::new(StructuredView::new(texts, false)),
        OutputFormat::StreamJson => Box::new(StructuredView::new(texts, true)),
    };
    in_runtime(texts, async move { open_and_drive(&client, params, task, view, texts).await })
}

/// Runs a future to its end on a runtime of its own. What still runs then is dropped before the program may end, and a
/// dropped command takes its processes with it.
pub(crate) fn in_runtime(texts: Texts, work: impl Future<Output = Exit>) -> Exit {
    match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => {
            let exit = runtime.block_on(work);
            runtime.shutdown_timeout(LAST_WORK);
            exit
        }
        Err(error) => {
            complain(&Problem::new("runtime_failed").with("reason", error), texts);
            Exit::Failure
        }
    }
}

async fn open_and_drive(
    client: &Client,
    params: OpenParams,
    task: String,
    mut view: Box<dyn View>,
    texts: Texts,
) -> Exit {
    let can_ask = params.can_ask;
    let opened = match client.open(params) {
        Ok(opened) => opened,
        Err(problem) if problem.code == "config_no_model" => {
            view.end(&Outcome::not_started(Problem::new("no_model")));
            ways_out::show(client, texts).await;
            return Exit::Failure;
        }
        Err(problem) => {
            view.end(&Outcome::not_started(problem));
            return Exit::Failure;
        }
    };
    let watch = Watch { client, opened: &opened, texts, can_ask };
    drive(watch, task, view.as_mut()).await
}

fn posture(args: &RunArgs) -> Option<Posture> {
    if args.yolo {
        return Some(Posture::Yolo);
    }
    if args.auto {
        return Some(Posture::Auto);
    }
    args.permission_mode.map(crate::permissions::posture)
}
