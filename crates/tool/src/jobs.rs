//! A session's jobs, as a running tool sees them, and the way on which a job tells its session what becomes of it. What
//! a job is, the session keeps; how a command runs is not known here.

use reasonix_protocol::{CallId, JobEnd, JobId, JobStopper};
use std::{
    path::PathBuf,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

/// Bytes of output that may wait to be shown; what a job prints beyond that goes to its log alone.
const SHOWN_AT_ONCE: usize = 1 << 20;

/// The jobs of a session at the start of a call, and the way to begin another. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Jobs {
    call: CallId,
    known: Arc<Vec<KnownJob>>,
    session: mpsc::UnboundedSender<JobMessage>,
}

/// A job that runs, or has ended.
#[derive(Debug, Clone)]
pub struct KnownJob {
    pub id: JobId,
    pub command: String,
    /// The file with its output, which need not exist yet.
    pub log: PathBuf,
    /// The model has read its output up to this byte.
    pub read_to: u64,
    /// How it ended, once it has.
    pub end: watch::Receiver<Option<JobEnd>>,
    pub stop: JobStop,
}

/// What tells a job to stop, and remembers who wanted it first.
#[derive(Debug, Clone, Default)]
pub struct JobStop {
    cancel: CancellationToken,
    by: Arc<OnceLock<JobStopper>>,
}

/// What a job and a tool tell the session.
#[derive(Debug)]
pub enum JobMessage {
    /// Asks for a job to be recorded. Without a reply nothing may be started.
    Begin {
        call: CallId,
        job: NewJob,
        reply: oneshot::Sender<Result<JobTicket, JobRefusal>>,
    },
    Output {
        job: JobId,
        text: String,
    },
    Ended {
        job: JobId,
        end: JobEnd,
        output_bytes: u64,
    },
}

/// What is to be recorded of a job.
#[derive(Debug, Clone)]
pub struct NewJob {
    pub command: String,
    /// Absolute.
    pub cwd: PathBuf,
    /// What marks its processes.
    pub mark: String,
}

/// Why a session takes no further job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobRefusal {
    /// So many run already.
    TooMany(usize),
    /// The session is being closed.
    Closing,
}

/// The right to run one job that is recorded, and the duty to tell its end. Dropped before that, its end is not known.
#[derive(Debug)]
pub struct JobTicket {
    pub id: JobId,
    /// Where its output is to be kept: a file that does not exist yet.
    pub log: PathBuf,
    pub stop: JobStop,
    /// How it ended, once the session has recorded it.
    pub end: watch::Receiver<Option<JobEnd>>,
    /// `None` once the end is told.
    session: Option<mpsc::UnboundedSender<JobMessage>>,
    waiting: Arc<AtomicUsize>,
}

impl Jobs {
    pub fn new(call: CallId, known: Vec<KnownJob>, session: mpsc::UnboundedSender<JobMessage>) -> Self {
        Self { call, known: Arc::new(known), session }
    }

    /// Of a session that cannot have any.
    pub fn none() -> Self {
        Self::new(CallId(0), Vec::new(), mpsc::unbounded_channel().0)
    }

    /// In the order in which they were started.
    pub fn all(&self) -> &[KnownJob] {
        &self.known
    }

    pub fn get(&self, id: &JobId) -> Option<&KnownJob> {
        self.known.iter().find(|job| job.id == *id)
    }

    pub fn running(&self) -> impl Iterator<Item = &KnownJob> {
        self.known.iter().filter(|job| job.is_running())
    }

    /// Has a job recorded, before it is started.
    pub async fn begin(&self, job: NewJob) -> Result<JobTicket, JobRefusal> {
        let (reply, ticket) = oneshot::channel();
        let message = JobMessage::Begin { call: self.call, job, reply };
        self.session.send(message).map_err(|_gone| JobRefusal::Closing)?;
        ticket.await.unwrap_or(Err(JobRefusal::Closing))
    }
}

impl KnownJob {
    pub fn is_running(&self) -> bool {
        self.end.borrow().is_none()
    }

    /// Waits for its end. Safe to drop and call again.
    pub async fn ended(&self) -> JobEnd {
        wait_for_end(self.end.clone()).await
    }
}

impl JobStop {
    /// Asks for the stop. Who asked first counts.
    pub fn stop(&self, by: JobStopper) {
        let _ = self.by.set(by);
        self.cancel.cancel();
    }

    /// Fires when the job is to stop.
    pub const fn token(&self) -> &CancellationToken {
        &self.cancel
    }

    /// Who wanted it to stop.
    pub fn by(&self) -> Option<JobStopper> {
        self.by.get().copied()
    }
}

impl JobTicket {
    pub fn new(
        id: JobId,
        log: PathBuf,
        stop: JobStop,
        end: watch::Receiver<Option<JobEnd>>,
        session: mpsc::UnboundedSender<JobMessage>,
        waiting: Arc<AtomicUsize>,
    ) -> Self {
        Self { id, log, stop, end, session: Some(session), waiting }
    }

    /// Shows output as it arrives; never blocks. What a reader who is behind would have to catch up with is left out.
    pub fn show(&self, text: &str) {
        let Some(session) = &self.session else { return };
        if text.is_empty() || self.waiting.load(Ordering::Relaxed) > SHOWN_AT_ONCE {
            return;
        }
        self.waiting.fetch_add(text.len(), Ordering::Relaxed);
        let _ = session.send(JobMessage::Output { job: self.id.clone(), text: text.to_owned() });
    }

    /// Tells the end.
    pub fn end(mut self, end: JobEnd, output_bytes: u64) {
        self.tell(end, output_bytes);
    }

    fn tell(&mut self, end: JobEnd, output_bytes: u64) {
        if let Some(session) = self.session.take() {
            // A session that is gone has recorded an end itself, or its next process will.
            let _ = session.send(JobMessage::Ended { job: self.id.clone(), end, output_bytes });
        }
    }
}

impl Drop for JobTicket {
    fn drop(&mut self) {
        self.tell(JobEnd::LOST, 0);
    }
}

/// How a job ended, as the model reads it behind the job's name.
pub fn end_words(end: &JobEnd) -> String {
    match end {
        JobEnd::Exited { code } => format!("exited with code {code}"),
        JobEnd::Signalled { signal } => format!("was ended by signal {signal}"),
        JobEnd::Stopped { by: JobStopper::Model } => "was stopped by kill_shell".to_owned(),
        JobEnd::Stopped { by: JobStopper::User } => "was stopped by the user".to_owned(),
        JobEnd::Stopped { by: JobStopper::Session } => "was stopped when the session was closed".to_owned(),
        JobEnd::Failed { problem } => {
            format!("failed: {}", problem.params.get("reason").map_or(problem.code.as_str(), String::as_str))
        }
        JobEnd::Lost { stopped: true } => {
            "is lost: the program that ran it died, and what still ran of it was stopped".to_owned()
        }
        JobEnd::Lost { stopped: false } => {
            "is lost: the program that ran it is gone, and nobody knows how it ended or whether it goes on".to_owned()
        }
    }
}

/// Waits until an end is told. A session that goes away without telling one leaves it unknown.
pub async fn wait_for_end(mut end: watch::Receiver<Option<JobEnd>>) -> JobEnd {
    match end.wait_for(Option::is_some).await {
        Ok(told) => told.clone().unwrap_or(JobEnd::LOST),
        Err(_gone) => JobEnd::LOST,
    }
}
