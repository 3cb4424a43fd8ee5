//! The jobs of a session as a fold over its events.

use reasonix_protocol::{CallId, JobEnd, JobId, JobSeen};

/// All jobs of a session, in the order in which they were started.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct JobStates(Vec<JobState>);

/// One job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobState {
    pub id: JobId,
    /// The call that started it.
    pub call: CallId,
    pub command: String,
    /// Absolute.
    pub cwd: String,
    /// What marks its processes.
    pub mark: String,
    /// In milliseconds since the Unix epoch.
    pub started_at: u64,
    /// It has printed nothing for a long time, and that was told.
    pub stalled: bool,
    /// `None` while it runs, and in the journal of a process that died before it could tell.
    pub end: Option<JobEnd>,
    /// When the end was recorded, in milliseconds since the Unix epoch.
    pub ended_at: Option<u64>,
    /// Of its whole output; 0 until it has ended.
    pub output_bytes: u64,
    /// The model has read its output up to this byte.
    pub read_to: u64,
    /// The model knows how it ended.
    pub end_known: bool,
}

impl JobState {
    pub(crate) fn started(id: &JobId, call: CallId, command: &str, cwd: &str, mark: &str, at: u64) -> Self {
        Self {
            id: id.clone(),
            call,
            command: command.to_owned(),
            cwd: cwd.to_owned(),
            mark: mark.to_owned(),
            started_at: at,
            stalled: false,
            end: None,
            ended_at: None,
            output_bytes: 0,
            read_to: 0,
            end_known: false,
        }
    }
}

impl JobStates {
    /// The id of the next job that is a shell command.
    pub fn next_bash(&self) -> JobId {
        JobId(format!("bash-{}", self.0.len() + 1))
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &JobState> {
        self.0.iter()
    }

    pub fn get(&self, id: &JobId) -> Option<&JobState> {
        self.0.iter().find(|job| job.id == *id)
    }

    /// Those without an end.
    pub fn open(&self) -> impl Iterator<Item = &JobState> {
        self.0.iter().filter(|job| job.end.is_none())
    }

    /// Those whose end the model does not know.
    pub fn news(&self) -> impl Iterator<Item = &JobState> {
        self.0.iter().filter(|job| job.end.is_some() && !job.end_known)
    }

    pub(crate) fn start(&mut self, job: JobState) {
        self.0.push(job);
    }

    pub(crate) fn stall(&mut self, id: &JobId) {
        if let Some(job) = self.find(id) {
            job.stalled = true;
        }
    }

    pub(crate) fn end(&mut self, id: &JobId, end: &JobEnd, output_bytes: u64, at: u64) {
        if let Some(job) = self.find(id).filter(|job| job.end.is_none()) {
            job.end = Some(end.clone());
            job.ended_at = Some(at);
            job.output_bytes = output_bytes;
        }
    }

    /// Takes in what a call's content told the model.
    pub(crate) fn see(&mut self, seen: &[JobSeen]) {
        for seen in seen {
            if let Some(job) = self.find(&seen.job) {
                job.read_to = job.read_to.max(seen.read_to);
                job.end_known |= seen.end;
            }
        }
    }

    /// A turn that begins tells of all that has ended.
    pub(crate) fn tell_all(&mut self) {
        for job in &mut self.0 {
            job.end_known |= job.end.is_some();
        }
    }

    fn find(&mut self, id: &JobId) -> Option<&mut JobState> {
        self.0.iter_mut().find(|job| job.id == *id)
    }
}
