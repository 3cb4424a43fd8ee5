//! What a session is doing at this moment, and what that tells the actor.

use crate::live::Shown;
use reasonix_model::{Completion, FailureKind, ModelFailure, Progress};
use reasonix_protocol::{CallId, LiveBody};
use reasonix_tool::{FinalResult, Report};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use tokio::{sync::mpsc, task::JoinHandle};
use tokio_util::sync::CancellationToken;

/// Pieces of a stream that may wait for the actor; more hold the socket back.
pub(crate) const PROGRESS_QUEUE: usize = 256;

/// What is running.
pub(crate) enum Activity {
    None,
    Sampling(Sampling),
    Running(Running),
}

/// A model request under way.
pub(crate) struct Sampling {
    pub task: JoinHandle<Result<Completion, ModelFailure>>,
    pub progress: mpsc::Receiver<Progress>,
    pub cancel: CancellationToken,
    pub started: Instant,
    /// What was shown. Its text is kept if the turn is interrupted.
    pub shown: Shown,
}

/// Calls under way, with results that wait for an earlier call's.
pub(crate) struct Running {
    pub results: BTreeMap<CallId, Option<FinalResult>>,
    pub reports: mpsc::UnboundedReceiver<Report>,
    pub live: mpsc::UnboundedReceiver<LiveBody>,
    /// The end of what each call has put out so far.
    pub outputs: BTreeMap<CallId, String>,
    pub cancel: CancellationToken,
}

/// What an activity tells the actor.
pub(crate) enum Happened {
    Progress(LiveOrProgress),
    Sampled { result: Result<Completion, ModelFailure>, duration: Duration },
    Reported(Report),
}

/// Things that are only shown.
pub(crate) enum LiveOrProgress {
    Model(Progress),
    Call(LiveBody),
}

impl Activity {
    pub(crate) const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    pub(crate) fn cancel(&self) {
        match self {
            Self::None => {}
            Self::Sampling(sampling) => sampling.cancel.cancel(),
            Self::Running(running) => running.cancel.cancel(),
        }
    }

    /// The next thing that happens; never, if nothing runs. Safe to drop and call again.
    pub(crate) async fn next(&mut self) -> Happened {
        match self {
            Self::None => std::future::pending().await,
            Self::Sampling(sampling) => sampling.next().await,
            Self::Running(running) => running.next().await,
        }
    }
}

impl Sampling {
    async fn next(&mut self) -> Happened {
        // The progress channel closes when the task is done with it, so that everything is shown before the end.
        if let Some(progress) = self.progress.recv().await {
            return Happened::Progress(LiveOrProgress::Model(progress));
        }
        let result = match (&mut self.task).await {
            Ok(result) => result,
            Err(error) => {
                tracing::error!(%error, "the provider panicked");
                Err(ModelFailure::new(FailureKind::Malformed, "", "an internal error was logged"))
            }
        };
        Happened::Sampled { result, duration: self.started.elapsed() }
    }
}

impl Running {
    async fn next(&mut self) -> Happened {
        tokio::select! {
            biased;
            Some(live) = self.live.recv() => Happened::Progress(LiveOrProgress::Call(live)),
            Some(report) = self.reports.recv() => Happened::Reported(report),
            else => std::future::pending().await,
        }
    }
}
