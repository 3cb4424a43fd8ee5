//! Drives one turn: sends the task, shows what happens, takes answers from the terminal and signals from the system.

use super::{View, ask::Questioner, outcome::Outcome};
use crate::{exit::Exit, launch::warn, signals::Signals, texts::Texts};
use reasonix_controller::{Client, Opened};
use reasonix_protocol::{Body, Content, Event, LiveBody, Op, Problem, Update};
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// The session to drive.
pub(crate) struct Watch<'a> {
    pub client: &'a Client,
    pub opened: &'a Opened,
    pub texts: Texts,
    pub can_ask: bool,
}

/// How long stopping a turn may take. A second signal within that time says nothing new: a terminal that is closed sends
/// two at once, and an impatient person presses twice.
const STOPPING: Duration = Duration::from_millis(300);

/// Runs a turn to its end. A signal interrupts it; one that comes when that should long have been done ends the program.
pub(crate) async fn drive(watch: Watch<'_>, task: String, view: &mut dyn View) -> Exit {
    let Watch { client, opened: Opened { session, seq }, texts, can_ask } = watch;
    let mut outcome = Outcome::new(session.clone());
    let mut updates = match client.subscribe(session, *seq).await {
        Ok(updates) => updates,
        Err(problem) => return broken(problem, view),
    };
    if let Err(problem) = client.submit(session, Op::StartTurn { input: vec![Content::text(task)] }) {
        return broken(problem, view);
    }
    let mut questioner = Questioner::new(texts, can_ask);
    let mut signals = Signals::new();
    let mut interrupted: Option<Instant> = None;
    // A turn that a dead process left open is ended first; what belongs to it is not shown again.
    let mut begun = false;
    let mut clock = tokio::time::interval(Duration::from_secs(1));
    loop {
        tokio::select! {
            update = updates.next() => {
                let Some(update) = update else { break };
                begun |= matches!(&update, Update::Event(event) if matches!(event.body, Body::TurnStarted { .. }));
                if !begun && !is_news(&update) {
                    view.before(&update);
                    if let Some(problem) = too_wide(&update) {
                        warn(&problem, texts);
                    }
                    continue;
                }
                view.update(&update);
                take(&update, &mut outcome, &mut questioner);
                questioner.show_again();
                if matches!(&update, Update::Event(event) if matches!(event.body, Body::TurnEnded { .. })) {
                    let _ = client.submit(session, Op::Close);
                }
            }
            (wait, answer) = questioner.next() => {
                let _ = client.submit(session, Op::Resolve { wait, answer });
            }
            _ = clock.tick() => view.tick(),
            () = signals.next() => match interrupted {
                Some(since) if since.elapsed() > STOPPING => return Exit::Failure,
                Some(_) => {}
                None => {
                    interrupted = Some(Instant::now());
                    questioner.stop();
                    let _ = client.submit(session, Op::Interrupt);
                }
            },
        }
    }
    view.end(&outcome);
    if outcome.problem().is_some() { Exit::Failure } else { Exit::Success }
}

/// What is shown also before the turn begins.
fn is_news(update: &Update) -> bool {
    match update {
        Update::Event(event) => matches!(event.body, Body::Notice { .. }),
        Update::Live(live) => matches!(live.body, LiveBody::OpRefused { .. }),
        Update::Snapshot(_) | Update::CaughtUp(_) | Update::Signal(_) => false,
    }
}

/// A workspace that holds more than any project: the edits of a whole home folder would count as being inside.
fn too_wide(update: &Update) -> Option<Problem> {
    let Update::Event(Event { body: Body::SessionOpened { workspace, .. }, .. }) = update else { return None };
    let folder = Path::new(workspace);
    let home = reasonix_stdx::path::home().and_then(|home| home.canonicalize().ok());
    let code = if folder.parent().is_none() {
        "workspace_is_root"
    } else if home.is_some_and(|home| home == folder) {
        "workspace_is_home"
    } else {
        return None;
    };
    Some(Problem::new(code).with("path", workspace))
}

fn broken(problem: Problem, view: &mut dyn View) -> Exit {
    view.end(&Outcome::not_started(problem));
    Exit::Failure
}

fn take(update: &Update, outcome: &mut Outcome, questioner: &mut Questioner) {
    match update {
        Update::Event(event) => {
            outcome.take(event);
            match &event.body {
                Body::WaitOpened { wait } => questioner.add(wait.clone()),
                Body::TurnEnded { .. } => questioner.stop(),
                _ => {}
            }
        }
        Update::Live(live) => {
            if let LiveBody::OpRefused { problem } = &live.body {
                outcome.broken = Some(problem.clone());
            }
        }
        Update::Snapshot(_) | Update::CaughtUp(_) | Update::Signal(_) => {}
    }
}
