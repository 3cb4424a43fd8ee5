//! The jobs that run in a session: recorded before they start, followed while they run, and stopped when it is closed.
//! How a command is run is the tool's business; here is what becomes of it.

use crate::{
    JobState,
    session::{Session, SessionLog},
};
use reasonix_prompt::{JobNews, job_note};
use reasonix_protocol::{Body, CallId, JobEnd, JobId, JobSeen, JobStopper, LiveBody, Problem};
use reasonix_stdx::text;
use reasonix_tool::{JobMessage, JobNote, JobRefusal, JobStop, JobTicket, Jobs, KnownJob, NewJob, end_words};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::{mpsc, oneshot, watch};

/// Jobs that may run at the same time. A model that starts more has lost count.
const MOST_RUNNING_JOBS: usize = 16;

/// Of each running job, the newest output up to this many bytes is shown to subscribers that come later.
const OUTPUT_KEPT: usize = 64 << 10;

/// Characters of a command in a note to the model.
const NOTED_CHARS: usize = 100;

/// How long a session that is closed waits for its jobs to stop. Whatever is left then is killed with their tasks.
const STOP_LIMIT: Duration = Duration::from_secs(2);

/// The running jobs, and the way on which they tell what happens.
pub(crate) struct JobDesk {
    running: BTreeMap<JobId, RunningJob>,
    /// Kept here too, so that the inbox never ends.
    sender: mpsc::UnboundedSender<JobMessage>,
    inbox: mpsc::UnboundedReceiver<JobMessage>,
}

struct RunningJob {
    stop: JobStop,
    end: watch::Sender<Option<JobEnd>>,
    started: Instant,
    /// The end of what it has put out so far.
    output: String,
    /// Bytes that are sent and not taken in.
    waiting: Arc<AtomicUsize>,
    /// When it was started or put out something last.
    active: Instant,
    /// It was told that it is quiet.
    stalled: bool,
}

/// What the desk tells the actor.
pub(crate) enum JobHappened {
    Told(JobMessage),
    /// Nothing was heard of it for too long.
    Quiet(JobId),
}

impl JobDesk {
    pub(crate) fn new() -> Self {
        let (sender, inbox) = mpsc::unbounded_channel();
        Self { running: BTreeMap::new(), sender, inbox }
    }

    /// The next thing that happens. `limit` is how long a job may be quiet. Safe to drop and call again.
    pub(crate) async fn next(&mut self, limit: Option<Duration>) -> JobHappened {
        let quiet = self.first_quiet(limit);
        let is_quiet = async {
            match quiet {
                Some((at, job)) => {
                    tokio::time::sleep_until(at.into()).await;
                    job
                }
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            Some(message) = self.inbox.recv() => JobHappened::Told(message),
            job = is_quiet => JobHappened::Quiet(job),
        }
    }

    /// The job that will have been quiet for too long first, and when.
    fn first_quiet(&self, limit: Option<Duration>) -> Option<(Instant, JobId)> {
        let limit = limit?;
        let heard = self.running.iter().filter(|(_, job)| !job.stalled);
        heard.map(|(id, job)| (job.active + limit, id.clone())).min_by_key(|(at, _)| *at)
    }

    /// What a subscriber must be shown to see what the others see.
    pub(crate) fn live_so_far(&self) -> impl Iterator<Item = LiveBody> {
        let printed = self.running.iter().filter(|(_, job)| !job.output.is_empty());
        printed.map(|(id, job)| LiveBody::JobOutput { job: id.clone(), text: job.output.clone() })
    }

    pub(crate) fn running(&self) -> usize {
        self.running.len()
    }
}

impl Session {
    /// The session's jobs, as a call finds them.
    pub(crate) fn jobs_for(&self, call: CallId) -> Jobs {
        let known = self.log.state.jobs.iter().map(|job| {
            let (end, stop) = match self.jobs.running.get(&job.id) {
                Some(running) => (running.end.subscribe(), running.stop.clone()),
                None => (watch::channel(Some(job.end.clone().unwrap_or(JobEnd::LOST))).1, JobStop::default()),
            };
            let log = self.blobs.job_log(&job.id);
            KnownJob { id: job.id.clone(), command: job.command.clone(), log, read_to: job.read_to, end, stop }
        });
        Jobs::new(call, known.collect(), self.jobs.sender.clone())
    }

    /// What the model is to be told with the next result.
    pub(crate) fn job_notes(&self) -> Vec<JobNote> {
        let note = |job: &JobState| {
            let seen = JobSeen { job: job.id.clone(), read_to: job.read_to, end: true };
            Some(JobNote { seen, text: format!("[{}]", job_note(&news_of(job)?)) })
        };
        self.log.state.jobs.news().filter_map(note).collect()
    }

    pub(crate) fn take_job(&mut self, happened: JobHappened) -> Result<(), Problem> {
        match happened {
            JobHappened::Told(JobMessage::Begin { call, job, reply }) => self.begin_job(call, job, reply),
            JobHappened::Told(JobMessage::Output { job, text }) => {
                self.show_job_output(job, text);
                Ok(())
            }
            JobHappened::Told(JobMessage::Ended { job, end, output_bytes }) => self.end_job(&job, end, output_bytes),
            JobHappened::Quiet(job) => self.note_stalled(job),
        }
    }

    /// Records a job, and lets it be started.
    fn begin_job(
        &mut self,
        call: CallId,
        job: NewJob,
        reply: oneshot::Sender<Result<JobTicket, JobRefusal>>,
    ) -> Result<(), Problem> {
        // A call that was given up meanwhile starts nothing.
        let refusal = match self.jobs.running() {
            _ if self.closing || reply.is_closed() => Some(JobRefusal::Closing),
            running if running >= MOST_RUNNING_JOBS => Some(JobRefusal::TooMany(running)),
            _ => None,
        };
        if let Some(refusal) = refusal {
            let _ = reply.send(Err(refusal));
            return Ok(());
        }
        let id = self.log.state.jobs.next_bash();
        let NewJob { command, cwd, mark } = job;
        self.log.record(Body::JobStarted { job: id.clone(), call, command, cwd: cwd.display().to_string(), mark })?;
        let (end, end_seen) = watch::channel(None);
        let (stop, waiting) = (JobStop::default(), Arc::<AtomicUsize>::default());
        let log = self.blobs.job_log(&id);
        let ticket =
            JobTicket::new(id.clone(), log, stop.clone(), end_seen, self.jobs.sender.clone(), Arc::clone(&waiting));
        let now = Instant::now();
        let running =
            RunningJob { stop, end, started: now, output: String::new(), waiting, active: now, stalled: false };
        self.jobs.running.insert(id, running);
        // A ticket that nobody takes tells its own end.
        let _ = reply.send(Ok(ticket));
        Ok(())
    }

    fn show_job_output(&mut self, job: JobId, text: String) {
        let Some(running) = self.jobs.running.get_mut(&job) else { return };
        running.waiting.fetch_sub(text.len(), Ordering::Relaxed);
        running.active = Instant::now();
        running.output.push_str(&text);
        // Twice the length is let through, so that not every piece moves all of it.
        if running.output.len() > 2 * OUTPUT_KEPT {
            running.output = text::suffix(&running.output, OUTPUT_KEPT).to_owned();
        }
        self.log.show(LiveBody::JobOutput { job, text });
    }

    /// Records the one end of a job.
    fn end_job(&mut self, job: &JobId, end: JobEnd, output_bytes: u64) -> Result<(), Problem> {
        let Some(running) = self.jobs.running.remove(job) else { return Ok(()) };
        let duration_ms = u64::try_from(running.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.log.record(Body::JobEnded { job: job.clone(), end: end.clone(), output_bytes, duration_ms })?;
        // Nobody may be waiting.
        let _ = running.end.send(Some(end));
        Ok(())
    }

    fn note_stalled(&mut self, job: JobId) -> Result<(), Problem> {
        let Some(running) = self.jobs.running.get_mut(&job) else { return Ok(()) };
        running.stalled = true;
        let quiet_ms = u64::try_from(running.active.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.log.record(Body::JobStalled { job, quiet_ms })
    }

    /// Asks a job to stop, for the user. The error refuses the op.
    pub(crate) fn stop_job(&self, job: &JobId) -> Result<(), Problem> {
        match self.jobs.running.get(job) {
            Some(running) => {
                running.stop.stop(JobStopper::User);
                Ok(())
            }
            None => Err(Problem::new("job_not_running").with("job", job)),
        }
    }

    /// Stops all jobs, because the session is closed, and records how each ended.
    pub(crate) async fn stop_jobs(&mut self) -> Result<(), Problem> {
        self.closing = true;
        for running in self.jobs.running.values() {
            running.stop.stop(JobStopper::Session);
        }
        let deadline = Instant::now() + STOP_LIMIT;
        while self.jobs.running() > 0 {
            match tokio::time::timeout_at(deadline.into(), self.jobs.next(None)).await {
                Ok(happened) => self.take_job(happened)?,
                Err(_late) => break,
            }
        }
        let left: Vec<JobId> = self.jobs.running.keys().cloned().collect();
        for job in left {
            self.end_job(&job, JobEnd::LOST, 0)?;
        }
        Ok(())
    }
}

/// What the model is told of a job that has ended.
pub(crate) fn news_of(job: &JobState) -> Option<JobNews> {
    let command = text::one_line(&job.command, NOTED_CHARS);
    Some(JobNews { job: job.id.to_string(), command, end: end_words(job.end.as_ref()?) })
}

impl Drop for JobDesk {
    /// A session that cannot go on leaves nothing running.
    fn drop(&mut self) {
        for running in self.running.values() {
            running.stop.stop(JobStopper::Session);
        }
    }
}

/// Ends the jobs of a process that died. What of them still runs is stopped where it can be found.
pub(crate) fn lose_jobs(log: &mut SessionLog, stop_leftovers: fn(&str) -> bool) -> Result<(), Problem> {
    let open: Vec<(JobId, String)> = log.state.jobs.open().map(|job| (job.id.clone(), job.mark.clone())).collect();
    for (job, mark) in open {
        let end = JobEnd::Lost { stopped: stop_leftovers(&mark) };
        log.record(Body::JobEnded { job, end, output_bytes: 0, duration_ms: 0 })?;
    }
    Ok(())
}
